// How gather and scatter address: index vectors, batching dims, windows.
#ifndef DET_REFERENCE_INDEXING_H
#define DET_REFERENCE_INDEXING_H

#include "Values.h"

namespace det::reference {

/// The index vectors of a gather or scatter (StableHLO's start_indices, scatter_indices).
struct IndexVectors {
  llvm::SmallVector<int64_t> shape;           ///< of the indices, without the dim of the index vector
  llvm::SmallVector<int64_t> strides;         ///< of these dims in the indices
  int64_t vectorStride = 0;                   ///< from one component to the next
  llvm::SmallVector<int64_t> operandDims;     ///< component i addresses this operand dim
  llvm::SmallVector<int64_t> operandBatching; ///< these operand dims follow ...
  llvm::SmallVector<int64_t> indicesBatching; ///< ... these dims of `shape`

  IndexVectors(llvm::ArrayRef<int64_t> indicesShape, int64_t indexVectorDim, llvm::ArrayRef<int64_t> operandDims,
               llvm::ArrayRef<int64_t> operandBatching, llvm::ArrayRef<int64_t> indicesBatching);

  /// The start in the operand that position `index` (in `shape`) names, not clamped; `start` has the operand's rank.
  void startAt(const Tensor &indices, llvm::ArrayRef<int64_t> index, llvm::MutableArrayRef<int64_t> start) const;
};

/// The dims from 0 to `rank` that neither list names.
llvm::SmallVector<int64_t> otherDims(int64_t rank, llvm::ArrayRef<int64_t> a, llvm::ArrayRef<int64_t> b);

} // namespace det::reference

#endif // DET_REFERENCE_INDEXING_H
