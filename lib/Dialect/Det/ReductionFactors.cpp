// Factors and flops of the reducing ops.
#include "det/Dialect/Det/Det.h"

using namespace mlir;

namespace det {

static ArrayRef<int64_t> shapeOf(Value value) { return cast<RankedTensorType>(value.getType()).getShape(); }

static bool isFloat(Value value) { return isa<FloatType>(cast<RankedTensorType>(value.getType()).getElementType()); }

FactorMap ReduceOp::getFactors() {
  FactorMap map;
  FactorMap::Tensor operand, result;
  int64_t boxDim = 0;
  for (auto [i, size] : llvm::enumerate(shapeOf(getOperand()))) {
    bool reduced = llvm::is_contained(getDims(), static_cast<int64_t>(i));
    operand.push_back({reduced ? map.add(size, FactorKind::Reduced, boxDim++) : map.add(size, FactorKind::Pass)});
    if (!reduced)
      result.push_back(operand.back());
  }
  map.operands = {operand, FactorMap::Tensor()};
  map.results = {result};
  return map;
}

int64_t ReduceOp::getFlopsPerPoint() { return isFloat(getOperand()) ? 1 : 0; }

FactorMap DotOp::getFactors() {
  FactorMap map;
  ArrayRef<int64_t> leftShape = shapeOf(getLhs()), rightShape = shapeOf(getRhs());
  FactorMap::Tensor left(leftShape.size()), right(rightShape.size()), result;
  for (auto [l, r] : llvm::zip(getLhsBatching(), getRhsBatching())) {
    left[l] = right[r] = {map.add(leftShape[l], FactorKind::Pass)};
    result.push_back(left[l]);
  }
  int64_t boxDim = 0;
  for (auto [l, r] : llvm::zip(getLhsContracting(), getRhsContracting()))
    left[l] = right[r] = {map.add(leftShape[l], FactorKind::Reduced, boxDim++)};
  auto addFree = [&](ArrayRef<int64_t> shape, FactorMap::Tensor &dims) {
    for (auto [i, size] : llvm::enumerate(shape))
      if (dims[i].empty()) {
        dims[i] = {map.add(size, FactorKind::Pass)};
        result.push_back(dims[i]);
      }
  };
  addFree(leftShape, left);
  addFree(rightShape, right);
  map.operands = {left, right};
  map.results = {result};
  return map;
}

int64_t DotOp::getFlopsPerPoint() { return isFloat(getLhs()) ? 2 : 0; }

FactorMap ScatterOp::getFactors() {
  FactorMap map;
  FactorMap::Tensor operand(shapeOf(getOperand()).size()), indices(shapeOf(getIndices()).size()), updates(shapeOf(getUpdates()).size());
  // The updates' dims that are not window dims are the indices' dims in order: batching dims pass, scatter dims are reduced.
  SmallVector<int64_t> scatter;
  for (int64_t i = 0, e = updates.size(); i < e; ++i)
    if (!llvm::is_contained(getUpdateWindowDims(), i))
      scatter.push_back(i);
  size_t next = 0;
  int64_t boxDim = 0;
  for (int64_t i = 0, e = indices.size(); i < e; ++i) {
    int64_t size = shapeOf(getIndices())[i];
    if (i == static_cast<int64_t>(getIndexVectorDim())) {
      indices[i] = {map.add(size, FactorKind::Whole)};
      continue;
    }
    bool batching = llvm::is_contained(getIndicesBatchingDims(), i);
    // Overwriting needs all updates of a target in one place: the last one wins.
    if (getCombiner() == Combiner::Assign && !batching)
      indices[i] = {map.add(size, FactorKind::Whole)};
    else
      indices[i] = {batching ? map.add(size, FactorKind::Pass) : map.add(size, FactorKind::Reduced, boxDim++)};
    updates[scatter[next++]] = indices[i];
  }
  for (auto [o, i] : llvm::zip(getInputBatchingDims(), getIndicesBatchingDims()))
    operand[o] = indices[i];
  // Window dims: a full window passes, anything that is addressed is whole.
  size_t window = 0;
  for (int64_t i = 0, e = operand.size(); i < e; ++i) {
    if (llvm::is_contained(getInputBatchingDims(), i))
      continue;
    int64_t size = shapeOf(getOperand())[i];
    if (llvm::is_contained(getInsertedWindowDims(), i)) {
      operand[i] = {map.add(size, FactorKind::Whole)};
      continue;
    }
    int64_t dim = getUpdateWindowDims()[window++];
    bool full = shapeOf(getUpdates())[dim] == size && !llvm::is_contained(getScatterDimsToOperandDims(), i);
    operand[i] = {map.add(size, full ? FactorKind::Pass : FactorKind::Whole)};
    updates[dim] = full ? operand[i] : FactorMap::Dim{map.add(shapeOf(getUpdates())[dim], FactorKind::Whole)};
  }
  map.operands = {operand, indices, updates};
  map.results = {operand};
  return map;
}

int64_t ScatterOp::getFlopsPerPoint() { return 0; }

} // namespace det
