// Loops that import does not write out.
#include "Converters.h"
#include "det/Dialect/Det/Loops.h"

using namespace mlir;

namespace det::import {
namespace {

LogicalResult whileLoop(const Conversion &c) {
  OperationState state(c.loc(), WhileOp::getOperationName());
  state.addOperands(c.op->getOperands());
  state.addTypes(c.op->getResultTypes());
  if (Attribute trips = c.op->getAttr(kTripsAttr))
    state.addAttribute(kTripsAttr, trips);
  for (Region &source : c.op->getRegions())
    if (failed(c.convertRegion(source, *state.addRegion())))
      return failure();
  return c.replace(c.b.create(state)->getResults());
}

} // namespace

void addControlConversions(Conversions &table) { table.add("while", -1, whileLoop); }

} // namespace det::import
