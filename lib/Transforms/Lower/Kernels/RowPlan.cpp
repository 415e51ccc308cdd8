// Decides the stages of a row kernel: which pass computes, stores and keeps what.
#include "RowKernel.h"

#include "det/Dialect/Det/OrderModel.h"

using namespace mlir;

namespace det {

/// A value is computed again in a later stage, rather than kept, up to this many operations and loads.
static constexpr int64_t maxRecompute = 3;

/// Longest row that a warp keeps: 128 elements in the memory of each thread.
static constexpr int64_t maxKeptRow = 4096;

/// Rows that are fewer and longer than this are shared by blocks, if they have as many leaves as a block has warps.
static constexpr int64_t maxBlockRows = 132 * 16, minBlockRow = 768;

/// Operations per element up to which a thread of a GPU does several at once: beyond, registers are better spent on one.
static constexpr int64_t maxVectorCost = 400;

namespace {

/// Follows what each stage needs, first stage first.
class Planner {
public:
  Planner(RegionOp region, const KernelNest &nest, ScalarOps &ops, RowPlan &plan)
      : region(region), nest(nest), ops(ops), plan(plan) {}

  void run() {
    Block &body = region.getBody().front();
    findLevels(body);
    for (int stage = 0, e = plan.stages.size(); stage < e; ++stage) {
      current = stage;
      for (ReduceOp reduce : plan.stages[stage].reduces)
        need(reduce.getOperand());
      for (auto [tensor, value] : plan.stages[stage].outputs)
        need(value);
    }
  }

private:
  bool isChunk(Value value) const { return chunkLevel.lookup(value); }

  void findLevels(Block &body) {
    for (auto [i, argument] : llvm::enumerate(body.getArguments()))
      chunkLevel[argument] = plan.vectorLoop >= 0 && nest.tensors[i].strides[plan.vectorLoop] != 0;
    for (Operation &op : body.without_terminator()) {
      bool chunk = llvm::any_of(op.getOperands(), [&](Value operand) { return chunkLevel.lookup(operand); });
      if (auto reduce = dyn_cast<ReduceOp>(op))
        chunk = isEmptyReduce(reduce) ? isChunk(reduce.getInit()) : chunk && isTrivialReduce(reduce);
      if (isa<IotaOp>(op))
        chunk = true; // at worst a kept value too many
      chunkLevel[op.getResult(0)] = chunk;
    }
  }

  /// Operations and loads to compute the value from inputs, rows and kept values; large where it is not worth asking.
  int64_t recomputeCost(Value value) {
    value = KernelValues::lookThroughViews(value);
    if (!isChunk(value) || plan.buffers.count(value))
      return 0;
    Operation *op = value.getDefiningOp();
    if (!op)
      return 1;
    if (isa<IotaOp, ConstantOp>(op))
      return 1;
    int64_t cost = isa<ReduceOp>(op) ? 1 : ops.cost(op);
    for (Value operand : op->getOperands()) {
      if (cost > maxRecompute)
        break;
      cost += recomputeCost(operand);
    }
    return cost;
  }

  void need(Value value) {
    value = KernelValues::lookThroughViews(value);
    Operation *op = value.getDefiningOp();
    if (!op || !isChunk(value) || isa<ConstantOp, IotaOp>(op))
      return;
    auto [it, isNew] = computedIn.try_emplace(value, current);
    if (!isNew) {
      if (it->second == current || plan.buffers.count(value))
        return;
      if (plan.keepsRows && recomputeCost(value) > maxRecompute) {
        plan.stages[it->second].saves.push_back(value);
        plan.buffers[value] = 0; // placed when all are known
        return;
      }
      it->second = current;
    }
    for (Value operand : op->getOperands())
      need(operand);
  }

