// Runs single entries of a plan on a GPU, or in the interpreter of PTX: for those who probe what kernels compute.
#ifndef DET_RUNTIME_CUDA_DEVICEENTRYRUNNER_H
#define DET_RUNTIME_CUDA_DEVICEENTRYRUNNER_H

#include "det/Runtime/Cuda/Driver.h"
#include "det/Runtime/EntryRunner.h"

namespace det::rt::cuda {

/// The very launches that a session makes of an entry, on memory that goes to the device before and comes back after each. Scratch memory
/// holds NaN before; an interpreter refuses to read it. Errors: those of CudaSession for an artifact and a driver that do not fit.
Result<std::unique_ptr<EntryRunner>> makeDeviceEntryRunner(const Artifact &artifact, std::unique_ptr<Driver> driver);

} // namespace det::rt::cuda

#endif // DET_RUNTIME_CUDA_DEVICEENTRYRUNNER_H
