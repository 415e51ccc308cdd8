// Products and convolutions over one more dim. The chain of every result element is the one of its slice.
#include "det/Dialect/Det/Batch.h"

using namespace mlir;

namespace det {

using batch::sharedBehind, batch::shifted, batch::sizeOf, batch::withLeading;
using Batched = FailureOr<SmallVector<Value>>;

static RankedTensorType tensorOf(Value value) { return cast<RankedTensorType>(value.getType()); }

Batched DotOp::buildBatched(OpBuilder &builder, ValueRange operands) {
  RankedTensorType type = batch::typeOf(getType(), sizeOf(operands));
  Value lhs = sharedBehind(operands[0]), rhs = sharedBehind(operands[1]);
  if (!lhs == !rhs)
    return SmallVector<Value>{DotOp::create(builder, getLoc(), type, operands[0], operands[1], withLeading(getLhsBatching()),
                                            withLeading(getRhsBatching()), shifted(getLhsContracting()),
                                            shifted(getRhsContracting()), getOrderAttr())};
  // One side is the same in every slice: the leading dim of the other is one more free dim, its first.
  int64_t place = getLhsBatching().size();
  if (lhs)
    place += tensorOf(lhs).getRank() - place - static_cast<int64_t>(getLhsContracting().size());
  SmallVector<int64_t> shape(type.getShape().drop_front());
  shape.insert(shape.begin() + place, type.getDimSize(0));
  auto moved = [](bool moves, ArrayRef<int64_t> dims) { return moves ? shifted(dims) : SmallVector<int64_t>(dims); };
  Value product = DotOp::create(builder, getLoc(), type.clone(shape), lhs ? lhs : operands[0], rhs ? rhs : operands[1],
                                moved(!lhs, getLhsBatching()), moved(!rhs, getRhsBatching()), moved(!lhs, getLhsContracting()),
                                moved(!rhs, getRhsContracting()), getOrderAttr());
  if (place == 0)
    return SmallVector<Value>{product};
  SmallVector<int64_t> permutation{place};
  for (int64_t i = 0; i < type.getRank(); ++i)
    if (i != place)
      permutation.push_back(i);
  return SmallVector<Value>{TransposeOp::create(builder, getLoc(), type, product, permutation)};
}

/// Makes the leading dim the major part of `dim` (a dim of the value without the leading one).
static Value mergeInto(OpBuilder &builder, Location loc, Value value, int64_t dim) {
  RankedTensorType type = tensorOf(value);
  SmallVector<int64_t> permutation, shape(type.getShape().drop_front()), moved;
  for (int64_t i = 1; i < type.getRank(); ++i) {
    if (i == dim + 1)
      permutation.push_back(0);
    permutation.push_back(i);
  }
  for (int64_t from : permutation)
    moved.push_back(type.getDimSize(from));
  shape[dim] *= type.getDimSize(0);
  Value transposed = dim == 0 ? value : Value(TransposeOp::create(builder, loc, type.clone(moved), value, permutation));
  return ReshapeOp::create(builder, loc, type.clone(shape), transposed);
}

/// The other way: the major part of `dim`, of `size`, becomes the leading dim.
static Value splitFrom(OpBuilder &builder, Location loc, Value value, int64_t dim, int64_t size) {
  RankedTensorType type = tensorOf(value);
  SmallVector<int64_t> shape(type.getShape()), permutation{dim}, moved{size};
  shape[dim] /= size;
  llvm::append_range(moved, shape);
  shape.insert(shape.begin() + dim, size);
  for (int64_t i = 0; i <= type.getRank(); ++i)
    if (i != dim)
      permutation.push_back(i);
  Value split = ReshapeOp::create(builder, loc, type.clone(shape), value);
  return dim == 0 ? split : Value(TransposeOp::create(builder, loc, type.clone(moved), split, permutation));
}

Batched ConvolutionOp::buildBatched(OpBuilder &builder, ValueRange operands) {
  int64_t size = sizeOf(operands);
  RankedTensorType type = tensorOf(getResult());
  bool batchGroups = getBatchGroups() > 1;
  auto build = [&](Value lhs, Value rhs, int64_t grown) {
    SmallVector<int64_t> shape(type.getShape());
    shape[grown] *= size;
    return cast<ConvolutionOp>(batch::cloneWith(*this, builder, {lhs, rhs}, {type.clone(shape)}));
  };
  auto split = [&](ConvolutionOp op, int64_t dim) {
    return SmallVector<Value>{splitFrom(builder, getLoc(), op.getResult(), dim, size)};
  };
  if (Value rhs = sharedBehind(operands[1]); rhs && !batchGroups)
    return split(build(mergeInto(builder, getLoc(), operands[0], getLhsBatch()), rhs, getResultBatch()), getResultBatch());
  // Slices are groups: of features, or of the batch where the op has groups of that kind already.
  Value lhs = mergeInto(builder, getLoc(), operands[0], batchGroups ? getLhsBatch() : getLhsFeature());
  Value rhs = mergeInto(builder, getLoc(), operands[1], getRhsOutputFeature());
  ConvolutionOp grouped = build(lhs, rhs, getResultFeature());
  if (batchGroups)
    grouped.setBatchGroups(getBatchGroups() * size);
  else
    grouped.setFeatureGroups(getFeatureGroups() * size);
  return split(grouped, getResultFeature());
}

} // namespace det
