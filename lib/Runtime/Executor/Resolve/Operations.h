// A rank's program, resolved: addresses instead of references, prepared kernels instead of descriptions.
#ifndef DET_LIB_RUNTIME_EXECUTOR_RESOLVE_OPERATIONS_H
#define DET_LIB_RUNTIME_EXECUTOR_RESOLVE_OPERATIONS_H

#include "../Kernels.h"
#include "../Work.h"
#include "det/Runtime/Host/Copy.h"
#include "det/Runtime/Host/Gather.h"
#include "det/Runtime/Host/Join.h"
#include "det/Runtime/Host/Product.h"
#include "det/Runtime/Host/Scatter.h"
#include "det/Runtime/State/ElementType.h"

#include <cstdint>
#include <variant>
#include <vector>

namespace det::rt {

struct LaunchOp {
  KernelFunction kernel;
  std::vector<void *> buffers;
  std::vector<int64_t> params;
  int64_t extent, grain;
};

struct ProductOp {
  host::PreparedProduct product;
  const void *a, *b;
  void *c;
};

struct CopyOp {
  host::PreparedCopy copy;
  const uint8_t *from;
  uint8_t *to;
};

struct GatherOp {
  host::PreparedGather gather;
  const void *operand, *indices;
  void *result;
};

struct ScatterOp {
  host::PreparedScatter scatter;
  std::vector<host::ScatterNode> nodes;
  const void *operand; ///< null: partial nodes
  const void *indices, *updates;
  uint8_t *result;
  int64_t nodeBytes; ///< from the result of one node to the next; 0 for overwriting, whose nodes share one result
};

struct JoinOp {
  host::JoinOp combine;
  host::Element element;
  ElementType result; ///< a narrower type than `element`'s: rounded once
  const void *nodes;
  int64_t elements, count;
  std::vector<uint8_t> pops;
  host::Init init;
  uint8_t *out;
};

/// Between a buffer and a message: offsets instead of addresses on the message's side.
struct MessagePart {
  host::PreparedCopy copy;
  uint8_t *buffer;
  uint64_t offset;
};

struct MessageOp {
  uint32_t peer;
  uint64_t bytes;
  std::vector<MessagePart> parts;
};

/// Sends messages of one tag (Route.h), then copies. An exchange by levels sends in several rounds.
struct BeginOp {
  uint32_t tag;
  std::vector<MessageOp> sends;
  std::vector<CopyOp> local;
};

struct EndOp {
  uint32_t tag;
  std::vector<MessageOp> receives;
};

/// Cuts the rank's box out of a whole batch tensor.
struct FeedOp {
  uint32_t batch; ///< index among the step's batch tensors
  host::PreparedCopy copy;
  uint64_t offset; ///< in the whole tensor
  uint8_t *to;
};

/// Puts the rank's box into a whole metric.
struct FetchOp {
  CopyOp copy;
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
struct WhileOp {
  uint32_t end;  ///< position of the WhileEndOp
  bool isSerial; ///< one thread of the team runs the whole loop: no operation in it is worth more
};
/// Jumps behind the matching end if the predicate does not hold.
struct WhileTestOp {
  const uint8_t *predicate;
  uint32_t end; ///< position of the WhileEndOp
};
struct WhileEndOp {
  uint32_t begin; ///< position of the first operation of the condition
};

struct Operation {
  std::variant<LaunchOp, ProductOp, CopyOp, GatherOp, ScatterOp, JoinOp, WorkOp, BeginOp, EndOp, FeedOp, FetchOp, LoopOp, LoopEndOp,
               WhileOp, WhileTestOp, WhileEndOp>
      what;
  uint32_t label = 0;
  int64_t flops = 0;
  bool serial = false; ///< one thread of the team does it
  bool barrier = true; ///< the team meets before it
};

/// What a whole rank's program needs beyond its arena.
struct ResolvedProgram {
  std::vector<Operation> operations;
  uint64_t threadScratch = 0; ///< bytes, for each thread
  uint64_t teamScratch = 0;   ///< bytes, shared by a team
  int loopDepth = 0;
};

} // namespace det::rt

#endif // DET_LIB_RUNTIME_EXECUTOR_RESOLVE_OPERATIONS_H