  RegionOp region;
  const KernelNest &nest;
  ScalarOps &ops;
  RowPlan &plan;
  int current = 0;
  DenseMap<Value, bool> chunkLevel;
  DenseMap<Value, int> computedIn; ///< the last stage that computes a value that is not kept
};

} // namespace

/// Takes leaf and block from the orders of the row reductions.
static LogicalResult setOrder(RegionOp region, RowPlan &plan, ReduceOp reduce, int64_t n) {
  OrderAttr attr = reduce.getOrderAttr();
  if (!attr)
    return reduce.emitOpError() << "expected an order; run det-order first";
  order::Order order = toModel(attr);
  int64_t block = n;
  for (order::Level level : order.levels)
    if (cast<ShapedType>(reduce.getOperand().getType()).getShape()[reduce.getDims()[level.dim]] > 1)
      block = std::min(block, level.block);
  bool isFold = order.leaf == order::Leaf::Fold;
  if (plan.block && (plan.block != block || plan.isFold != isFold))
    return reduce.emitOpError() << "expected the order of the other rows of the region, got " << attr;
  plan.block = block;
  plan.isFold = isFold;
  return success();
}

/// True if every output that has elements varies along every loop of several iterations.
static bool variesEverywhere(const KernelNest &nest, size_t inputs) {
  return llvm::all_of(ArrayRef(nest.tensors).drop_front(inputs), [&](const KernelTensor &tensor) {
    return tensor.isEmpty || llvm::all_of(llvm::zip(nest.loops, tensor.strides),
                                          [](auto entry) { return std::get<0>(entry).size == 1 || std::get<1>(entry) != 0; });
  });
}

/// Elements that fill the 16 bytes of the narrowest tensor along the innermost loop, at most 8.
static int64_t vectorLanes(RegionOp region, const KernelNest &nest, ScalarOps &ops) {
  int64_t narrowest = 8, cost = 0;
  for (const KernelTensor &tensor : nest.tensors)
    if (tensor.strides.back() == 1)
      narrowest = std::min(narrowest, storedBytes(tensor.element));
  for (Operation &op : region.getBody().front().without_terminator())
    cost += isa<ScalarOpInterface>(op) ? ops.cost(&op) : 0;
  int64_t lanes = std::min<int64_t>(16 / narrowest, cost > maxVectorCost / 4 ? 4 : 8);
  return cost > maxVectorCost ? 1 : lanes;
}

FailureOr<RowPlan> planRows(RegionOp region, const RegionSpace &space, const KernelNest &nest, ScalarOps &ops, KernelUse use) {
  RowPlan plan;
  Block &body = region.getBody().front();
  plan.vectorLoop = static_cast<int>(nest.loops.size()) - 1;
  bool hasRow = plan.vectorLoop >= 0 && nest.loops.back().role == LoopRole::Row, isGpu = use != KernelUse::Host;
  plan.isFlat = nest.loops.size() == 1 && !hasRow;
  if (isGpu) {
    bool isCovered = !hasRow && variesEverywhere(nest, body.getNumArguments());
    plan.isFlat &= isCovered && nest.loops[0].size > 1;
    plan.isPoints = isCovered && !plan.isFlat;
    plan.isWarp = !plan.isFlat && !plan.isPoints;
    plan.scratchBytes = 0;
  }
  if (plan.isPoints) {
    plan.lanes = nest.loops.empty() ? 1 : vectorLanes(region, nest, ops);
    while (plan.lanes > 1 && nest.loops.back().size % plan.lanes != 0)
      plan.lanes /= 2;
    if (plan.lanes == 1)
      plan.vectorLoop = -1;
  }

  int stages = 1;
  for (Value argument : body.getArguments())
    plan.available[argument] = 0;
  for (Operation &op : body.without_terminator()) {
    int stage = 0;
    for (Value operand : op.getOperands())
      stage = std::max(stage, plan.available[operand]);
    auto reduce = dyn_cast<ReduceOp>(op);
    if (reduce && !isTrivialReduce(reduce) && !isEmptyReduce(reduce)) {
      if (failed(setOrder(region, plan, reduce, nest.loops.back().size)))
        return failure();
      stage = plan.available[reduce.getOperand()];
      stages = std::max(stages, stage + 2);
      plan.stages.resize(stages);
      plan.stages[stage].reduces.push_back(reduce);
      // The init is joined after the pass.
      stage = std::max(stage + 1, plan.available[reduce.getInit()]);
    }
    plan.available[op.getResult(0)] = stage;
  }
  plan.stages.resize(stages);

  auto yield = cast<YieldOp>(body.getTerminator());
  int inputs = body.getNumArguments();
  for (auto [i, value] : llvm::enumerate(yield.getValues())) {
    int tensor = inputs + i;
    if (nest.tensors[tensor].isEmpty)
      continue;
    bool isAlong = plan.vectorLoop >= 0 && nest.tensors[tensor].strides[plan.vectorLoop] != 0;
    plan.isFlat &= isAlong;
    if (isAlong)
      plan.stages[plan.available[value]].outputs.push_back({tensor, value});
    else
      plan.rowOutputs.push_back({tensor, value});
  }
  int64_t n = hasRow ? nest.loops.back().size : 0;
  if (plan.isWarp) {
    plan.lanes = WarpMachine::width;
    plan.hasLeafTail = hasRow && plan.block < n && plan.block % plan.lanes != 0;
    plan.keepsRows = n <= maxKeptRow && !plan.hasLeafTail;
    plan.isBlock = n >= minBlockRow && n > plan.block * 3 && nest.points / n < maxBlockRows;
  } else if (isGpu && plan.isFlat) {
    plan.lanes = use == KernelUse::CudaBody ? 1 : vectorLanes(region, nest, ops);
  }
  // A chunk must not cross the end of a leaf.
  if (!plan.isWarp && hasRow && plan.block < nest.loops.back().size)
    while (plan.lanes > plan.block)
      plan.lanes /= 2;
  plan.hasTail = plan.vectorLoop >= 0 && (plan.isFlat ? !isGpu : nest.loops.back().size % plan.lanes != 0);

  Planner(region, nest, ops, plan).run();

  int64_t padded = plan.isWarp ? (n + plan.lanes - 1) / plan.lanes : (n + 15) / 16 * 16;
  for (RowStage &stage : plan.stages)
    for (Value value : stage.saves) {
      plan.buffers[value] = plan.scratchBytes;
      int64_t bytes = padded * storedBytes(cast<ShapedType>(value.getType()).getElementType());
      plan.scratchBytes += (bytes + 63) / 64 * 64;
    }
  plan.partials = plan.scratchBytes;
  size_t most = 0;
  for (RowStage &stage : plan.stages)
    most = std::max(most, stage.reduces.size());
  if (plan.isBlock) {
    plan.partials = 0;
    plan.sharedBytes = plan.stages.size() * most * ((n + plan.block - 1) / plan.block) * 8;
  } else if (plan.block) {
    plan.scratchBytes += most * ((n + plan.block - 1) / plan.block) * 8;
  }
  return plan;
}

} // namespace det
