// Index vectors of gather and scatter.
#include "Indexing.h"

using namespace mlir;

namespace det::reference {

IndexVectors::IndexVectors(ArrayRef<int64_t> indicesShape, int64_t indexVectorDim, ArrayRef<int64_t> operandDims,
                           ArrayRef<int64_t> operandBatching, ArrayRef<int64_t> indicesBatching)
    : operandDims(operandDims), operandBatching(operandBatching) {
  SmallVector<int64_t> all = stridesOf(indicesShape);
  for (int64_t d = 0, rank = static_cast<int64_t>(indicesShape.size()); d < rank; ++d) {
    if (d == indexVectorDim) {
      vectorStride = all[d];
    } else {
      shape.push_back(indicesShape[d]);
      strides.push_back(all[d]);
    }
  }
  for (int64_t d : indicesBatching)
    this->indicesBatching.push_back(d > indexVectorDim ? d - 1 : d);
}

void IndexVectors::startAt(const Tensor &indices, ArrayRef<int64_t> index, MutableArrayRef<int64_t> start) const {
  std::fill(start.begin(), start.end(), 0);
  int64_t at = 0;
  for (auto [i, stride] : llvm::zip(index, strides))
    at += i * stride;
  for (auto [i, dim] : llvm::enumerate(operandDims))
    start[dim] = indexAt(indices, at + static_cast<int64_t>(i) * vectorStride);
  for (auto [dim, from] : llvm::zip(operandBatching, indicesBatching))
    start[dim] = index[from];
}

SmallVector<int64_t> otherDims(int64_t rank, ArrayRef<int64_t> a, ArrayRef<int64_t> b) {
  SmallVector<int64_t> dims;
  for (int64_t d = 0; d < rank; ++d)
    if (!llvm::is_contained(a, d) && !llvm::is_contained(b, d))
      dims.push_back(d);
  return dims;
}

} // namespace det::reference
