// Ops that address: gather, dynamic_slice (a gather of one slice), scatter. Addressed dims are whole on every rank.
#include "Lowerings.h"

#include "det/Runtime/Host/Scatter.h"

using namespace mlir;

namespace det::plan {

static std::vector<int64_t> list(ArrayRef<int64_t> values) { return {values.begin(), values.end()}; }

static Type elementType(Value value) { return cast<RankedTensorType>(value.getType()).getElementType(); }

/// Slice sizes on local shapes: a slice over a whole dim covers what the rank has of it.
static std::vector<int64_t> localSizes(ArrayRef<int64_t> sizes, Value operand, ProgramBuilder &builder) {
  std::vector<int64_t> local;
  SmallVector<int64_t> shape = builder.localShape(operand);
  for (auto [i, size] : llvm::enumerate(sizes))
    local.push_back(size == globalShape(operand)[i] ? shape[i] : size);
  return local;
}

static void addGather(artifact::GatherT gather, Operation *op, Value operand, const View &indices, Type indexType,
                      ProgramBuilder &builder) {
  Value result = op->getResult(0);
  int64_t bytes = bytesOf(result);
  View from = builder.dense(operand), to = builder.allocate(builder.localShape(result), bytes);
  builder.setView(result, to);
  if (to.isEmpty())
    return;
  gather.element_bytes = bytes;
  gather.index_type = elementTypeOf(indexType);
  gather.operand_shape = list(from.shape);
  gather.indices_shape = list(indices.shape);
  gather.result_shape = list(to.shape);
  BufferUse uses[] = {builder.reads(from, bytes), builder.reads(indices, bytesOf(indexType)), builder.writes(to, bytes)};
  builder.add(std::move(gather), uses, builder.tables.label(op), 0, to.elements());
}

static LogicalResult lowerGather(GatherOp op, ProgramBuilder &builder) {
  artifact::GatherT gather;
  gather.offset_dims = list(op.getOffsetDims());
  gather.collapsed_slice_dims = list(op.getCollapsedSliceDims());
  gather.operand_batching_dims = list(op.getOperandBatchingDims());
  gather.indices_batching_dims = list(op.getIndicesBatchingDims());
  gather.start_index_map = list(op.getStartIndexMap());
  gather.index_vector_dim = op.getIndexVectorDim();
  gather.slice_sizes = localSizes(op.getSliceSizes(), op.getOperand(), builder);
  addGather(std::move(gather), op, op.getOperand(), builder.dense(op.getIndices()), elementType(op.getIndices()), builder);
  return success();
}

static LogicalResult lowerDynamicSlice(DynamicSliceOp op, ProgramBuilder &builder) {
  int64_t rank = op.getStarts().size();
  if (rank == 0) {
    builder.setView(op.getResult(), builder.view(op.getOperand()));
    return success();
  }
  // The starts become one index vector.
  Type indexType = elementType(op.getStarts()[0]);
  int64_t bytes = bytesOf(indexType);
  View indices = builder.allocate({rank}, bytes);
  for (auto [i, start] : llvm::enumerate(op.getStarts())) {
    View scalar = builder.view(start), slot = indices;
    scalar.shape = {1};
    scalar.strides = {1};
    slot.shape = {1};
    slot.offset = i;
    slot.value = start;
    builder.copy(scalar, slot, bytes, builder.tables.label(op));
  }
  artifact::GatherT gather;
  for (int64_t i = 0; i < rank; ++i) {
    gather.offset_dims.push_back(i);
    gather.start_index_map.push_back(i);
  }
  gather.slice_sizes = localSizes(op.getSizes(), op.getOperand(), builder);
  addGather(std::move(gather), op, op.getOperand(), indices, indexType, builder);
  return success();
}

//===-- scatter ----------------------------------------------------------------------------------------------------===//

/// The blocks of the scatter dims: 1, ..., 1, one larger block, then none. Fails for an order whose leaves are no runs.
static FailureOr<std::vector<int64_t>> blocksOf(ScatterOp op) {
  order::Box box = boxOf(op);
  std::vector<int64_t> blocks(box.size(), 0);
  if (op.getCombiner() == Combiner::Assign)
    return blocks;
  order::Order order = toModel(op.getOrderAttr());
  int64_t last = -1;
  for (order::Level level : order.levels) {
    if (level.dim <= last)
      return op.emitOpError("has an order whose levels do not follow the scatter dims");
    last = level.dim;
    blocks[level.dim] = level.block;
  }
  // A dim of one element needs no level of its own.
  for (int64_t dim = 0; dim < last; ++dim)
    if (blocks[dim] == 0 && box[dim].size() <= 1)
      blocks[dim] = 1;
  for (int64_t dim = 0; dim < last; ++dim)
    if (blocks[dim] != 1)
      return op.emitOpError("has an order whose leaves are not runs of scatter dims");
  return blocks;
}

/// Per-thread scratch of a scatter entry.
static FailureOr<uint64_t> scratchOf(ScatterOp op, const artifact::ScatterT &entry) {
  rt::host::Scatter scatter;
  scatter.operandShape = entry.operand_shape;
  scatter.indicesShape = entry.indices_shape;
  scatter.updatesShape = entry.updates_shape;
  scatter.updateWindowDims = entry.update_window_dims;
  scatter.insertedWindowDims = entry.inserted_window_dims;
  scatter.inputBatchingDims = entry.input_batching_dims;
  scatter.scatterIndicesBatchingDims = entry.indices_batching_dims;
  scatter.scatterDimsToOperandDims = entry.scatter_dims_to_operand_dims;
  scatter.indexVectorDim = entry.index_vector_dim;
  auto prepared = rt::host::prepareScatter(scatter);
  if (!prepared)
    return op.emitOpError() << prepared.error().message;
  return rt::host::scatterScratch(*prepared, prepared->rows);
}

static LogicalResult lowerScatter(ScatterOp op, ProgramBuilder &builder) {
  Value result = op.getResult();
  bool isPartial = builder.placements.layout(result).isPartial();
  if (isPartial && op.getCombiner() == Combiner::Assign)
    return op.emitOpError("expected a scatter with overwrite not to be split");
  FailureOr<std::vector<int64_t>> blocks = blocksOf(op);
  if (failed(blocks))
    return failure();
  int64_t bytes = bytesOf(result);
  View indices = builder.dense(op.getIndices()), updates = builder.dense(op.getUpdates());
  artifact::ScatterT scatter;
  scatter.type = elementTypeOf(elementType(result));
  scatter.combiner = combinerOf(op.getCombiner());
  scatter.index_type = elementTypeOf(elementType(op.getIndices()));
  scatter.join_operand = !isPartial;
  scatter.operand_shape = list(builder.localShape(result));
  scatter.indices_shape = list(indices.shape);
  scatter.updates_shape = list(updates.shape);
  scatter.update_window_dims = list(op.getUpdateWindowDims());
  scatter.inserted_window_dims = list(op.getInsertedWindowDims());
  scatter.input_batching_dims = list(op.getInputBatchingDims());
  scatter.indices_batching_dims = list(op.getIndicesBatchingDims());
  scatter.scatter_dims_to_operand_dims = list(op.getScatterDimsToOperandDims());
  scatter.index_vector_dim = op.getIndexVectorDim();
  scatter.blocks = *blocks;

  // The class agrees on places relative to the part; the expression of a node depends on nothing else.
  SmallVector<order::Box> nodes;
  order::Box part = boxOf(op);
  if (isPartial) {
    nodes = builder.placements.nodes(result, builder.rank);
    part = builder.placements.part(result, builder.rank);
  } else {
    nodes.push_back(part);
  }
  for (const order::Range &range : part)
    scatter.box_starts.push_back(range.begin);
  for (const order::Box &node : nodes) {
    auto box = std::make_unique<artifact::BoxT>();
    for (auto [dim, range] : llvm::enumerate(node)) {
      box->starts.push_back(range.begin - part[dim].begin);
      box->ends.push_back(range.end - part[dim].begin);
    }
    scatter.nodes.push_back(std::move(box));
  }
  SmallVector<int64_t> shape = builder.localShape(result);
  if (isPartial)
    shape.insert(shape.begin(), nodes.size());
  View to = builder.allocate(shape, bytes);
  if (isPartial)
    to.nodes = {0, static_cast<uint32_t>(nodes.size())};
  builder.setView(result, to);
  if (to.isEmpty())
    return success();
  FailureOr<uint64_t> scratch = scratchOf(op, scatter);
  if (failed(scratch))
    return failure();
  scatter.scratch_bytes = *scratch;
  int64_t flops = isa<FloatType>(elementType(result)) ? updates.elements() : 0;
  int64_t indexBytes = bytesOf(op.getIndices());
  // A partial value does not read the operand, which lies as the join wants it: the result stands in for it.
  View operand = isPartial ? to : builder.dense(op.getOperand());
  Step &step = builder.add(std::move(scatter),
                           {builder.reads(operand, bytes), builder.reads(indices, indexBytes), builder.reads(updates, bytes),
                            builder.writes(to, bytes)},
                           builder.tables.label(op), flops, updates.elements() + to.elements());
  if (!isPartial)
    step.inPlace.push_back({0, 3});
  return success();
}

void addIndexedLowerings(LoweringTable &table) {
  addLowering<GatherOp>(table, lowerGather);
  addLowering<DynamicSliceOp>(table, lowerDynamicSlice);
  addLowering<ScatterOp>(table, lowerScatter);
}

} // namespace det::plan
