// map: its region, which computes one element, is written out on whole tensors.
#include "Converters.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;

namespace det::import {
namespace {

LogicalResult map(const Conversion &c) {
  if (c.op->getNumRegions() != 1 || c.op->getNumResults() != 1 || !regionReturn(c.op->getRegion(0)) ||
      c.op->getRegion(0).getNumArguments() != c.op->getNumOperands())
    return c.op->emitError() << "'" << c.op->getName() << "' expected one region with an argument for each operand";
  ArrayRef<int64_t> shape = c.resultType().getShape();
  Region body;
  if (failed(c.convertRegion(c.op->getRegion(0), body)))
    return failure();
  IRMapping mapping;
  mapping.map(body.getArguments(), c.op->getOperands());
  auto spread = [&](Value value) {
    return BroadcastInDimOp::create(c.b, c.loc(), Conversion::type(value).clone(shape), value, ArrayRef<int64_t>()).getResult();
  };
  for (Operation &op : body.front().without_terminator()) {
    if (isa<ConstantOp>(op)) {
      mapping.map(op.getResult(0), spread(c.b.clone(op)->getResult(0)));
      continue;
    }
    if (!isa<ScalarOpInterface>(op))
      return refuse(c.op, Twine("'") + op.getName().getStringRef() + "' in its region is not an elementwise operation");
    for (Value operand : op.getOperands())
      if (!mapping.contains(operand))
        mapping.map(operand, spread(operand));
    Operation *copy = c.b.clone(op, mapping);
    for (Value result : copy->getResults())
      result.setType(Conversion::type(result).clone(shape));
  }
  Value result = body.front().getTerminator()->getOperand(0);
  return c.replace(mapping.contains(result) ? mapping.lookup(result) : spread(result));
}

} // namespace

void addMapConversions(Conversions &table) { table.add("map", -1, map); }

} // namespace det::import
