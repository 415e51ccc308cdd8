// Reductions and sorts over one more dim. No default order sees a leading dim that is not reduced: every slice keeps the
// order, and so the bits, of the op on the slice.
#include "det/Dialect/Det/Batch.h"

using namespace mlir;

namespace det {

using batch::sharedBehind, batch::shifted, batch::sizeOf;
using Batched = FailureOr<SmallVector<Value>>;

static RankedTensorType tensorOf(Value value) { return cast<RankedTensorType>(value.getType()); }

static Value convertTo(OpBuilder &builder, Location loc, Value value, Type element) {
  RankedTensorType type = tensorOf(value);
  return type.getElementType() == element ? value : Value(ConvertOp::create(builder, loc, type.clone(element), value));
}

Batched ReduceOp::buildBatched(OpBuilder &builder, ValueRange operands) {
  RankedTensorType type = batch::typeOf(getType(), sizeOf(operands));
  auto reduce = [&](Value operand, Value init, RankedTensorType to) -> Value {
    return ReduceOp::create(builder, getLoc(), to, getCombiner(), operand, init, shifted(getDims()), getOrderAttr());
  };
  if (Value init = sharedBehind(operands[1]))
    return SmallVector<Value>{reduce(operands[0], init, type)};
  // Each slice has an init of its own: joined on the left of a root that nothing has rounded yet.
  Type acc = getAccumulationType(type.getElementType().isF64() ? type.getElementType() : tensorOf(operands[0]).getElementType());
  DenseElementsAttr identity = batch::identity(getCombiner(), RankedTensorType::get({}, acc));
  if (!identity)
    return batch::buildPerSlice(*this, builder, operands);
  RankedTensorType wide = type.clone(acc);
  Value none = ConstantOp::create(builder, getLoc(), identity);
  Value root = reduce(convertTo(builder, getLoc(), operands[0], acc), none, wide);
  Value init = convertTo(builder, getLoc(), operands[1], acc);
  Value spread = BroadcastInDimOp::create(builder, getLoc(), wide, init, ArrayRef<int64_t>{0});
  Value joined = batch::join(builder, getLoc(), getCombiner(), spread, root);
  return SmallVector<Value>{convertTo(builder, getLoc(), joined, type.getElementType())};
}

Batched ScanOp::buildBatched(OpBuilder &builder, ValueRange operands) {
  Value init = sharedBehind(operands[1]);
  if (!init)
    return batch::buildPerSlice(*this, builder, operands);
  auto scan = cast<ScanOp>(batch::cloneWith(*this, builder, {operands[0], init}, {batch::typeOf(getType(), sizeOf(operands))}));
  scan.setDim(getDim() + 1);
  return SmallVector<Value>{scan.getResult()};
}

Batched GenericReduceOp::buildBatched(OpBuilder &builder, ValueRange operands) {
  SmallVector<Value> values(operands);
  for (Value &init : MutableArrayRef<Value>(values).drop_front(getInputs().size()))
    if (!(init = sharedBehind(init)))
      return batch::buildPerSlice(*this, builder, operands);
  SmallVector<Type> types;
  for (Type type : getResultTypes())
    types.push_back(batch::typeOf(type, sizeOf(operands)));
  auto reduce = cast<GenericReduceOp>(batch::cloneWith(*this, builder, values, types));
  reduce.setDims(shifted(getDims()));
  return SmallVector<Value>(reduce->getResults());
}

Batched SortOp::buildBatched(OpBuilder &builder, ValueRange operands) {
  auto sort = cast<SortOp>(batch::cloneWith(*this, builder, operands, operands.getTypes()));
  sort.setDim(getDim() + 1);
  return SmallVector<Value>(sort->getResults());
}

} // namespace det
