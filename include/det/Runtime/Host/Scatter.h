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

enum class ScatterOp : uint8_t { assign, add, mul, max, min, maxUnsigned, minUnsigned, bitAnd, bitOr, bitXor };

/// A scatter as StableHLO states it (spec, section "scatter"). Shapes are local; arrays are dense row-major.
///
/// The updates of one target element form a box over the *scatter dims* of the updates (not window, not batching).
/// blocks[d] is the block of the level on scatter dim d: 1 for the outer dims, then one dim with a larger block, then 0
/// (no level: whole inside the leaf) for the others. Empty means 1, ..., 1, 64. Missing updates do not exist. A leaf is a
/// left fold in ascending index. `assign` takes the update with the highest index.
/// Sharded operand: as in Gather. Update elements outside the whole operand, and those outside the local box, are
/// dropped one by one, as the specification says.
/// Sharded updates: `updatesStart` is the global index of the local updates' origin along each scatter dim.
struct Scatter {
  std::vector<int64_t> operandShape, indicesShape, updatesShape;
  std::vector<int64_t> updateWindowDims, insertedWindowDims, inputBatchingDims, scatterIndicesBatchingDims,
      scatterDimsToOperandDims;
  int64_t indexVectorDim = 0;
  std::vector<int64_t> operandGlobal, operandStart; ///< one per operand dim, or empty
  std::vector<int64_t> updatesStart;                ///< one per scatter dim, or empty: all 0
  std::vector<int64_t> blocks;                      ///< one per scatter dim, or empty
  ScatterOp op = ScatterOp::add;
  Element type = Element::f32;
  Index index = Index::i32;
  bool byElement = false; ///< every row is one operand element
};

/// A node of the tree: global [start, end) per scatter dim. The whole tree is the box of all updates.
struct ScatterNode {
  std::vector<int64_t> start, end;
};

/// Tables of a scatter. A *row* is a target: one position of the operand's indexed, inserted and batching dims, all
/// window elements with it; where windows can overlap in part (`windowed`), a row is one operand element.
struct PreparedScatter {
  struct Position {
    int64_t size, updates, indices; ///< strides in elements
    int64_t row;                    ///< batching dim: stride in rows, else 0
    bool scatter;                   ///< false: a batching dim
    int64_t start;                  ///< scatter dim: global index of the local origin
    int64_t block;                  ///< scatter dim: block of its level, 0 without one
  };
  struct Component {
    int64_t row, whole, start, local; ///< stride in rows; extent of the whole; origin and extent of the local box
  };
  struct Window {
    int64_t size, updates, operand; ///< strides in elements
    int64_t component;              ///< windowed: the index component that moves it, or -1
    int64_t local;                  ///< windowed: extent of the operand dim
  };
  struct Row {
    int64_t size, operand; ///< stride in operand elements
  };
  std::vector<Position> positions; ///< update dims other than window dims, row-major
  std::vector<Component> components;
  std::vector<Window> window;
  std::vector<Row> rowDims;
  int64_t componentStride = 0; ///< in indices, between the components of one index vector
  int64_t rows = 0;            ///< work is a range of rows
  int64_t items = 0;           ///< update entries that can hit a row
  bool windowed = false;
  ScatterOp op = ScatterOp::add;
  Element type = Element::f32;
  Index index = Index::i32;
};

/// Errors: ranks or dims that do not fit together, blocks that do not form leaves, a type that the op does not take.
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
