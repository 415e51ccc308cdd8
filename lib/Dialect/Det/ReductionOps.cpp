// Verifiers of the reducing ops.
#include "det/Dialect/Det/Det.h"

using namespace mlir;

namespace det {

static ArrayRef<int64_t> shapeOf(Value value) { return cast<RankedTensorType>(value.getType()).getShape(); }

LogicalResult ReduceOp::verify() {
  ArrayRef<int64_t> shape = shapeOf(getOperand());
  if (!llvm::is_sorted(getDims()))
    return emitOpError("expected ascending dims");
  SmallVector<int64_t> expected;
  for (auto [i, size] : llvm::enumerate(shape))
    if (!llvm::is_contained(getDims(), static_cast<int64_t>(i)))
      expected.push_back(size);
  if (expected.size() + getDims().size() != shape.size())
    return emitOpError() << "expected distinct dims below rank " << shape.size();
  if (ArrayRef<int64_t>(expected) != shapeOf(getResult()))
    return emitOpError() << "expected the operand's shape without the reduced dims";
  if (!shapeOf(getInit()).empty())
    return emitOpError("expected a scalar init");
  return success();
}

LogicalResult DotOp::verify() {
  ArrayRef<int64_t> lhs = shapeOf(getLhs()), rhs = shapeOf(getRhs());
  SmallVector<int64_t> expected;
  auto pairs = [&](ArrayRef<int64_t> left, ArrayRef<int64_t> right, StringRef what, bool inResult) -> LogicalResult {
    if (left.size() != right.size())
      return emitOpError() << "expected as many " << what << " dims on both sides, got " << left.size() << " and " << right.size();
    for (auto [l, r] : llvm::zip(left, right)) {
      if (l < 0 || r < 0 || l >= static_cast<int64_t>(lhs.size()) || r >= static_cast<int64_t>(rhs.size()))
        return emitOpError() << "expected " << what << " dims below the operands' ranks";
      if (lhs[l] != rhs[r])
        return emitOpError() << "expected " << what << " dims of equal size, got " << lhs[l] << " and " << rhs[r];
      if (inResult)
        expected.push_back(lhs[l]);
    }
    return success();
  };
  if (failed(pairs(getLhsBatching(), getRhsBatching(), "batching", true)) ||
      failed(pairs(getLhsContracting(), getRhsContracting(), "contracting", false)))
    return failure();
  auto addFree = [&](ArrayRef<int64_t> shape, ArrayRef<int64_t> batching, ArrayRef<int64_t> contracting) {
    for (int64_t i = 0, e = shape.size(); i < e; ++i)
      if (!llvm::is_contained(batching, i) && !llvm::is_contained(contracting, i))
        expected.push_back(shape[i]);
  };
  addFree(lhs, getLhsBatching(), getLhsContracting());
  addFree(rhs, getRhsBatching(), getRhsContracting());
  if (ArrayRef<int64_t>(expected) != shapeOf(getResult()))
    return emitOpError("expected result dims batching, free left, free right");
  return success();
}

LogicalResult ScatterOp::verify() {
  if (getOperand().getType() != getResult().getType())
    return emitOpError("expected a result of the operand's type");
  size_t window = getUpdateWindowDims().size();
  if (window + getInsertedWindowDims().size() + getInputBatchingDims().size() != shapeOf(getOperand()).size())
    return emitOpError() << "expected update window, inserted window and batching dims to add up to rank " << shapeOf(getOperand()).size();
  size_t indexRank = shapeOf(getIndices()).size() - (getIndexVectorDim() < shapeOf(getIndices()).size() ? 1 : 0);
  if (shapeOf(getUpdates()).size() != indexRank + window)
    return emitOpError() << "expected updates of rank " << indexRank + window << ", got " << shapeOf(getUpdates()).size();
  return success();
}

} // namespace det
