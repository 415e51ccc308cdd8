// StableHLO scatter whose result is a fixed expression: updates of one target joined along the tree of order.md.
#ifndef DET_RUNTIME_HOST_SCATTER_H
#define DET_RUNTIME_HOST_SCATTER_H

#include "det/Runtime/Host/Gather.h"
#include "det/Runtime/Host/Join.h"
#include "det/Runtime/Result.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace det::rt::host {

enum class ScatterOp : uint8_t { assign, add, mul, max, min, maxUnsigned, minUnsigned, bitAnd, bitOr };

/// A scatter as StableHLO states it (spec, section "scatter"). Shapes are local; arrays are dense row-major.
///
/// The updates of one target element form a box over the *scatter dims* of the updates (not window, not batching),
/// with levels (d, 1) for the outer ones and (innermost, leaf) for the last; missing updates do not exist. A leaf is a
/// left fold in ascending index. `assign` takes the update with the highest index.
/// Sharded operand: as in Gather; updates outside the whole operand, and those outside the local box, are dropped.
/// Sharded updates: `updatesStart` is the global index of the local updates' origin along each scatter dim.
struct Scatter {
  std::vector<int64_t> operandShape, indicesShape, updatesShape;
  std::vector<int64_t> updateWindowDims, insertedWindowDims, inputBatchingDims, scatterIndicesBatchingDims,
      scatterDimsToOperandDims;
  int64_t indexVectorDim = 0;
  std::vector<int64_t> operandGlobal, operandStart; ///< one per operand dim, or empty
  std::vector<int64_t> updatesStart;                ///< one per scatter dim, or empty: all 0
  int64_t leaf = 64;                                ///< block of the innermost scatter dim
  ScatterOp op = ScatterOp::add;
  Element type = Element::f32;
  Index index = Index::i32;
};

/// A node of the tree: global [start, end) per scatter dim. The whole tree is the box of all updates.
struct ScatterNode {
  std::vector<int64_t> start, end;
};

/// Tables of a scatter. A *row* is a target: one position of the operand's indexed and batching dims, all window
/// elements with it; where windows can overlap in part, a row is one operand element.
struct PreparedScatter {
  struct Dim {
    int64_t size, updates, operand;
  };
  struct Position {
    int64_t size, updates, indices;
    int64_t operand;  ///< batching: stride in rows; scatter dims: 0
    int64_t start;    ///< global index of the local origin
    bool scatter;     ///< false: a batching dim
  };
  struct Component {
    int64_t row;                       ///< stride in rows
    int64_t limit, start, local, span; ///< largest start in the whole; local box; the window's extent along the dim
  };
  std::vector<Position> positions; ///< update dims other than window dims, row-major
  std::vector<Dim> window;         ///< update window dims: strides in updates and in operand elements
  std::vector<Dim> rowDims;        ///< operand dims that rows count over: size, (unused), stride in elements
  std::vector<Component> components;
  int64_t componentStride = 0;
  int64_t rows = 0;    ///< work is a range of rows
  int64_t width = 1;   ///< elements of a row
  int64_t items = 0;   ///< update entries that can hit a row
  bool windowed = false; ///< a row is one operand element
  int64_t leaf = 64;
  int64_t elements = 0; ///< of the operand
  ScatterOp op = ScatterOp::add;
  Element type = Element::f32;
  Index index = Index::i32;
};

/// Errors: ranks or dims that do not fit together, a type that the op does not take, a sharded indexed dim whose
/// window is larger than 1.
Result<PreparedScatter> prepareScatter(const Scatter &scatter);

/// Bytes of scratch for a call that covers `rows` rows; per thread.
size_t scatterScratch(const PreparedScatter &scatter, int64_t rows);

/// Evaluates one node for the rows [begin, end) of `out`, which has the operand's local shape.
///
/// With `operand`, it is joined once, as the left operand of the root (assign: it stays where no update hits); `out`
/// may be the operand itself. Without (nullptr): a partial node, elements that no update hits get the op's identity
/// (-0.0 for add); not for assign, whose nodes are applied one after the other in ascending order to the same array.
/// Every stored float NaN is canonical. Needs x86-64-v3.
void runScatter(const PreparedScatter &scatter, const ScatterNode &node, const void *operand, const void *indices,
                const void *updates, void *out, int64_t begin, int64_t end, void *scratch);

} // namespace det::rt::host

#endif // DET_RUNTIME_HOST_SCATTER_H
