// Reductions and scatters by bodies.
#include "Bodies.h"
#include "Lowerings.h"

using namespace mlir;

namespace det::plan {

static std::vector<int64_t> list(ArrayRef<int64_t> values) { return {values.begin(), values.end()}; }

static LogicalResult lowerGenericReduce(GenericReduceOp op, ProgramBuilder &builder) {
  order::Order order = toModel(op.getOrderAttr());
  if (order.leaf == order::Leaf::Mma)
    return op.emitOpError("expected leaf fold or lanes<32>");
  artifact::GenericReduceT reduce;
  reduce.lanes = order.leaf == order::Leaf::Lanes32;
  for (order::Level level : order.levels) {
    reduce.level_dims.push_back(level.dim);
    reduce.level_blocks.push_back(level.block);
  }
  SmallVector<int64_t> shape = builder.localShape(op.getInputs()[0]), keptDims;
  for (auto [dim, size] : llvm::enumerate(shape)) {
    bool isReduced = llvm::is_contained(op.getDims(), static_cast<int64_t>(dim));
    (isReduced ? reduce.box : reduce.kept).push_back(size);
    if (!isReduced)
      keptDims.push_back(dim);
  }
  SmallVector<BufferUse> uses;
  SmallVector<View, 0> results;
  for (Value output : op.getOutputs()) {
    results.push_back(builder.allocate(builder.localShape(output), bytesOf(output)));
    builder.setView(output, results.back());
  }
  if (results[0].isEmpty())
    return success();
  for (auto [number, input] : llvm::enumerate(op.getInputs())) {
    View view = builder.view(input);
    for (ArrayRef<int64_t> dims : {ArrayRef<int64_t>(keptDims), op.getDims()})
      for (int64_t dim : dims)
        reduce.strides.push_back(view.strides[dim]);
    uses.push_back(builder.reads(view, bytesOf(input)));
    builder.addRankOffsets(view, number, bytesOf(input), reduce.rank_offsets);
  }
  for (Value init : op.getInits())
    uses.push_back(builder.reads(builder.dense(init), bytesOf(init)));
  for (auto [output, view] : llvm::zip(op.getOutputs(), results))
    uses.push_back(builder.writes(view, bytesOf(output)));
  FailureOr<BodyKernel> kernel = lowerBody(op, builder);
  if (failed(kernel))
    return failure();
  reduce.body = std::make_unique<artifact::BodyT>(std::move(kernel->body));
  int64_t work = elementsOf(shape);
  builder.add(std::move(reduce), uses, builder.tables.label(op), kernel->flops * work, work);
  return success();
}

static LogicalResult lowerGenericScatter(GenericScatterOp op, ProgramBuilder &builder) {
  artifact::GenericScatterT scatter;
  View indices = builder.dense(op.getIndices());
  scatter.index_type = elementTypeOf(cast<RankedTensorType>(op.getIndices().getType()).getElementType());
  scatter.operand_shape = list(builder.localShape(op.getInputs()[0]));
  scatter.indices_shape = list(indices.shape);
  scatter.updates_shape = list(builder.localShape(op.getUpdates()[0]));
  scatter.update_window_dims = list(op.getUpdateWindowDims());
  scatter.inserted_window_dims = list(op.getInsertedWindowDims());
  scatter.input_batching_dims = list(op.getInputBatchingDims());
  scatter.indices_batching_dims = list(op.getIndicesBatchingDims());
  scatter.scatter_dims_to_operand_dims = list(op.getScatterDimsToOperandDims());
  scatter.index_vector_dim = op.getIndexVectorDim();
  SmallVector<BufferUse> uses;
  for (ValueRange values : {ValueRange(op.getInputs()), ValueRange(op.getUpdates())})
    for (Value value : values)
      uses.push_back(builder.reads(builder.dense(value), bytesOf(value)));
  for (Value output : op.getOutputs()) {
    View to = builder.allocate(builder.localShape(output), bytesOf(output));
    builder.setView(output, to);
    uses.push_back(builder.writes(to, bytesOf(output)));
  }
  if (elementsOf(builder.localShape(op.getInputs()[0])) == 0)
    return success();
  uses.push_back(builder.reads(indices, bytesOf(op.getIndices())));
  FailureOr<BodyKernel> kernel = lowerBody(op, builder);
  if (failed(kernel))
    return failure();
  scatter.body = std::make_unique<artifact::BodyT>(std::move(kernel->body));
  int64_t updates = elementsOf(builder.localShape(op.getUpdates()[0]));
  Step &step = builder.add(std::move(scatter), uses, builder.tables.label(op), kernel->flops * updates, updates);
  step.entry.serial = true; // one update after the other
  unsigned count = op.getInputs().size();
  for (unsigned i = 0; i < count; ++i)
    step.inPlace.push_back({i, 2 * count + i});
  return success();
}

void addGenericLowerings(LoweringTable &table) {
  addLowering<GenericReduceOp>(table, lowerGenericReduce);
  addLowering<GenericScatterOp>(table, lowerGenericScatter);
}

} // namespace det::plan
