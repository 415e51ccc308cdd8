// Writes down what is asked of a driver and of NCCL, for tests: the sequence of calls of a rank, as text.
#ifndef DET_RUNTIME_CUDA_RECORDING_H
#define DET_RUNTIME_CUDA_RECORDING_H

#include "det/Runtime/Cuda/Nccl.h"

#include <vector>

namespace det::rt::cuda {

/// One line for each call that queues work, orders it or waits: "s2 launch add_4 grid 3,1,1 block 128,1,1", "s2 wait e5", "s3 send 64 bytes to
/// 1 of c1". Streams, events, graphs and communicators are numbered in the order in which they were made.
struct CallLog {
  std::vector<std::string> calls;
};

/// Passes all calls on; without `inner` nothing runs, and every call succeeds. The log outlives the driver.
std::unique_ptr<Driver> recordDriver(CallLog &log, std::unique_ptr<Driver> inner = nullptr);
std::unique_ptr<Nccl> recordNccl(CallLog &log, std::unique_ptr<Nccl> inner = nullptr);

} // namespace det::rt::cuda

#endif // DET_RUNTIME_CUDA_RECORDING_H
