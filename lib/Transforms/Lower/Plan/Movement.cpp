// Ops that only rearrange elements: views, and copies where strides cannot say it.
#include "Lowerings.h"

using namespace mlir;

namespace det::plan {

//===-- transpose --------------------------------------------------------------------------------------------------===//

static LogicalResult lowerTranspose(TransposeOp op, ProgramBuilder &builder) {
  builder.setView(op.getResult(), builder.view(op.getOperand()).transposed(op.getPermutation()));
  return success();
}

static std::optional<View> wantedTranspose(TransposeOp op, OpOperand &, const View &stored, ProgramBuilder &builder) {
  std::optional<View> wanted = wantedByConsumers(op.getResult(), stored.transposed(op.getPermutation()), builder);
  if (!wanted)
    return std::nullopt;
  SmallVector<int64_t> inverse(op.getPermutation().size());
  for (auto [i, from] : llvm::enumerate(op.getPermutation()))
    inverse[from] = i;
  return wanted->transposed(inverse);
}

//===-- reshape ----------------------------------------------------------------------------------------------------===//

static LogicalResult lowerReshape(ReshapeOp op, ProgramBuilder &builder) {
  const View &from = builder.view(op.getOperand());
  SmallVector<int64_t> shape = builder.localShape(op.getResult());
  if (elementsOf(shape) != from.elements())
    return op.emitOpError("expected local shapes with equal numbers of elements; the layouts of operand and result do not fit");
  if (std::optional<View> view = from.reshaped(shape)) {
    builder.setView(op.getResult(), *view);
    return success();
  }
  // Write the operand's elements, in its own shape, where the result has them: a dense result always has such a form.
  int64_t bytes = bytesOf(op.getResult());
  View to = builder.place(op.getResult());
  std::optional<View> target = to.reshaped(from.shape);
  if (!target) {
    to = builder.allocate(shape, bytes);
    target = to.reshaped(from.shape);
  }
  View source = from;
  target->value = source.value;
  builder.copy(source, *target, bytes, builder.tables.label(op));
  builder.setView(op.getResult(), to);
  return success();
}

static std::optional<View> wantedReshape(ReshapeOp op, OpOperand &, const View &stored, ProgramBuilder &builder) {
  SmallVector<int64_t> shape = builder.localShape(op.getResult());
  std::optional<View> view = stored.reshaped(shape);
  View dense = View::dense(-1, shape);
  if (std::optional<View> wanted = wantedByConsumers(op.getResult(), view ? *view : dense, builder))
    if (std::optional<View> back = wanted->reshaped(stored.shape))
      return back;
  if (view)
    return std::nullopt;
  return builder.allocate(shape, bytesOf(op.getResult())).reshaped(stored.shape);
}

//===-- broadcast_in_dim, slice, reverse ---------------------------------------------------------------------------===//

static LogicalResult lowerBroadcast(BroadcastInDimOp op, ProgramBuilder &builder) {
  const View &from = builder.view(op.getOperand());
  View view = from;
  view.shape = builder.localShape(op.getResult());
  view.strides.assign(view.shape.size(), 0);
  for (auto [i, dim] : llvm::enumerate(op.getDims())) {
    // Global sizes tell what repeats: a dim may have one element here just because it is cut.
    if (globalShape(op.getOperand())[i] != globalShape(op.getResult())[dim])
      continue;
    if (from.shape[i] != view.shape[dim])
      return op.emitOpError() << "expected equal local sizes along operand dim " << i << ", got " << from.shape[i] << " and "
                              << view.shape[dim];
    view.strides[dim] = from.strides[i];
  }
  builder.setView(op.getResult(), std::move(view));
  return success();
}

static LogicalResult lowerSlice(SliceOp op, ProgramBuilder &builder) {
  SmallVector<int64_t> starts = builder.localLows(op, 0), steps(op.getStrides()), sizes = builder.localShape(op.getResult());
  for (auto [start, size] : llvm::zip(starts, sizes))
    start = size ? -start : 0;
  builder.setView(op.getResult(), builder.view(op.getOperand()).sliced(starts, sizes, steps));
  return success();
}

static LogicalResult lowerReverse(ReverseOp op, ProgramBuilder &builder) {
  // A rank holds the mirror image of what it makes.
  builder.setView(op.getResult(), builder.view(op.getOperand()).reversed(op.getDims()));
  return success();
}

static LogicalResult lowerConstraint(ShardingConstraintOp op, ProgramBuilder &builder) {
  builder.setView(op.getResult(), builder.view(op.getOperand()));
  return success();
}

void addMovementLowerings(LoweringTable &table) {
  addLowering<ShardingConstraintOp>(table, lowerConstraint);
  addLowering<TransposeOp>(table, lowerTranspose, wantedTranspose);
  addLowering<ReshapeOp>(table, lowerReshape, wantedReshape);
  addLowering<BroadcastInDimOp>(table, lowerBroadcast);
  addLowering<SliceOp>(table, lowerSlice);
  addLowering<ReverseOp>(table, lowerReverse);
  for (StringRef name : {ShardingConstraintOp::getOperationName(), TransposeOp::getOperationName(),
                         BroadcastInDimOp::getOperationName(), SliceOp::getOperationName(), ReverseOp::getOperationName()})
    table[name].isView = true;
}

} // namespace det::plan
