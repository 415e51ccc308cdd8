// Complex numbers and their parts: a complex tensor is a tensor of parts with a last dim of two, real then imaginary.
#include "Registry.h"
#include "Values.h"

#include "det/Dialect/Det/Det.h"

using namespace mlir;

namespace det::reference {

/// The walk over one part of every complex number.
static Walk partOf(ArrayRef<int64_t> shape, int64_t part) {
  Walk walk{part, stridesOf(shape)};
  for (int64_t &stride : walk.strides)
    stride *= 2;
  return walk;
}

template <class Op, int64_t part> static rt::Result<Compute> preparePart(Op op) {
  RankedTensorType type = tensorType(op.getResult());
  return Compute([=](ArrayRef<Tensor> operands) -> rt::Result<Tensor> {
    Tensor out = Tensor::allocate(type);
    copyBox(type.getShape(), elementBytes(type.getElementType()), operands[0].data(), partOf(type.getShape(), part),
            out.mutableData(), {0, stridesOf(type.getShape())});
    return out;
  });
}

static rt::Result<Compute> prepareComplex(ComplexOp op) {
  RankedTensorType type = tensorType(op.getResult());
  return Compute([=](ArrayRef<Tensor> operands) -> rt::Result<Tensor> {
    Tensor out = Tensor::allocate(type);
    for (int64_t part : {0, 1})
      copyBox(type.getShape(), elementBytes(type.getElementType()) / 2, operands[part].data(), {0, stridesOf(type.getShape())},
              out.mutableData(), partOf(type.getShape(), part));
    return out;
  });
}

void registerComplex(Registry &registry) {
  registry.add<RealOp>(preparePart<RealOp, 0>);
  registry.add<ImagOp>(preparePart<ImagOp, 1>);
  registry.add<ComplexOp>(prepareComplex);
}

} // namespace det::reference
