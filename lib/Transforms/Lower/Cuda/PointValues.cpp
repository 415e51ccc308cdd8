// The values of a region at one point of its iteration space.
#include "PointValues.h"

using namespace mlir;

namespace det::cuda {

/// The value behind broadcasts and reshapes: at a point of the common space it is the same.
static Value lookThroughViews(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<BroadcastInDimOp, ReshapeOp>(op))
      break;
    value = op->getOperand(0);
  }
  return value;
}

Value PointValues::offset(Value value) {
  SmallVector<Value> positions;
  SmallVector<int64_t> strides;
  for (auto [dim, stride] : llvm::zip_equal(space.getDims(value), denseStrides(shapeOf(value))))
    if (dim >= 0) {
      positions.push_back(indices[dim]);
      strides.push_back(stride);
    }
  return code.offset(positions, strides);
}

Value PointValues::get(Value value) {
  value = lookThroughViews(value);
  for (auto &scope : llvm::reverse(scopes))
    if (Value known = scope.lookup(value))
      return known;
  Value result;
  if (auto argument = dyn_cast<BlockArgument>(value))
    result = code.load(elementOf(argument), pointers[argument.getArgNumber()], offset(argument));
  else
    result = compute(value.getDefiningOp());
  if (result)
    set(value, result);
  return result;
}

Value PointValues::compute(Operation *op) {
  Value result;
  if (auto constant = dyn_cast<ConstantOp>(op)) {
    result = computeConstant(constant);
  } else if (auto iota = dyn_cast<IotaOp>(op)) {
    result = computeIota(iota);
  } else if (auto reduce = dyn_cast<ReduceOp>(op)) {
    result = computeTrivial(reduce);
  } else if (auto scalar = dyn_cast<ScalarOpInterface>(op)) {
    SmallVector<Value> operands;
    for (Value of : op->getOperands()) {
      Value operand = get(of);
      if (!operand)
        return {};
      operands.push_back(isa<BitcastConvertOp>(op) ? code.canonical(operand) : operand);
    }
    result = scalar.buildScalar(code.builder, code.loc, operands);
  }
  if (!result && !failed) {
    op->emitOpError() << "expected an op and element type that kernels can compute with, got " << op->getResult(0).getType();
    failed = true;
  }
  return result;
}

Value PointValues::computeConstant(ConstantOp constant) {
  auto splat = dyn_cast<SplatElementsAttr>(constant.getValue());
  if (!splat)
    return {};
  Attribute attr = splat.getSplatValue<Attribute>();
  if (auto integer = dyn_cast<IntegerAttr>(attr))
    attr = IntegerAttr::get(getScalarType(integer.getType()), integer.getValue());
  auto typed = dyn_cast<TypedAttr>(attr);
  return typed ? code.constant(typed) : Value();
}

Value PointValues::computeIota(IotaOp iota) {
  int dim = space.getDims(iota.getResult())[iota.getDim()];
  Value position = dim < 0 ? code.index(0) : indices[dim];
  return code.convert(code.indexType, elementOf(iota.getResult()), position);
}

/// Nothing but init and one element.
Value PointValues::computeTrivial(ReduceOp reduce) {
  if (!isTrivialReduce(reduce))
    return {};
  Type acc = getAccumulationType(elementOf(reduce.getOperand()));
  auto wide = [&](Value of) {
    Value value = get(of);
    return value ? code.convert(elementOf(of), acc, value) : Value();
  };
  Value init = wide(reduce.getInit()), x = wide(reduce.getOperand());
  if (!init || !x)
    return {};
  Value joined = code.ops.combine(code.builder, code.loc, reduce.getCombiner(), acc, init, x);
  return joined ? code.convert(acc, elementOf(reduce.getResult()), joined) : Value();
}

} // namespace det::cuda
