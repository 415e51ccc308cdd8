// The table of op families.
#include "Registry.h"

#include "det/Dialect/Det/Det.h"

namespace det::reference {

Registry Registry::create() {
  Registry registry;
  registerConstants(registry);
  registerMovement(registry);
  registerSlices(registry);
  registerGather(registry);
  registerScatter(registry);
  registerReduce(registry);
  registerProduct(registry);
  return registry;
}

rt::Result<Compute> Registry::prepare(mlir::Operation *op) const {
  auto handler = handlers.find(op->getName().getStringRef());
  if (handler != handlers.end())
    return handler->second(op);
  if (mlir::isa<ScalarOpInterface>(op))
    return prepareElementwise(op);
  return rt::Error{"expected an op of the ordered graph, got one that the reference lacks"};
}

} // namespace det::reference
