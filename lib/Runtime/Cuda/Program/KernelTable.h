// The kernels of an artifact on a device.
#ifndef DET_LIB_RUNTIME_CUDA_PROGRAM_KERNELTABLE_H
#define DET_LIB_RUNTIME_CUDA_PROGRAM_KERNELTABLE_H

#include "DeviceProgram.h"
#include "det/Runtime/Artifact/Artifact.h"
#include "det/Runtime/Artifact/LoadedPlan.h"

#include <map>

namespace det::rt::cuda {

/// The kernels of an artifact that a device runs: PTX for an interpreter, otherwise machine code for its chip. Errors: which chips there are.
Result<std::span<const uint8_t>> kernelsFor(const Artifact &artifact, const artifact::PlanT &plan, const Driver &driver);

/// Loaded as one module; each kernel is found when it is first asked for.
class KernelTable {
public:
  /// Errors: those of kernelsFor, and of the driver.
  static Result<KernelTable> load(const Artifact &artifact, const artifact::PlanT &plan, Driver &driver);
  /// Finds the functions of launches. Errors: the module lacks one.
  Status resolve(std::vector<DeviceStep> &steps);

private:
  KernelTable(Driver &driver, Module module) : driver(&driver), module(module) {}

  Driver *driver;
  Module module;
  std::map<std::string, Function> functions;
};

/// Queues one piece of work.
Status queueStep(Driver &driver, const DeviceStep &step, Stream stream);

} // namespace det::rt::cuda

#endif // DET_LIB_RUNTIME_CUDA_PROGRAM_KERNELTABLE_H
