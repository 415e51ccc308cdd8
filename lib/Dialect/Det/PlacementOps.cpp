// Verifiers of ops about where values are.
#include "det/Dialect/Det/Det.h"

using namespace mlir;

namespace det {

/// The op with an order that a value comes from, looked up inside a region where one yields it.
static OrderedOpInterface orderedOpOf(Value value) {
  auto result = dyn_cast<OpResult>(value);
  if (!result)
    return {};
  if (auto region = dyn_cast<RegionOp>(result.getOwner()))
    return orderedOpOf(region.getBody().front().getTerminator()->getOperand(result.getResultNumber()));
  return dyn_cast<OrderedOpInterface>(result.getOwner());
}

LogicalResult JoinOp::verify() {
  OrderedOpInterface ordered = orderedOpOf(getPartial());
  if (!ordered)
    return emitOpError("expected a partial value that an ordered op defines");
  if (ordered.getInit() && !getInit())
    return emitOpError("expected the init of the op that defines the partial value");
  return success();
}

} // namespace det
