// Loops and manual computations: verifiers, and the factors of a loop.
#include "det/Dialect/Det/Det.h"

using namespace mlir;

namespace det {

static RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

LogicalResult WhileOp::verify() {
  if (TypeRange(getInits().getTypes()) != TypeRange(getOutputs().getTypes()))
    return emitOpError("expected results of the carried values' types");
  for (Region *region : {&getCondition(), &getBody()}) {
    if (!region->hasOneBlock() || TypeRange(region->getArgumentTypes()) != TypeRange(getInits().getTypes()))
      return emitOpError("expected regions of one block that take the carried values");
    if (!isa<YieldOp>(region->front().getTerminator()))
      return emitOpError("expected regions that end in det.yield");
  }
  Operation *holds = getCondition().front().getTerminator(), *next = getBody().front().getTerminator();
  auto scalar = RankedTensorType::get({}, IntegerType::get(getContext(), 1));
  if (holds->getNumOperands() != 1 || holds->getOperand(0).getType() != scalar)
    return emitOpError("expected a condition that yields one scalar boolean");
  if (TypeRange(next->getOperandTypes()) != TypeRange(getInits().getTypes()))
    return emitOpError("expected a body that yields the carried values");
  return success();
}

FactorMap WhileOp::getFactors() {
  FactorMap map;
  for (Value init : getInits()) {
    FactorMap::Tensor dims;
    for (int64_t size : typeOf(init).getShape())
      dims.push_back({map.add(size, FactorKind::Pass)});
    map.operands.push_back(dims);
    map.results.push_back(dims);
  }
  return map;
}

LogicalResult ManualOp::verify() {
  if (getAxes().size() != getSizes().size())
    return emitOpError("expected a size for every manual axis");
  if (getInShardings().size() != getInputs().size() || getOutShardings().size() != getOutputs().size())
    return emitOpError("expected a sharding for every operand and result");
  if (!getBody().hasOneBlock() || getBody().getNumArguments() != getInputs().size() ||
      !isa<YieldOp>(getBody().front().getTerminator()) ||
      getBody().front().getTerminator()->getNumOperands() != getOutputs().size())
    return emitOpError("expected a body that takes the operands and yields the results");
  return success();
}

} // namespace det
