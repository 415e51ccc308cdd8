// Ops that move elements by a fixed rule: every result element comes from one place, along strides.
#include "Registry.h"
#include "Values.h"

#include "det/Dialect/Det/Det.h"

using namespace mlir;

namespace det::reference {

static int64_t elementSize(RankedTensorType type) { return elementBytes(type.getElementType()); }

/// A result whose elements are walked through the operand.
static Compute walkOperand(RankedTensorType type, Walk source) {
  return [type, source](ArrayRef<Tensor> operands) -> rt::Result<Tensor> {
    Tensor out = Tensor::allocate(type);
    copyBox(type.getShape(), elementSize(type), operands[0].data(), source, out.mutableData(), {0, stridesOf(type.getShape())});
    return out;
  };
}

static rt::Result<Compute> prepareBroadcast(BroadcastInDimOp op) {
  RankedTensorType from = tensorType(op.getOperand()), to = tensorType(op.getResult());
  SmallVector<int64_t> strides = stridesOf(from.getShape());
  Walk source{0, SmallVector<int64_t>(to.getRank(), 0)};
  for (auto [i, dim] : llvm::enumerate(op.getDims()))
    if (from.getDimSize(i) != 1)
      source.strides[dim] = strides[i];
  return walkOperand(to, source);
}

static rt::Result<Compute> prepareTranspose(TransposeOp op) {
  SmallVector<int64_t> strides = stridesOf(tensorType(op.getOperand()).getShape());
  Walk source;
  for (int64_t dim : op.getPermutation())
    source.strides.push_back(strides[dim]);
  return walkOperand(tensorType(op.getResult()), source);
}

static rt::Result<Compute> prepareSlice(SliceOp op) {
  Walk source{0, stridesOf(tensorType(op.getOperand()).getShape())};
  for (auto [stride, start, step] : llvm::zip(source.strides, op.getStarts(), op.getStrides())) {
    source.base += stride * start;
    stride *= step;
  }
  return walkOperand(tensorType(op.getResult()), source);
}

static rt::Result<Compute> prepareReverse(ReverseOp op) {
  RankedTensorType type = tensorType(op.getResult());
  Walk source{0, stridesOf(type.getShape())};
  for (int64_t dim : op.getDims()) {
    source.base += source.strides[dim] * (type.getDimSize(dim) - 1);
    source.strides[dim] = -source.strides[dim];
  }
  return walkOperand(type, source);
}

static rt::Result<Compute> prepareReshape(ReshapeOp op) {
  return Compute(
      [type = tensorType(op.getResult())](ArrayRef<Tensor> operands) -> rt::Result<Tensor> { return operands[0].as(type); });
}

static rt::Result<Compute> prepareConcatenate(ConcatenateOp op) {
  return Compute([type = tensorType(op.getResult()), dim = op.getDim()](ArrayRef<Tensor> operands) -> rt::Result<Tensor> {
    Tensor out = Tensor::allocate(type);
    Walk target{0, stridesOf(type.getShape())};
    for (const Tensor &operand : operands) {
      copyBox(operand.shape(), elementSize(type), operand.data(), {0, stridesOf(operand.shape())}, out.mutableData(), target);
      target.base += operand.shape()[dim] * target.strides[dim];
    }
    return out;
  });
}

/// The elements of one dim that stay inside the padded result: operand indices [begin, begin + count), the first of
/// which lands at `at`.
struct PaddedDim {
  int64_t begin, count, at;
};

static PaddedDim padDim(int64_t size, int64_t low, int64_t step, int64_t resultSize) {
  int64_t begin = low < 0 ? (-low + step - 1) / step : 0;
  int64_t end = low < resultSize ? std::min(size, (resultSize - 1 - low) / step + 1) : 0;
  return {begin, std::max<int64_t>(0, end - begin), low + begin * step};
}

static rt::Result<Compute> preparePad(PadOp op) {
  RankedTensorType from = tensorType(op.getOperand()), to = tensorType(op.getResult());
  Walk source{0, stridesOf(from.getShape())}, target{0, stridesOf(to.getShape())};
  SmallVector<int64_t> shape;
  for (int64_t d = 0; d < from.getRank(); ++d) {
    int64_t step = op.getInterior()[d] + 1;
    PaddedDim dim = padDim(from.getDimSize(d), op.getLow()[d], step, to.getDimSize(d));
    source.base += dim.begin * source.strides[d];
    target.base += dim.at * target.strides[d];
    target.strides[d] *= step;
    shape.push_back(dim.count);
  }
  return Compute([=](ArrayRef<Tensor> operands) -> rt::Result<Tensor> {
    Tensor out = Tensor::allocate(to);
    Walk repeated{0, SmallVector<int64_t>(to.getRank(), 0)};
    copyBox(to.getShape(), elementSize(to), operands[1].data(), repeated, out.mutableData(), {0, stridesOf(to.getShape())});
    copyBox(shape, elementSize(to), operands[0].data(), source, out.mutableData(), target);
    return out;
  });
}

/// Ops about placement are the identity on values.
template <class Op> static rt::Result<Compute> prepareIdentity(Op) {
  return Compute([](ArrayRef<Tensor> operands) -> rt::Result<Tensor> { return operands[0]; });
}

void registerMovement(Registry &registry) {
  registry.add<BroadcastInDimOp>(prepareBroadcast);
  registry.add<TransposeOp>(prepareTranspose);
  registry.add<SliceOp>(prepareSlice);
  registry.add<ReverseOp>(prepareReverse);
  registry.add<ReshapeOp>(prepareReshape);
  registry.add<ConcatenateOp>(prepareConcatenate);
  registry.add<PadOp>(preparePad);
  registry.add<ShardingConstraintOp>(prepareIdentity<ShardingConstraintOp>);
  registry.add<ExchangeOp>(prepareIdentity<ExchangeOp>);
}

} // namespace det::reference
