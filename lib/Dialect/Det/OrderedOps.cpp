// OrderedOpInterface of the reducing ops: their box, their default order, and what their leaves are made of.
#include "det/Dialect/Det/OrderModel.h"

using namespace mlir;

namespace det {

static ArrayRef<int64_t> shapeOf(Value value) { return cast<RankedTensorType>(value.getType()).getShape(); }

static Type elementOf(Value value) { return cast<RankedTensorType>(value.getType()).getElementType(); }

static SmallVector<int64_t> sizesOf(Value value, ArrayRef<int64_t> dims) {
  SmallVector<int64_t> sizes;
  for (int64_t dim : dims)
    sizes.push_back(shapeOf(value)[dim]);
  return sizes;
}

/// The default order of a reduction of `shape`, whose operands and result have these element types. Sums accumulate in
/// f64 if any of them is f64.
static OrderAttr defaultOrder(order::Kind kind, ArrayRef<int64_t> shape, ArrayRef<int64_t> dims, ArrayRef<Type> operands,
                              Type result, RecipeAttr recipe) {
  order::Order order = order::defaultOrder(kind, shape, dims, typeName(operands[0]), toModel(recipe));
  auto accumulatesInF64 = [](Type type) { return order::accumulationType(typeName(type)) == "f64"; };
  if (llvm::any_of(operands, accumulatesInF64) || accumulatesInF64(result))
    order.acc = "f64";
  return fromModel(recipe.getContext(), order);
}

//===-- reduce
//-----------------------------------------------------------------------------------------------------===//

SmallVector<int64_t> ReduceOp::getBoxSizes() { return sizesOf(getOperand(), getDims()); }

OrderAttr ReduceOp::getDefaultOrder(RecipeAttr recipe) {
  return defaultOrder(order::Kind::Reduce, shapeOf(getOperand()), getDims(), elementOf(getOperand()), elementOf(getResult()),
                      recipe);
}

std::string ReduceOp::getTerms() { return typeName(elementOf(getOperand())); }

//===-- dot
//--------------------------------------------------------------------------------------------------------===//

SmallVector<int64_t> DotOp::getBoxSizes() { return sizesOf(getLhs(), getLhsContracting()); }

OrderAttr DotOp::getDefaultOrder(RecipeAttr recipe) {
  Type lhs = elementOf(getLhs()), rhs = elementOf(getRhs()), result = elementOf(getResult());
  order::Order order = order::defaultOrder(order::Kind::Product, shapeOf(getLhs()), getLhsContracting(), typeName(lhs), toModel(recipe));
  order.acc = productAccumulation(lhs, rhs, result);
  // A tensor core takes operands of one type.
  if (order.leaf == order::Leaf::Mma && (order.acc == "f64" || lhs != rhs)) {
    order.leaf = order::Leaf::Fold;
    order.model.clear();
  }
  return fromModel(recipe.getContext(), order);
}

Combiner DotOp::getCombiner() { return Combiner::Add; }

std::string DotOp::getTerms() { return typeName(elementOf(getLhs())) + "*" + typeName(elementOf(getRhs())); }

Value DotOp::getInit() { return {}; }

//===-- scatter
//----------------------------------------------------------------------------------------------------===//

SmallVector<int64_t> getScatterBoxDims(ScatterOp op) {
  // The scatter dims of the updates correspond, in order, to the dims of the indices without the index vector's dim.
  SmallVector<int64_t> dims;
  int64_t indicesDim = 0;
  for (int64_t dim = 0, rank = static_cast<int64_t>(shapeOf(op.getUpdates()).size()); dim < rank; ++dim) {
    if (llvm::is_contained(op.getUpdateWindowDims(), dim))
      continue;
    if (indicesDim == static_cast<int64_t>(op.getIndexVectorDim()))
      ++indicesDim;
    if (!llvm::is_contained(op.getIndicesBatchingDims(), indicesDim))
      dims.push_back(dim);
    ++indicesDim;
  }
  return dims;
}

SmallVector<int64_t> ScatterOp::getBoxSizes() { return sizesOf(getUpdates(), getScatterBoxDims(*this)); }

OrderAttr ScatterOp::getDefaultOrder(RecipeAttr recipe) {
  return defaultOrder(order::Kind::Scatter, shapeOf(getUpdates()), getScatterBoxDims(*this), elementOf(getUpdates()),
                      elementOf(getResult()), recipe);
}

std::string ScatterOp::getTerms() { return typeName(elementOf(getUpdates())); }

Value ScatterOp::getInit() { return getOperand(); }

} // namespace det
