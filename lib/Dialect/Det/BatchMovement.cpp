// Ops that move elements over one more dim: the leading dim stays where it is.
#include "det/Dialect/Det/Batch.h"

using namespace mlir;

namespace det {

using batch::shifted, batch::sizeOf, batch::withFirst, batch::withLeading;
using Batched = FailureOr<SmallVector<Value>>;

static Batched one(Value value) { return SmallVector<Value>{value}; }

/// The batched form of an op's only result type.
static RankedTensorType resultOf(Operation *op, ValueRange operands) {
  return batch::typeOf(op->getResult(0).getType(), sizeOf(operands));
}

Batched BroadcastInDimOp::buildBatched(OpBuilder &builder, ValueRange operands) {
  return one(BroadcastInDimOp::create(builder, getLoc(), resultOf(*this, operands), operands[0], withLeading(getDims())));
}

Batched ReshapeOp::buildBatched(OpBuilder &builder, ValueRange operands) {
  return one(ReshapeOp::create(builder, getLoc(), resultOf(*this, operands), operands[0]));
}

Batched TransposeOp::buildBatched(OpBuilder &builder, ValueRange operands) {
  return one(TransposeOp::create(builder, getLoc(), resultOf(*this, operands), operands[0], withLeading(getPermutation())));
}

Batched SliceOp::buildBatched(OpBuilder &builder, ValueRange operands) {
  return one(SliceOp::create(builder, getLoc(), resultOf(*this, operands), operands[0], withFirst(0, getStarts()),
                             withFirst(sizeOf(operands), getLimits()), withFirst(1, getStrides())));
}

Batched ConcatenateOp::buildBatched(OpBuilder &builder, ValueRange operands) {
  return one(ConcatenateOp::create(builder, getLoc(), resultOf(*this, operands), operands, getDim() + 1));
}

Batched PadOp::buildBatched(OpBuilder &builder, ValueRange operands) {
  RankedTensorType type = resultOf(*this, operands);
  SmallVector<int64_t> low = withFirst(0, getLow()), high = withFirst(0, getHigh()), interior = withFirst(0, getInterior());
  auto pad = [&](Value operand, Value padding, RankedTensorType to) -> Value {
    return PadOp::create(builder, getLoc(), to, operand, padding, low, high, interior);
  };
  if (Value padding = batch::sharedBehind(operands[1]))
    return one(pad(operands[0], padding, type));
  // Each slice has a padding of its own: it is put where padded booleans say that there is no element.
  auto splat = [&](RankedTensorType of, Attribute value) -> Value {
    return ConstantOp::create(builder, getLoc(), DenseElementsAttr::get(of, value));
  };
  auto scalar = RankedTensorType::get({}, type.getElementType());
  Value zero = ConstantOp::create(builder, getLoc(), cast<ElementsAttr>(builder.getZeroAttr(scalar)));
  RankedTensorType flag = type.clone(builder.getI1Type());
  auto operandFlag = cast<RankedTensorType>(operands[0].getType()).clone(builder.getI1Type());
  Value isElement = pad(splat(operandFlag, builder.getBoolAttr(true)),
                        splat(flag.clone(ArrayRef<int64_t>()), builder.getBoolAttr(false)), flag);
  Value spread = BroadcastInDimOp::create(builder, getLoc(), type, operands[1], ArrayRef<int64_t>{0});
  return one(SelectOp::create(builder, getLoc(), type, isElement, pad(operands[0], zero, type), spread));
}

Batched ReverseOp::buildBatched(OpBuilder &builder, ValueRange operands) {
  return one(ReverseOp::create(builder, getLoc(), resultOf(*this, operands), operands[0], shifted(getDims())));
}

/// Without operands there is nothing to tell slices apart: the op itself.
Batched IotaOp::buildBatched(OpBuilder &builder, ValueRange operands) {
  return one(IotaOp::create(builder, getLoc(), getType(), getDim()));
}

Batched WindowsOp::buildBatched(OpBuilder &builder, ValueRange operands) {
  // Windows of one element along the leading dim; the dim for places inside them, of size 1, goes again.
  RankedTensorType type = resultOf(*this, operands);
  int64_t rank = cast<RankedTensorType>(getOperand().getType()).getRank();
  SmallVector<int64_t> shape(type.getShape());
  shape.insert(shape.begin() + rank + 1, 1);
  Value windows = WindowsOp::create(builder, getLoc(), type.clone(shape), operands[0], withFirst(1, getSizes()),
                                    withFirst(1, getStrides()), withFirst(1, getDilations()));
  return one(ReshapeOp::create(builder, getLoc(), type, windows));
}

Batched RealOp::buildBatched(OpBuilder &builder, ValueRange operands) {
  return buildElementwiseBatched(*this, builder, operands);
}

Batched ImagOp::buildBatched(OpBuilder &builder, ValueRange operands) {
  return buildElementwiseBatched(*this, builder, operands);
}

Batched ComplexOp::buildBatched(OpBuilder &builder, ValueRange operands) {
  return buildElementwiseBatched(*this, builder, operands);
}

} // namespace det
