// Slices at starts that are computed; a start is clamped so that the slice stays inside.
#include "Registry.h"
#include "Values.h"

#include "det/Dialect/Det/Det.h"

#include <algorithm>

using namespace mlir;

namespace det::reference {

/// The walk over a slice of `sizes` of a tensor, from starts that are given as scalars.
static Walk sliceAt(ArrayRef<int64_t> shape, ArrayRef<int64_t> sizes, ArrayRef<Tensor> starts) {
  Walk walk{0, stridesOf(shape)};
  for (size_t d = 0; d < shape.size(); ++d)
    walk.base += walk.strides[d] * std::clamp<int64_t>(indexAt(starts[d], 0), 0, shape[d] - sizes[d]);
  return walk;
}

static rt::Result<Compute> prepareDynamicSlice(DynamicSliceOp op) {
  RankedTensorType type = tensorType(op.getResult());
  return Compute([type](ArrayRef<Tensor> operands) -> rt::Result<Tensor> {
    Tensor out = Tensor::allocate(type);
    Walk source = sliceAt(operands[0].shape(), type.getShape(), operands.drop_front(1));
    copyBox(type.getShape(), elementBytes(type.getElementType()), operands[0].data(), source, out.mutableData(),
            {0, stridesOf(type.getShape())});
    return out;
  });
}

static rt::Result<Compute> prepareDynamicUpdateSlice(DynamicUpdateSliceOp op) {
  RankedTensorType type = tensorType(op.getResult());
  return Compute([type](ArrayRef<Tensor> operands) -> rt::Result<Tensor> {
    Tensor out = Tensor::copyOf(type, operands[0].data());
    ArrayRef<int64_t> sizes = operands[1].shape();
    Walk target = sliceAt(type.getShape(), sizes, operands.drop_front(2));
    copyBox(sizes, elementBytes(type.getElementType()), operands[1].data(), {0, stridesOf(sizes)}, out.mutableData(),
            target);
    return out;
  });
}

void registerSlices(Registry &registry) {
  registry.add<DynamicSliceOp>(prepareDynamicSlice);
  registry.add<DynamicUpdateSliceOp>(prepareDynamicUpdateSlice);
}

} // namespace det::reference
