// The cumulative reduction: verifier, factors and order.
#include "det/Dialect/Det/OrderModel.h"

using namespace mlir;

namespace det {

static RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

/// Elements per block (docs/order.md, cumulative sums).
static constexpr int64_t kScanBlock = 64;

LogicalResult ScanOp::verify() {
  if (getOperand().getType() != getResult().getType())
    return emitOpError("expected a result of the operand's type");
  int64_t dim = getDim();
  if (dim < 0 || dim >= typeOf(getOperand()).getRank())
    return emitOpError() << "expected a dim below rank " << typeOf(getOperand()).getRank() << ", got " << dim;
  if (typeOf(getInit()).getRank() != 0)
    return emitOpError("expected a scalar init");
  return success();
}

FactorMap ScanOp::getFactors() {
  FactorMap map;
  FactorMap::Tensor dims;
  for (auto [i, size] : llvm::enumerate(typeOf(getOperand()).getShape()))
    dims.push_back({map.add(size, i == getDim() ? FactorKind::Whole : FactorKind::Pass)});
  map.operands = {dims, FactorMap::Tensor()};
  map.results = {dims};
  return map;
}

int64_t ScanOp::getFlopsPerPoint() { return isa<FloatType>(typeOf(getOperand()).getElementType()) ? 1 : 0; }

SmallVector<int64_t> ScanOp::getBoxSizes() { return {typeOf(getOperand()).getDimSize(getDim())}; }

OrderAttr ScanOp::getDefaultOrder(RecipeAttr recipe) {
  order::Order order;
  order.levels.push_back({0, kScanBlock});
  order.acc = order::accumulationType(typeName(typeOf(getOperand()).getElementType()));
  return fromModel(recipe.getContext(), order);
}

std::string ScanOp::getTerms() { return typeName(typeOf(getOperand()).getElementType()); }

} // namespace det
