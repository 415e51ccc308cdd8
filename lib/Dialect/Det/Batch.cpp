// What `buildBatched` implementations share.
#include "det/Dialect/Det/Batch.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/APFloat.h"

using namespace mlir;

namespace det::batch {

static RankedTensorType tensorOf(Value value) { return cast<RankedTensorType>(value.getType()); }

int64_t sizeOf(ValueRange operands) { return tensorOf(operands[0]).getDimSize(0); }

RankedTensorType typeOf(Type type, int64_t size) {
  auto tensor = cast<RankedTensorType>(type);
  return RankedTensorType::get(withFirst(size, tensor.getShape()), tensor.getElementType());
}

Value sharedBehind(Value batched) {
  auto broadcast = batched.getDefiningOp<BroadcastInDimOp>();
  if (!broadcast || tensorOf(broadcast.getOperand()).getShape() != tensorOf(batched).getShape().drop_front())
    return {};
  for (auto [i, dim] : llvm::enumerate(broadcast.getDims()))
    if (dim != static_cast<int64_t>(i) + 1)
      return {};
  return broadcast.getOperand();
}

SmallVector<int64_t> shifted(ArrayRef<int64_t> list) {
  return llvm::map_to_vector(list, [](int64_t dim) { return dim + 1; });
}

SmallVector<int64_t> withFirst(int64_t first, ArrayRef<int64_t> list) {
  SmallVector<int64_t> result{first};
  llvm::append_range(result, list);
  return result;
}

SmallVector<int64_t> withLeading(ArrayRef<int64_t> list) { return withFirst(0, shifted(list)); }

Operation *cloneWith(Operation *op, OpBuilder &builder, ValueRange operands, TypeRange types) {
  OperationState state(op->getLoc(), op->getName().getStringRef(), operands, types, op->getAttrs());
  for (Region &region : op->getRegions()) {
    IRMapping mapping;
    region.cloneInto(state.addRegion(), mapping);
  }
  return builder.create(state);
}

SmallVector<Value> buildPerSlice(Operation *op, OpBuilder &builder, ValueRange operands) {
  int64_t size = sizeOf(operands);
  Location loc = op->getLoc();
  SmallVector<SmallVector<Value>> parts(op->getNumResults());
  for (int64_t i = 0; i < size; ++i) {
    SmallVector<Value> slice;
    for (auto [batched, original] : llvm::zip(operands, op->getOperands())) {
      RankedTensorType type = tensorOf(batched);
      SmallVector<int64_t> starts(type.getRank(), 0), limits(type.getShape()), strides(type.getRank(), 1);
      starts[0] = i;
      limits[0] = i + 1;
      Value row = SliceOp::create(builder, loc, typeOf(original.getType(), 1), batched, starts, limits, strides);
      slice.push_back(ReshapeOp::create(builder, loc, original.getType(), row));
    }
    for (auto [list, result] : llvm::zip(parts, cloneWith(op, builder, slice, op->getResultTypes())->getResults()))
      list.push_back(ReshapeOp::create(builder, loc, typeOf(result.getType(), 1), result));
  }
  SmallVector<Value> results;
  for (auto [list, result] : llvm::zip(parts, op->getResults()))
    results.push_back(ConcatenateOp::create(builder, loc, typeOf(result.getType(), size), list, 0));
  return results;
}

static std::optional<APFloat> floatIdentity(Combiner combiner, const llvm::fltSemantics &semantics) {
  switch (combiner) {
  case Combiner::Add:
    return APFloat::getZero(semantics, /*Negative=*/true);
  case Combiner::Mul:
    return APFloat(semantics, "1.0");
  case Combiner::Max:
    return APFloat::getInf(semantics, /*Negative=*/true);
  case Combiner::Min:
    return APFloat::getInf(semantics);
  default:
    return std::nullopt;
  }
}

static std::optional<APInt> integerIdentity(Combiner combiner, IntegerType type) {
  unsigned width = type.getWidth();
  bool isUnsigned = type.isUnsigned() || width == 1;
  switch (combiner) {
  case Combiner::Add:
  case Combiner::Or:
  case Combiner::Xor:
    return APInt::getZero(width);
  case Combiner::Mul:
    return APInt(width, 1);
  case Combiner::And:
    return APInt::getAllOnes(width);
  case Combiner::Max:
    return isUnsigned ? APInt::getZero(width) : APInt::getSignedMinValue(width);
  case Combiner::Min:
    return isUnsigned ? APInt::getAllOnes(width) : APInt::getSignedMaxValue(width);
  default:
    return std::nullopt;
  }
}

DenseElementsAttr identity(Combiner combiner, RankedTensorType type) {
  if (auto real = dyn_cast<FloatType>(type.getElementType())) {
    std::optional<APFloat> value = floatIdentity(combiner, real.getFloatSemantics());
    return value ? DenseElementsAttr::get(type, *value) : DenseElementsAttr();
  }
  auto integer = dyn_cast<IntegerType>(type.getElementType());
  std::optional<APInt> value = integer ? integerIdentity(combiner, integer) : std::nullopt;
  return value ? DenseElementsAttr::get(type, *value) : DenseElementsAttr();
}

Value join(OpBuilder &builder, Location loc, Combiner combiner, Value left, Value right) {
  StringRef name = "det.xor";
  switch (combiner) {
  case Combiner::Add:
    name = "det.add";
    break;
  case Combiner::Mul:
    name = "det.multiply";
    break;
  case Combiner::Max:
    name = "det.maximum";
    break;
  case Combiner::Min:
    name = "det.minimum";
    break;
  case Combiner::And:
    name = "det.and";
    break;
  case Combiner::Or:
    name = "det.or";
    break;
  case Combiner::Xor:
    break;
  case Combiner::Assign:
  case Combiner::Body:
    return right;
  }
  OperationState state(loc, name, {left, right}, {left.getType()});
  return builder.create(state)->getResult(0);
}

} // namespace det::batch
