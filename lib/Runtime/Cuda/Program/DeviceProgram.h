// A rank's program for a device: everything that a step queues, with addresses, prepared at load.
#ifndef DET_LIB_RUNTIME_CUDA_PROGRAM_DEVICEPROGRAM_H
#define DET_LIB_RUNTIME_CUDA_PROGRAM_DEVICEPROGRAM_H

#include "det/Runtime/Cuda/CublasLt.h"
#include "det/Runtime/Cuda/Nccl.h"
#include "det/Runtime/Host/Copy.h"

#include <optional>
#include <string_view>
#include <variant>

namespace det::rt::cuda {

struct DeviceKernel {
  DeviceLaunch launch;
  Function function; ///< found when all kernels of the program are known
};
struct DeviceCopy {
  DevicePointer to = 0, from = 0;
  uint64_t bytes = 0;
};
/// A product by a library.
struct DeviceMatmul {
  CublasLt *library = nullptr;
  Matmul matmul;
  DevicePointer a = 0, b = 0, d = 0, workspace = 0;
};
/// One piece of work of a stream.
using DeviceStep = std::variant<DeviceKernel, DeviceCopy, DeviceMatmul>;

/// An entry that computes.
struct ComputeOp {
  std::vector<DeviceStep> steps;
};
/// Several of them, captured.
struct GraphOp {
  Graph graph;
};
struct BeginOp {
  uint32_t exchange;
};
struct EndOp {
  uint32_t exchange;
};
/// Jumps behind the matching end if count is 0.
struct LoopOp {
  int64_t count;
  uint32_t end; ///< position of the LoopEndOp
};
struct LoopEndOp {
  uint32_t begin; ///< position of the first operation of the body
};
/// A loop that a value ends: WhileOp, condition, WhileTestOp, body, WhileEndOp.
struct WhileOp {};
/// Jumps behind the matching end if the predicate, a byte on the device, is 0.
struct WhileTestOp {
  DevicePointer predicate;
  uint32_t end; ///< position of the WhileEndOp
};
struct WhileEndOp {
  uint32_t begin; ///< position of the first operation of the condition
};

struct DeviceOperation {
  std::variant<ComputeOp, GraphOp, BeginOp, EndOp, LoopOp, LoopEndOp, WhileOp, WhileTestOp, WhileEndOp> what;
  uint32_t label = 0;
  std::string_view kind; ///< "launch", "product", ...
  int64_t flops = 0;
};

struct Message {
  uint32_t peer = 0;
  DevicePointer memory = 0;
  uint64_t bytes = 0;
};

/// At level not_guaranteed: NCCL joins floats of all ranks of the group.
struct DeviceReduction {
  DevicePointer from = 0, to = 0;
  uint64_t count = 0; ///< floats that a rank gets
  Nccl::Real type = Nccl::Real::f32;
  Nccl::Reduction reduction = Nccl::Reduction::sum;
};

/// Messages that go at once. `packs` come before them, `unpacks` after those that are received.
struct DeviceRound {
  std::vector<DeviceStep> packs, unpacks;
  std::vector<Message> sends, receives; ///< peers ascend
};

/// A rank's part of an exchange: one round, or by levels several.
struct DeviceExchange : DeviceRound {
  std::vector<DeviceRound> later; ///< behind the first; as many at every rank
  DevicePointer gathered = 0;           ///< allGather: where the part of the group's first rank belongs
  struct {
    DevicePointer send = 0, receive = 0;
  } parts; ///< allToAll: the parts for and from the group's first rank
  std::optional<DeviceReduction> reduction; ///< in place of messages

  size_t rounds() const { return 1 + later.size(); }
  const DeviceRound &round(size_t number) const { return number ? later[number - 1] : *this; }
};

/// The rank's box of a whole tensor on the host: by way of `bytes` of staging memory, dense, to or from the device.
struct HostBox {
  uint32_t tensor = 0;       ///< index of the plan's tensors
  host::PreparedCopy copy;   ///< feeds: whole to staging; fetches: staging to whole
  uint64_t wholeOffset = 0;  ///< bytes
  uint64_t staging = 0;      ///< bytes into the rank's staging memory
  uint64_t bytes = 0;
  DevicePointer device = 0;
};

struct DeviceProgram {
  std::vector<DeviceOperation> operations;
  std::vector<DeviceExchange> exchanges;
  std::vector<HostBox> feeds, fetches;
  uint64_t stagingBytes = 0;
};

} // namespace det::rt::cuda

#endif // DET_LIB_RUNTIME_CUDA_PROGRAM_DEVICEPROGRAM_H
