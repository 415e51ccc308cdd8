// Ops with a body of scalar ops: verifiers, factors and order.
#include "det/Dialect/Det/OrderModel.h"

using namespace mlir;

namespace det {

static RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

/// The body takes `arguments` and yields `results`, all scalars of these element types.
static LogicalResult verifyBody(Operation *op, ArrayRef<Type> arguments, ArrayRef<Type> results) {
  Block &body = op->getRegion(0).front();
  auto isScalar = [](Type type, Type element) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.getRank() == 0 && tensor.getElementType() == element;
  };
  if (!llvm::equal(body.getArgumentTypes(), arguments, isScalar))
    return op->emitOpError("expected a body whose arguments are scalars of the operands' element types");
  auto yield = dyn_cast<YieldOp>(body.getTerminator());
  if (!yield || !llvm::equal(yield.getOperandTypes(), results, isScalar))
    return op->emitOpError("expected a body that yields scalars of the results' element types");
  for (Operation &inner : body.without_terminator())
    if (!isa<ScalarOpInterface, ConstantOp>(inner))
      return inner.emitOpError("expected an elementwise operation in the body of '") << op->getName() << "'";
  return success();
}

static SmallVector<Type> elementsOf(ValueRange values) {
  SmallVector<Type> types;
  for (Value value : values)
    types.push_back(typeOf(value).getElementType());
  return types;
}

static bool haveOneShape(ValueRange values) {
  return llvm::all_of(values, [&](Value value) { return typeOf(value).getShape() == typeOf(values[0]).getShape(); });
}

/// All tensors share the dims of the first; those that `whole` names are whole.
static FactorMap alikeFactors(ValueRange operands, ValueRange results, llvm::function_ref<bool(int64_t)> whole) {
  FactorMap map;
  FactorMap::Tensor dims;
  for (auto [i, size] : llvm::enumerate(typeOf(operands[0]).getShape()))
    dims.push_back({map.add(size, whole(i) ? FactorKind::Whole : FactorKind::Pass)});
  map.operands.assign(operands.size(), dims);
  map.results.assign(results.size(), dims);
  return map;
}

//===-- generic_reduce -----------------------------------------------------------------------------------------------===//

LogicalResult GenericReduceOp::verify() {
  if (getInputs().empty() || getInits().size() != getInputs().size() || getOutputs().size() != getInputs().size())
    return emitOpError("expected as many inits and results as inputs, at least one");
  if (!haveOneShape(getInputs()))
    return emitOpError("expected inputs of one shape");
  if (!llvm::is_sorted(getDims()))
    return emitOpError("expected ascending dims");
  ArrayRef<int64_t> shape = typeOf(getInputs()[0]).getShape();
  SmallVector<int64_t> kept;
  for (auto [i, size] : llvm::enumerate(shape))
    if (!llvm::is_contained(getDims(), static_cast<int64_t>(i)))
      kept.push_back(size);
  if (kept.size() + getDims().size() != shape.size())
    return emitOpError() << "expected distinct dims below rank " << shape.size();
  SmallVector<Type> elements = elementsOf(getInputs()), twice = elements;
  twice.append(elements);
  for (auto [init, output, element] : llvm::zip(getInits(), getOutputs(), elements)) {
    if (typeOf(init).getRank() != 0 || typeOf(init).getElementType() != element)
      return emitOpError("expected scalar inits of the inputs' element types");
    if (typeOf(output).getShape() != ArrayRef<int64_t>(kept) || typeOf(output).getElementType() != element)
      return emitOpError("expected results of the inputs' types without the reduced dims");
  }
  return verifyBody(*this, twice, elements);
}

FactorMap GenericReduceOp::getFactors() {
  FactorMap map;
  FactorMap::Tensor operand, result;
  for (auto [i, size] : llvm::enumerate(typeOf(getInputs()[0]).getShape())) {
    bool reduced = llvm::is_contained(getDims(), static_cast<int64_t>(i));
    operand.push_back({map.add(size, reduced ? FactorKind::Whole : FactorKind::Pass)});
    if (!reduced)
      result.push_back(operand.back());
  }
  map.operands.assign(getInputs().size(), operand);
  map.operands.append(getInits().size(), FactorMap::Tensor());
  map.results.assign(getOutputs().size(), result);
  return map;
}

SmallVector<int64_t> GenericReduceOp::getBoxSizes() {
  SmallVector<int64_t> sizes;
  for (int64_t dim : getDims())
    sizes.push_back(typeOf(getInputs()[0]).getDimSize(dim));
  return sizes;
}

OrderAttr GenericReduceOp::getDefaultOrder(RecipeAttr recipe) {
  RankedTensorType type = typeOf(getInputs()[0]);
  order::Order order =
      order::defaultOrder(order::Kind::Reduce, type.getShape(), getDims(), typeName(type.getElementType()), toModel(recipe));
  order.acc = typeName(type.getElementType()); // the body is evaluated as written
  return fromModel(recipe.getContext(), order);
}

