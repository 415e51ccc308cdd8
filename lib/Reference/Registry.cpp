// The table of op families.
#include "Registry.h"

#include "det/Dialect/Det/Det.h"

namespace det::reference {

Registry Registry::create(Limits limits) {
  Registry registry;
  registerConstants(registry);
  registerMovement(registry);
  registerSlices(registry);
  registerGather(registry);
  registerScatter(registry);
  registerReduce(registry);
  registerGenericReduce(registry);
  registerGenericScatter(registry);
  registerSort(registry);
  registerScan(registry);
  registerWindows(registry);
  registerComplex(registry);
  registerProduct(registry);
  registerWhile(registry, limits);
  registerConvolution(registry);
  registerWideFunctions(registry);
  return registry;
}

rt::Result<ComputeAll> Registry::forAll(rt::Result<Compute> one) {
  if (!one)
    return one.error();
  return ComputeAll([compute = std::move(*one)](llvm::ArrayRef<Tensor> operands) -> rt::Result<std::vector<Tensor>> {
    auto result = compute(operands);
    if (!result)
      return result.error();
    return std::vector<Tensor>{std::move(*result)};
  });
}

static bool touchesF80(mlir::Operation *op) {
  auto isF80 = [](mlir::Type type) { return mlir::getElementTypeOrSelf(type).isF80(); };
  return llvm::any_of(op->getOperandTypes(), isF80) || llvm::any_of(op->getResultTypes(), isF80);
}

rt::Result<ComputeAll> Registry::prepare(mlir::Operation *op) const {
  auto handler = handlers.find(op->getName().getStringRef());
  if (handler != handlers.end())
    return handler->second(op);
  if (mlir::isa<ScalarOpInterface>(op) && touchesF80(op)) {
    auto wide = wideHandlers.find(op->getName().getStringRef());
    return wide != wideHandlers.end() ? wide->second(op) : rt::Error{"expected an op that the reference has in f80"};
  }
  if (mlir::isa<ScalarOpInterface>(op))
    return forAll(prepareElementwise(op));
  return rt::Error{"expected an op of the ordered graph, got one that the reference lacks"};
}

} // namespace det::reference
