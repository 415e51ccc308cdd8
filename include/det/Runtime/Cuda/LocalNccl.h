// NCCL's place taken by memory of this process: ranks are threads, each with a driver of its own. For tests of the path that messages take
// between processes, without GPUs.
#ifndef DET_RUNTIME_CUDA_LOCALNCCL_H
#define DET_RUNTIME_CUDA_LOCALNCCL_H

#include "det/Runtime/Cuda/Nccl.h"

namespace det::rt::cuda {

/// What the ranks share.
class LocalWorld;
std::shared_ptr<LocalWorld> makeLocalWorld();

/// One rank's end; `driver` outlives it. What is sent is taken when it is queued: streams are waited for.
std::unique_ptr<Nccl> openLocalNccl(std::shared_ptr<LocalWorld> world, Driver &driver);

} // namespace det::rt::cuda

#endif // DET_RUNTIME_CUDA_LOCALNCCL_H
