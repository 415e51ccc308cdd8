// map: its region, which computes one element, is written out on whole tensors.
#include "ElementwiseBody.h"

using namespace mlir;

namespace det::import {
namespace {

LogicalResult map(const Conversion &c) {
  if (c.op->getNumRegions() != 1 || c.op->getNumResults() != 1 || !regionReturn(c.op->getRegion(0)) ||
      c.op->getRegion(0).getNumArguments() != c.op->getNumOperands())
    return c.op->emitError() << "'" << c.op->getName() << "' expected one region with an argument for each operand";
  FailureOr<ElementwiseBody> body = ElementwiseBody::take(c, c.op->getRegion(0));
  if (failed(body))
    return failure();
  return c.replace(body->apply(c, SmallVector<Value>(c.op->getOperands())));
}

} // namespace

void addMapConversions(Conversions &table) { table.add("map", -1, map); }

} // namespace det::import
