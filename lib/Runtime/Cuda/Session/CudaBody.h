// What a session on GPUs holds.
#ifndef DET_LIB_RUNTIME_CUDA_SESSION_CUDABODY_H
#define DET_LIB_RUNTIME_CUDA_SESSION_CUDABODY_H

#include "../../Executor/Inputs.h"
#include "../Program/CudaProducts.h"
#include "../Program/KernelTable.h"
#include "../Program/LanePlacer.h"
#include "StepRunner.h"
#include "det/Runtime/Cuda/CudaSession.h"
#include "det/Runtime/Launch/ProcessGroup.h"

namespace det::rt::cuda {

struct CudaSession::Body {
  Body(Artifact artifact, LoadedPlan plan, std::unique_ptr<Driver> driver, const SessionOptions &options, const CudaOptions &cuda)
      : artifact(std::move(artifact)), options(options), cuda(cuda), plan(std::move(plan)), driver(std::move(driver)) {}
  ~Body();

  Artifact artifact;
  SessionOptions options;
  CudaOptions cuda;
  LoadedPlan plan;
  Routes routes;
  std::unique_ptr<Driver> driver; // outlives what uses it
  Products products;
  std::unique_ptr<LanePlacer> placer;
  std::unique_ptr<Nccl> nccl;
  std::vector<Lane> lanes;
  std::unique_ptr<Transport> transport;
  std::unique_ptr<StepRunner> runner;
  Stream stream; // for state
  MemoryUse memory;
  std::vector<TensorInfo> tensors;
  std::vector<HostTensor> metrics; // by index of the plan's tensors; empty for others
  CanonicalInputs inputs;
  std::vector<const uint8_t *> given; // the last batch, by index of the plan's tensors
  bool stepped = false;
  std::optional<Error> broken;

  bool isAlone() const { return !options.group || options.group->processes() == 1; }
  /// Between processes; an interpreter has no NCCL, unless it is given one.
  bool usesNccl() const { return cuda.nccl || !driver->readsPtx(); }
  Status agree() const;
  Status prepareLanes();
  Status connect();
  Status build();

  Result<size_t> find(const std::string &name, artifact::TensorKind kind) const { return findTensor(tensors, name, kind); }
  Status fillTemporaries();
  Status fetchMetrics();
  /// Ends the run: whoever waits is let go.
  Error fail(const Error &error);

  /// The address of a tensor's box.
  DevicePointer placeOf(size_t tensor, uint32_t rank) const;
  uint64_t boxBytes(size_t tensor, uint32_t rank) const;
  /// The box of a rank of this process, dense.
  Result<std::vector<uint8_t>> readBox(size_t tensor, const Lane &lane) const;
  /// Between a dense box and the whole tensor on the host.
  Status copyBox(size_t tensor, uint32_t rank, uint8_t *box, uint8_t *whole, bool toWhole) const;
};

} // namespace det::rt::cuda

#endif // DET_LIB_RUNTIME_CUDA_SESSION_CUDABODY_H