Combiner GenericReduceOp::getCombiner() { return Combiner::Body; }

std::string GenericReduceOp::getTerms() {
  std::string terms;
  for (Type type : elementsOf(getInputs()))
    terms += (terms.empty() ? "" : ",") + typeName(type);
  return terms;
}

Value GenericReduceOp::getInit() { return getInits()[0]; }

//===-- generic_scatter ----------------------------------------------------------------------------------------------===//

LogicalResult GenericScatterOp::verify() {
  if (getInputs().empty() || getUpdates().size() != getInputs().size() || getOutputs().size() != getInputs().size())
    return emitOpError("expected as many updates and results as inputs, at least one");
  if (!haveOneShape(getInputs()) || !haveOneShape(getUpdates()))
    return emitOpError("expected inputs of one shape, and updates of one shape");
  if (TypeRange(getInputs().getTypes()) != TypeRange(getOutputs().getTypes()))
    return emitOpError("expected results of the inputs' types");
  size_t window = getUpdateWindowDims().size(), rank = typeOf(getInputs()[0]).getRank();
  if (window + getInsertedWindowDims().size() + getInputBatchingDims().size() != rank)
    return emitOpError() << "expected update window, inserted window and batching dims to add up to rank " << rank;
  SmallVector<Type> elements = elementsOf(getInputs()), twice = elements;
  twice.append(elements);
  return verifyBody(*this, twice, elements);
}

FactorMap GenericScatterOp::getFactors() {
  // Only batching dims and full windows pass: updates of one target must meet in order.
  FactorMap map;
  RankedTensorType input = typeOf(getInputs()[0]), updates = typeOf(getUpdates()[0]), indices = typeOf(getIndices());
  FactorMap::Tensor inputDims(input.getRank()), updateDims(updates.getRank()), indexDims(indices.getRank());
  SmallVector<int64_t> scatter;
  for (int64_t i = 0; i < updates.getRank(); ++i)
    if (!llvm::is_contained(getUpdateWindowDims(), i))
      scatter.push_back(i);
  size_t next = 0;
  for (int64_t i = 0; i < indices.getRank(); ++i) {
    bool batching = llvm::is_contained(getIndicesBatchingDims(), i);
    indexDims[i] = {map.add(indices.getDimSize(i), batching ? FactorKind::Pass : FactorKind::Whole)};
    if (i != static_cast<int64_t>(getIndexVectorDim()))
      updateDims[scatter[next++]] = indexDims[i];
  }
  for (auto [o, i] : llvm::zip(getInputBatchingDims(), getIndicesBatchingDims()))
    inputDims[o] = indexDims[i];
  size_t window = 0;
  for (int64_t i = 0; i < input.getRank(); ++i) {
    if (llvm::is_contained(getInputBatchingDims(), i))
      continue;
    bool inserted = llvm::is_contained(getInsertedWindowDims(), i);
    int64_t dim = inserted ? -1 : getUpdateWindowDims()[window++];
    bool full = !inserted && updates.getDimSize(dim) == input.getDimSize(i) &&
                !llvm::is_contained(getScatterDimsToOperandDims(), i);
    inputDims[i] = {map.add(input.getDimSize(i), full ? FactorKind::Pass : FactorKind::Whole)};
    if (!inserted)
      updateDims[dim] = full ? inputDims[i] : FactorMap::Dim{map.add(updates.getDimSize(dim), FactorKind::Whole)};
  }
  map.operands.assign(getInputs().size(), inputDims);
  map.operands.push_back(indexDims);
  map.operands.append(getUpdates().size(), updateDims);
  map.results.assign(getOutputs().size(), inputDims);
  return map;
}

//===-- sort ---------------------------------------------------------------------------------------------------------===//

LogicalResult SortOp::verify() {
  if (getInputs().empty() || TypeRange(getInputs().getTypes()) != TypeRange(getOutputs().getTypes()))
    return emitOpError("expected results of the inputs' types, at least one");
  if (!haveOneShape(getInputs()))
    return emitOpError("expected inputs of one shape");
  if (static_cast<int64_t>(getDim()) >= typeOf(getInputs()[0]).getRank() || static_cast<int64_t>(getDim()) < 0)
    return emitOpError() << "expected a dim below rank " << typeOf(getInputs()[0]).getRank() << ", got " << getDim();
  SmallVector<Type> pairs;
  for (Type type : elementsOf(getInputs()))
    pairs.append(2, type);
  return verifyBody(*this, pairs, {IntegerType::get(getContext(), 1)});
}

FactorMap SortOp::getFactors() {
  return alikeFactors(getInputs(), getOutputs(), [&](int64_t i) { return i == static_cast<int64_t>(getDim()); });
}

} // namespace det
