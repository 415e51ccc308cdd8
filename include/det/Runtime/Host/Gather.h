// StableHLO gather on static shapes, as byte copies.
#ifndef DET_RUNTIME_HOST_GATHER_H
#define DET_RUNTIME_HOST_GATHER_H

#include "det/Runtime/Result.h"

#include <cstdint>
#include <vector>

namespace det::rt::host {

/// The type of index elements. Unsigned ones that are too large for the operand clamp like any other.
enum class Index : uint8_t { i8, i16, i32, i64, u8, u16, u32, u64 };

/// A gather as StableHLO states it (spec, section "gather"). Shapes are local; all arrays are dense row-major.
///
/// Sharded operand: along indexed dims `operandGlobal` and `operandStart` place the local box in the whole operand;
/// indices are clamped to the whole, and what the local box does not hold gives zero bytes, so the bitwise or over
/// the owners is the gather. Both may be empty: the operand is whole. Other dims (window, batching) are just local.
struct Gather {
  std::vector<int64_t> operandShape, indicesShape, resultShape;
  std::vector<int64_t> offsetDims, collapsedSliceDims, operandBatchingDims, startIndicesBatchingDims, startIndexMap;
  int64_t indexVectorDim = 0;
  std::vector<int64_t> sliceSizes;
  std::vector<int64_t> operandGlobal, operandStart; ///< one per operand dim, or empty
  int64_t elementBytes = 4;
  Index index = Index::i32;
};

/// Tables of a gather. A *row* is one slice: one position of the result's batch dims, row-major.
struct PreparedGather {
  struct Dim {
    int64_t size, operand, result; ///< strides in elements
  };
  struct Batch {
    int64_t size, result, indices, operand; ///< operand: stride of the batching dim it belongs to, or 0
  };
  struct Component {
    int64_t operand, limit, start, local; ///< stride; largest start in the whole; origin and extent of the local box
  };
  std::vector<Batch> batch;
  std::vector<Dim> window; ///< the slice's dims in operand order, runs merged, without the innermost run
  std::vector<Component> components;
  int64_t componentStride = 0; ///< in indices, between the components of one index vector
  int64_t run = 1;             ///< elements of the innermost contiguous run
  int64_t elementBytes = 4;
  Index index = Index::i32;
  int64_t rows = 0;
};

/// Errors: ranks or dims that do not fit together, an unsupported element size, a sharded indexed dim whose slice is
/// larger than 1.
Result<PreparedGather> prepareGather(const Gather &gather);

/// Gathers the rows [begin, end). Needs no scratch.
void runGather(const PreparedGather &gather, const void *operand, const void *indices, void *result, int64_t begin, int64_t end);

} // namespace det::rt::host

#endif // DET_RUNTIME_HOST_GATHER_H
