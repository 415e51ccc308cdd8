// A region that computes one element, written out on whole tensors.
#include "ElementwiseBody.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;

namespace det::import {

FailureOr<ElementwiseBody> ElementwiseBody::take(const Conversion &c, Region &region) {
  ElementwiseBody result;
  if (failed(c.convertRegion(region, *result.body)))
    return failure();
  Block &block = result.body->front();
  if (!isa<YieldOp>(block.back()) || block.back().getNumOperands() != 1)
    return c.op->emitError() << "'" << c.op->getName() << "' expected a region with one result";
  for (Operation &op : block.without_terminator())
    if (!isa<ConstantOp, ScalarOpInterface>(op))
      return refuse(c.op, Twine("'") + op.getName().getStringRef() + "' in its region is not an elementwise operation");
  auto inside = [&](Value value) { return value.getParentBlock() == &block; };
  for (Operation &op : block)
    for (Value operand : op.getOperands())
      if (!inside(operand) && Conversion::type(operand).getRank() != 0)
        return refuse(c.op, "its region reads a value from outside that is not a scalar; make it an operand");
  return result;
}

Value ElementwiseBody::apply(const Conversion &c, ArrayRef<Value> operands) const {
  Block &block = body->front();
  ArrayRef<int64_t> shape = Conversion::type(operands[0]).getShape();
  IRMapping mapping;
  mapping.map(block.getArguments(), operands);
  auto spread = [&](Value value) {
    return BroadcastInDimOp::create(c.b, c.loc(), Conversion::type(value).clone(shape), value, ArrayRef<int64_t>()).getResult();
  };
  for (Operation &op : block.without_terminator()) {
    if (isa<ConstantOp>(op)) {
      mapping.map(op.getResult(0), spread(c.b.clone(op)->getResult(0)));
      continue;
    }
    for (Value operand : op.getOperands())
      if (!mapping.contains(operand))
        mapping.map(operand, spread(operand));
    for (Value result : c.b.clone(op, mapping)->getResults())
      result.setType(Conversion::type(result).clone(shape));
  }
  Value result = block.back().getOperand(0);
  return mapping.contains(result) ? mapping.lookup(result) : spread(result);
}

} // namespace det::import
