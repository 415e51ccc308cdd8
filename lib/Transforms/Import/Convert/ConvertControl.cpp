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
  state.addRegion();
  state.addRegion();
  // In its place before its regions are converted: operations in them look at what is around them.
  Operation *loop = c.b.create(state);
  for (auto [source, target] : llvm::zip_equal(c.op->getRegions(), loop->getRegions()))
    if (failed(c.convertRegion(source, target)))
      return failure();
  return c.replace(loop->getResults());
}

} // namespace

void addControlConversions(Conversions &table) { table.add("while", -1, whileLoop); }

} // namespace det::import
