// Gather: one slice of the operand per index vector, at a start that is clamped so that the slice stays inside.
#include "Indexing.h"
#include "Registry.h"

#include "det/Dialect/Det/Det.h"

#include <algorithm>

using namespace mlir;

namespace det::reference {

static rt::Result<Compute> prepareGather(GatherOp op) {
  RankedTensorType from = tensorType(op.getOperand()), to = tensorType(op.getResult());
  IndexVectors vectors(tensorType(op.getIndices()).getShape(), op.getIndexVectorDim(), op.getStartIndexMap(),
                       op.getOperandBatchingDims(), op.getIndicesBatchingDims());
  // A slice: its dims in the operand and in the result, in the same order.
  SmallVector<int64_t> sliceDims = otherDims(from.getRank(), op.getCollapsedSliceDims(), op.getOperandBatchingDims());
  SmallVector<int64_t> fromStrides = stridesOf(from.getShape()), toStrides = stridesOf(to.getShape());
  SmallVector<int64_t> sliceShape, sliceSizes(op.getSliceSizes());
  Walk source, target;
  for (auto [dim, resultDim] : llvm::zip(sliceDims, op.getOffsetDims())) {
    sliceShape.push_back(sliceSizes[dim]);
    source.strides.push_back(fromStrides[dim]);
    target.strides.push_back(toStrides[resultDim]);
  }
  SmallVector<int64_t> batchStrides;
  for (int64_t dim : otherDims(to.getRank(), op.getOffsetDims(), {}))
    batchStrides.push_back(toStrides[dim]);

  return Compute([=](ArrayRef<Tensor> operands) -> rt::Result<Tensor> {
    Tensor out = Tensor::allocate(to);
    Walk a = source, b = target;
    SmallVector<int64_t> index(vectors.shape.size()), start(from.getRank());
    int64_t count = ShapedType::getNumElements(vectors.shape);
    for (int64_t position = 0; position < count; ++position) {
      unflatten(position, vectors.shape, index);
      vectors.startAt(operands[1], index, start);
      a.base = b.base = 0;
      for (int64_t d = 0; d < from.getRank(); ++d)
        a.base += fromStrides[d] * std::clamp<int64_t>(start[d], 0, from.getDimSize(d) - sliceSizes[d]);
      for (auto [i, stride] : llvm::zip(index, batchStrides))
        b.base += i * stride;
      copyBox(sliceShape, elementBytes(to.getElementType()), operands[0].data(), a, out.mutableData(), b);
    }
    return out;
  });
}

void registerGather(Registry &registry) { registry.add<GatherOp>(prepareGather); }

} // namespace det::reference
