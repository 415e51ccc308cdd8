// What the reductions and scatters by a body take (lib/Device/Reduce*.cpp, lib/Device/ScatterBody.cpp). Shared by host and device:
// plain data, addresses are of the device.
#ifndef DET_RUNTIME_CUDA_BODYRECORDS_H
#define DET_RUNTIME_CUDA_BODYRECORDS_H

#include "det/Runtime/Cuda/Records.h"

namespace det::rt::cuda {

constexpr uint32_t bodyThreads = 128;
/// Most operands of a reduction or scatter by a body, as on the host.
constexpr uint32_t mostBodyOperands = 32;
/// Results whose trees a block joins.
constexpr uint32_t treeResults = 32;

/// The body that a kernel is made for: its params, int64 each, and its scratch, per thread.
struct BodyRecord {
  uint64_t params, scratch, scratchBytes;
};

/// An array that is reduced, and its result.
struct ReducedArray {
  uint64_t input, init, output;
  uint64_t partial; ///< [leaves, results]: the values of the leaves; 0 where there is one
  uint32_t bytes;   ///< of an element: 1, 2, 4 or 8
  uint32_t unused;
};

/// A reduction of `results` results, each along the same tree of `leaves`.
struct ReduceRecord {
  int64_t results, leaves;
  uint64_t kept;      ///< int64: sizes of the kept dims, then per array their strides in elements
  uint64_t boxes;     ///< int64: per leaf and box dim begin and size
  uint64_t strides;   ///< int64: per array the strides of the box dims
  uint64_t joins;     ///< JoinPair, ascending by level; a join's value replaces that of its left operand
  uint64_t levels;    ///< uint32: where each level begins in `joins`, and the end
  BodyRecord body;
  uint32_t levelCount, arrays;
  uint32_t keptDims, boxDims;
  ReducedArray array[mostBodyOperands];
};
static_assert(sizeof(ReduceRecord) == 96 + 40 * mostBodyOperands && sizeof(ReduceRecord) <= 4000);

/// Leaves, by number, whose values (with all that they were joined with so far) are joined.
struct JoinPair {
  uint32_t left, right;
};

/// An operand of a scatter. `output` holds the operand's values at first.
struct ScatteredArray {
  uint64_t update, output;
  uint64_t bytes; ///< of an element: 1, 2, 4 or 8
};

/// A dim of the updates: a position (which index vector), or a dim of the window.
struct UpdateDim {
  int64_t size;
  int64_t updates;   ///< stride in the updates
  int64_t indices;   ///< position: stride in the indices
  int64_t element;   ///< stride in the operand's elements; of a position that batches, or of a window dim that no index moves
  int64_t component; ///< window: the component of the index that moves it, or -1
};

/// A component of an index vector.
struct IndexComponent {
  int64_t stride; ///< of the operand dim, in elements
  int64_t size;   ///< of the operand dim
};

/// A scatter. Update u, row-major over positions and then window dims, goes to an element of the operand, or to none.
struct BodyScatterRecord {
  int64_t updates, elements; ///< how many updates; of the operand
  uint64_t indices;
  uint64_t dims;             ///< UpdateDim: positions, then the window's
  uint64_t components;       ///< IndexComponent
  int64_t componentStride;   ///< in the indices
  uint64_t targets;          ///< per update its element, `elements` for none: uint32, or uint64 where `wide`; later ascending
  uint64_t order;            ///< uint32, beside the ascending targets: the number of the update
  BodyRecord body;
  uint32_t positions, window, componentCount, arrays;
  uint32_t index; ///< IndexType
  uint32_t wide;
  ScatteredArray array[mostBodyOperands];
};
static_assert(sizeof(BodyScatterRecord) == 112 + 24 * mostBodyOperands && sizeof(BodyScatterRecord) <= 4000);

} // namespace det::rt::cuda

#endif // DET_RUNTIME_CUDA_BODYRECORDS_H
