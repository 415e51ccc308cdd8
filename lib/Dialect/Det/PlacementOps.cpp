// Verifiers of ops about where values are.
#include "det/Dialect/Det/Det.h"

using namespace mlir;

namespace det {

LogicalResult JoinOp::verify() {
  auto ordered = getPartial().getDefiningOp<OrderedOpInterface>();
  if (!ordered)
    return emitOpError("expected a partial value that an ordered op defines");
  if (ordered.getInit() && !getInit())
    return emitOpError("expected the init of the op that defines the partial value");
  return success();
}

} // namespace det
