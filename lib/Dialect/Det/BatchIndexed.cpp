// Ops that address elements over one more dim. Where the indices are the same in every slice, the leading dim is a window
// that is always whole; where the operand is the same, it is one more dim of the indices; else it is a batching dim.
#include "det/Dialect/Det/Batch.h"

using namespace mlir;

namespace det {

using batch::sharedBehind, batch::shifted, batch::sizeOf, batch::withFirst, batch::withLeading;
using Batched = FailureOr<SmallVector<Value>>;

static Batched one(Value value) { return SmallVector<Value>{value}; }
static RankedTensorType tensorOf(Value value) { return cast<RankedTensorType>(value.getType()); }

/// 0, 1, ... count - 1, plus `first`.
static SmallVector<int64_t> range(int64_t first, int64_t count) { return llvm::to_vector(llvm::seq(first, first + count)); }

/// The scalars behind starts that are the same in every slice; nothing if any differs.
static std::optional<SmallVector<Value>> sharedStarts(ValueRange starts) {
  SmallVector<Value> shared;
  for (Value start : starts) {
    shared.push_back(sharedBehind(start));
    if (!shared.back())
      return std::nullopt;
  }
  return shared;
}

/// A scalar zero to start the leading dim with.
static Value zeroLike(OpBuilder &builder, Location loc, Value scalar) {
  return ConstantOp::create(builder, loc, cast<ElementsAttr>(builder.getZeroAttr(scalar.getType())));
}

/// Starts of every slice as rows of one tensor.
static Value stack(OpBuilder &builder, Location loc, ValueRange starts) {
  SmallVector<Value> columns;
  RankedTensorType type = tensorOf(starts[0]);
  for (Value start : starts)
    columns.push_back(ReshapeOp::create(builder, loc, type.clone({type.getDimSize(0), 1}), start));
  if (columns.size() == 1)
    return columns[0];
  return ConcatenateOp::create(builder, loc, type.clone({type.getDimSize(0), static_cast<int64_t>(columns.size())}), columns, 1);
}

Batched DynamicSliceOp::buildBatched(OpBuilder &builder, ValueRange operands) {
  int64_t size = sizeOf(operands), rank = getStarts().size();
  RankedTensorType type = batch::typeOf(getType(), size);
  ValueRange starts = operands.drop_front();
  if (rank == 0)
    return one(operands[0]);
  if (std::optional<SmallVector<Value>> shared = sharedStarts(starts)) {
    shared->insert(shared->begin(), zeroLike(builder, getLoc(), shared->front()));
    return one(DynamicSliceOp::create(builder, getLoc(), type, operands[0], *shared, withFirst(size, getSizes())));
  }
  // A gather clamps its starts as a slice does.
  Value indices = stack(builder, getLoc(), starts), operand = sharedBehind(operands[0]);
  if (operand)
    return one(GatherOp::create(builder, getLoc(), type, operand, indices, range(1, rank), ArrayRef<int64_t>(),
                                ArrayRef<int64_t>(), ArrayRef<int64_t>(), range(0, rank), 1, getSizes()));
  return one(GatherOp::create(builder, getLoc(), type, operands[0], indices, range(1, rank), ArrayRef<int64_t>(),
                              ArrayRef<int64_t>{0}, ArrayRef<int64_t>{0}, range(1, rank), 1, withFirst(1, getSizes())));
}

/// A start clamped into [0, limit], as i64.
static Value clampStart(OpBuilder &builder, Location loc, Value start, int64_t limit) {
  RankedTensorType type = tensorOf(start), wide = type.clone(builder.getI64Type());
  auto splat = [&](RankedTensorType of, int64_t value) -> Value {
    return ConstantOp::create(builder, loc, DenseElementsAttr::get(of, APInt(of.getElementTypeBitWidth(), value)));
  };
  // Of the unsigned types, only one that i64 does not hold can go wrong when it is converted.
  if (type.getElementType().isUnsignedInteger(64))
    start = MinimumOp::create(builder, loc, type, start, splat(type, limit));
  if (type != wide)
    start = ConvertOp::create(builder, loc, wide, start);
  start = MaximumOp::create(builder, loc, wide, start, splat(wide, 0));
  return MinimumOp::create(builder, loc, wide, start, splat(wide, limit));
}

Batched DynamicUpdateSliceOp::buildBatched(OpBuilder &builder, ValueRange operands) {
  int64_t size = sizeOf(operands), rank = getStarts().size();
  ValueRange starts = operands.drop_front(2);
  if (rank == 0)
    return one(operands[1]);
  if (std::optional<SmallVector<Value>> shared = sharedStarts(starts)) {
    shared->insert(shared->begin(), zeroLike(builder, getLoc(), shared->front()));
    return one(DynamicUpdateSliceOp::create(builder, getLoc(), operands[0].getType(), operands[0], operands[1], *shared));
  }
  // A scatter of one window per slice; it drops what a slice clamps.
  RankedTensorType operand = tensorOf(getOperand()), update = tensorOf(getUpdate());
  SmallVector<Value> clamped;
  for (auto [i, start] : llvm::enumerate(starts))
    clamped.push_back(clampStart(builder, getLoc(), start, operand.getDimSize(i) - update.getDimSize(i)));
  Value indices = stack(builder, getLoc(), clamped);
  auto single = [&](Value value, RankedTensorType type) -> Value {
    SmallVector<int64_t> shape(type.getShape());
    shape.insert(shape.begin() + 1, 1);
    return ReshapeOp::create(builder, getLoc(), type.clone(shape), value);
  };
  return one(ScatterOp::create(builder, getLoc(), operands[0].getType(), Combiner::Assign, operands[0],
                               single(indices, tensorOf(indices)), single(operands[1], batch::typeOf(update, size)),
                               range(2, rank), ArrayRef<int64_t>(), ArrayRef<int64_t>{0}, ArrayRef<int64_t>{0}, range(1, rank), 2,
                               OrderAttr()));
}

Batched GatherOp::buildBatched(OpBuilder &builder, ValueRange operands) {
  int64_t size = sizeOf(operands);
  RankedTensorType type = batch::typeOf(getType(), size);
  if (Value indices = sharedBehind(operands[1]))
    return one(GatherOp::create(builder, getLoc(), type, operands[0], indices, withLeading(getOffsetDims()),
                                shifted(getCollapsedSliceDims()), shifted(getOperandBatchingDims()), getIndicesBatchingDims(),
                                shifted(getStartIndexMap()), getIndexVectorDim(), withFirst(size, getSliceSizes())));
  int64_t vector = getIndexVectorDim() + 1;
  if (Value operand = sharedBehind(operands[0]))
    return one(GatherOp::create(builder, getLoc(), type, operand, operands[1], shifted(getOffsetDims()), getCollapsedSliceDims(),
                                getOperandBatchingDims(), shifted(getIndicesBatchingDims()), getStartIndexMap(), vector,
                                getSliceSizes()));
  return one(GatherOp::create(builder, getLoc(), type, operands[0], operands[1], shifted(getOffsetDims()),
                              shifted(getCollapsedSliceDims()), withLeading(getOperandBatchingDims()),
                              withLeading(getIndicesBatchingDims()), shifted(getStartIndexMap()), vector,
                              withFirst(1, getSliceSizes())));
}

/// Both scatters name their dims alike.
template <class Op> static Batched buildScatter(Op op, OpBuilder &builder, ValueRange operands, size_t indicesAt) {
  SmallVector<Value> values(operands);
  SmallVector<Type> types;
  for (Type type : op->getResultTypes())
    types.push_back(batch::typeOf(type, sizeOf(operands)));
  Value indices = sharedBehind(values[indicesAt]);
  if (indices)
    values[indicesAt] = indices;
  auto scatter = cast<Op>(batch::cloneWith(op, builder, values, types));
  scatter.setInsertedWindowDims(shifted(op.getInsertedWindowDims()));
  scatter.setScatterDimsToOperandDims(shifted(op.getScatterDimsToOperandDims()));
  if (indices) {
    scatter.setUpdateWindowDims(withLeading(op.getUpdateWindowDims()));
    scatter.setInputBatchingDims(shifted(op.getInputBatchingDims()));
  } else {
    scatter.setUpdateWindowDims(shifted(op.getUpdateWindowDims()));
    scatter.setInputBatchingDims(withLeading(op.getInputBatchingDims()));
    scatter.setIndicesBatchingDims(withLeading(op.getIndicesBatchingDims()));
    scatter.setIndexVectorDim(op.getIndexVectorDim() + 1);
  }
  return SmallVector<Value>(scatter->getResults());
}

Batched ScatterOp::buildBatched(OpBuilder &builder, ValueRange operands) { return buildScatter(*this, builder, operands, 1); }

Batched GenericScatterOp::buildBatched(OpBuilder &builder, ValueRange operands) {
  return buildScatter(*this, builder, operands, getInputs().size());
}

} // namespace det
