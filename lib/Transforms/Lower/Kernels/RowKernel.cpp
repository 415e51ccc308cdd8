// Builds row kernels: rows, their stages, the chunks of a stage.
#include "RowKernel.h"

#include "KernelTree.h"

using namespace mlir;

namespace det {

namespace {

Type elementOf(Value value) { return cast<ShapedType>(value.getType()).getElementType(); }

class RowEmitter {
public:
  RowEmitter(KernelFrame &frame, RegionOp region, const RegionSpace &space, const RowPlan &plan)
      : frame(frame), code(frame.code), plan(plan), values(code, region, space, frame.nest, plan.vectorLoop) {}

  LogicalResult run() {
    frame.connect(values, plan.vectorLoop);
    values.lanes = plan.lanes;
    values.hoistOnce();
    if (plan.isFlat) {
      prepare(plan.stages[0]);
      if (frame.abi.isGpu && plan.lanes > 1)
        vectors(plan.stages[0]);
      else
        chunks(plan.stages[0], frame.begin, frame.end, frame.end, {});
    } else {
      SmallVector<int> loops;
      for (int loop = 0, e = plan.isPoints ? frame.layout.loops : plan.vectorLoop; loop < e; ++loop)
        loops.push_back(loop);
      ArrayRef<int> outer = ArrayRef(loops).drop_back(plan.isPoints && plan.vectorLoop >= 0);
      frame.overFlat(frame.sizesOf(loops), [&](ArrayRef<Value> indices) {
        along = outer.size() < loops.size() ? indices.back() : Value();
        row(outer, indices.take_front(outer.size()));
      });
    }
    frame.finish();
    return failure(values.isFailed());
  }

private:
  /// The vectors of a thread; what is left at the end of the loop one by one.
  void vectors(const RowStage &stage) {
    code.loop(frame.begin, frame.end, frame.abi.step(plan.lanes), [&](Value start) {
      Value isWhole = code.compare(arith::CmpIPredicate::sle, code.add(start, code.i64(plan.lanes)), frame.end);
      auto at = [&](Value place, int64_t lanes) {
        values.lanes = lanes;
        values.chunkStart = place;
        storeOutputs(stage);
      };
      code.branch(
          isWhole, [&] { return at(start, plan.lanes), Value(); },
          [&] {
            code.loop(start, frame.end, 1, [&](Value place) { at(place, 1); });
            return Value();
          });
    });
  }

  void row(ArrayRef<int> outer, ArrayRef<Value> indices) {
    SmallVector<Value> offsets = values.offsets;
    for (auto [loop, index] : llvm::zip(outer, indices))
      frame.enterLoop(values, loop, index);
    for (const RowStage &stage : plan.stages)
      emitStage(stage);
    // Here, too: what a later output loads may lie under an earlier one.
    SmallVector<Value> results;
    for (auto [tensor, value] : plan.rowOutputs)
      results.push_back(values.getScalar(value));
    for (auto [output, result] : llvm::zip_equal(plan.rowOutputs, results))
      values.storeScalar(output.first, result);
    values.forgetOuter();
    values.kept.clear();
    values.offsets = offsets;
  }

  void emitStage(const RowStage &stage) {
    if (stage.reduces.empty() && stage.outputs.empty())
      return;
    // An output of this stage may lie on what another thread has read in an earlier one; so may the partials of a block's next
    // row.
    if (&stage != &plan.stages.front() || plan.isBlock)
      code.machine.meet(code);
    prepare(stage);
    bool isStatic = frame.nest.loops[plan.vectorLoop].role == LoopRole::Row;
    int64_t size = frame.nest.loops[plan.vectorLoop].size;
    Value n = isStatic ? code.i64(size) : frame.param(frame.layout.size(plan.vectorLoop));
    if (along) {
      values.chunkStart = along;
      storeOutputs(stage);
    } else if (stage.reduces.empty() && !plan.isBlock) {
      chunks(stage, code.i64(0), n, n, {});
    } else if (stage.reduces.empty()) {
      overLeaves(size, [&](Value, Value from, Value to) { chunks(stage, from, to, n, {}); });
    } else {
      int64_t leaves = leavesOf(size);
      int number = &stage - plan.stages.begin();
      if (leaves == 1) {
        SmallVector<Value> sums = leaf(stage, code.i64(0), n, n);
        finish(stage, 1, [&](int which, int64_t) { return sums[which]; });
      } else {
        overLeaves(size, [&](Value index, Value from, Value to) {
          SmallVector<Value> sums = leaf(stage, from, to, n);
          auto store = [&, &sums = sums] {
            for (auto [which, sum] : llvm::enumerate(sums))
              code.store(joinOf(stage.reduces[which]).acc, sum, code.at(partial(number, which, leaves), index, 8));
          };
          if (plan.isBlock)
            code.when(code.compare(arith::CmpIPredicate::eq, code.lane, code.i64(0)), store);
          else
            store();
        });
        if (plan.isBlock)
          code.machine.meet(code);
        finish(stage, leaves, [&](int which, int64_t i) {
          return code.load(joinOf(stage.reduces[which]).acc, code.at(partial(number, which, leaves), code.i64(i), 8), 0);
        });
      }
    }
    for (Value value : stage.saves)
      values.kept[value] = frame.scratchAt(plan.buffers.lookup(value));
  }

  int64_t leavesOf(int64_t size) const { return (size + plan.block - 1) / plan.block; }

  /// The leaves of a row that this thread takes part in, with their ranges: all, or those of its warp.
  void overLeaves(int64_t size, function_ref<void(Value index, Value from, Value to)> body) {
    Value first = plan.isBlock ? code.warp : code.i64(0);
    code.loop(first, code.i64(leavesOf(size)), plan.isBlock ? KernelAbi::block / KernelAbi::warp : 1, [&](Value index) {
      Value from = code.mul(index, code.i64(plan.block));
      body(index, from, code.min(code.add(from, code.i64(plan.block)), code.i64(size)));
    });
  }

  /// Where the values of a reduction's leaves lie: of reduction `which` of a stage.
  Value partial(int stage, int which, int64_t leaves) {
    if (!plan.isBlock)
      return frame.scratchAt(plan.partials + which * leaves * 8);
    int64_t perStage = plan.sharedBytes / plan.stages.size();
    return code.at(frame.shared, code.i64(stage * perStage + which * leaves * 8), 1);
  }

  static KernelJoin joinOf(ReduceOp reduce) {
    return {reduce.getCombiner(), getAccumulationType(elementOf(reduce.getOperand()))};
  }

  /// Joins leaves and init, rounds once.
  void finish(const RowStage &stage, int64_t leaves, function_ref<Value(int, int64_t)> leafValue) {
    for (auto [which, op] : llvm::enumerate(stage.reduces)) {
      ReduceOp reduce = op;
      KernelJoin join = joinOf(reduce);
      int number = which;
      Value root = joinStatic(code, join, 0, leaves, [&](int64_t i) { return leafValue(number, i); });
      Value init =
          code.ops.convert(code.builder, code.loc, elementOf(reduce.getInit()), join.acc, values.getScalar(reduce.getInit()));
      root = join(code, init, root);
      values.setScalar(reduce.getResult(),
                       code.ops.convert(code.builder, code.loc, join.acc, elementOf(reduce.getResult()), root));
    }
  }

  /// One leaf of every reduction of the stage, over [from, to).
  SmallVector<Value> leaf(const RowStage &stage, Value from, Value to, Value n) {
    bool isPair = !plan.isFold && plan.lanes == 16 && plan.block > 16;
    SmallVector<Value> initial;
    for (ReduceOp reduce : stage.reduces)
      for (int i = 0; i < (isPair ? 2 : 1); ++i)
        initial.push_back(code.constant(joinOf(reduce).identity(code), plan.isFold ? 0 : plan.lanes));
    SmallVector<Value> sums = chunks(stage, from, to, n, initial), result;
    for (auto [which, reduce] : llvm::enumerate(stage.reduces)) {
      if (plan.isFold)
        result.push_back(sums[which]);
      else
        result.push_back(joinLanes(code, joinOf(reduce), ValueRange(sums).slice(which * (isPair ? 2 : 1), isPair ? 2 : 1)));
    }
    return result;
  }

  /// The pass of a stage over [from, to) of a row of n; carries the accumulators.
  SmallVector<Value> chunks(const RowStage &stage, Value from, Value to, Value n, ValueRange initial) {
    return code.loop(from, to, frame.abi.step(plan.lanes), initial, [&](Value start, ValueRange carried) {
      values.chunkStart = start;
      bool isLeaf = (!stage.reduces.empty() || plan.isBlock) && plan.hasLeafTail;
      values.valid = isLeaf || plan.hasTail ? code.min(code.sub(isLeaf ? to : n, start), code.i64(plan.lanes)) : Value();
      SmallVector<Value> next;
      size_t perReduce = stage.reduces.empty() ? 0 : carried.size() / stage.reduces.size();
      for (auto [which, op] : llvm::enumerate(stage.reduces)) {
        ReduceOp reduce = op;
        accumulate(reduce, carried.slice(which * perReduce, perReduce), next);
      }
      for (Value value : stage.saves) {
        Value row = frame.scratchAt(plan.buffers.lookup(value));
        code.machine.storeKept(code, elementOf(value), row, start, values.getChunk(value));
      }
      storeOutputs(stage);
      values.valid = Value();
      return next;
    });
  }

  void storeOutputs(const RowStage &stage) {
    // All loads of the chunk come before its first store: an output may lie on an input.
    SmallVector<Value> results;
    for (auto [tensor, value] : stage.outputs)
      results.push_back(values.getChunk(value));
    for (auto [output, result] : llvm::zip(stage.outputs, results))
      values.storeChunk(output.first, result);
    values.forgetChunk();
  }

  void accumulate(ReduceOp reduce, ValueRange carried, SmallVector<Value> &next) {
    KernelJoin join = joinOf(reduce);
    Value x =
        code.ops.convert(code.builder, code.loc, elementOf(reduce.getOperand()), join.acc, values.getChunk(reduce.getOperand()));
    if (values.valid)
      x = code.mask(x, plan.lanes, values.valid, join.identity(code));
    if (plan.isFold) {
      Value sum = carried[0];
      for (int64_t lane = 0; lane < plan.lanes; ++lane)
        sum = join(code, sum, code.extract(x, lane));
      next.push_back(sum);
      return;
    }
    // Chunks alternate between lanes 0 to 15 and lanes 16 to 31.
    if (carried.size() == 2)
      next.push_back(carried[1]);
    next.push_back(join(code, carried[0], x));
  }

  /// Computes what the stage's pass needs from outside the pass.
  void prepare(const RowStage &stage) {
    DenseSet<Value> seen;
    SmallVector<Value> stack;
    for (ReduceOp reduce : stage.reduces)
      stack.push_back(reduce.getOperand());
    for (auto [tensor, value] : stage.outputs)
      stack.push_back(value);
    while (!stack.empty()) {
      Value value = KernelValues::lookThroughViews(stack.pop_back_val());
      if (!seen.insert(value).second || values.kept.count(value))
        continue;
      if (values.getLevel(value) != ValueLevel::Chunk)
        values.getScalar(value);
      else if (Operation *op = value.getDefiningOp())
        llvm::append_range(stack, op->getOperands());
    }
  }

  KernelFrame &frame;
  KernelCode &code;
  const RowPlan &plan;
  KernelValues values;
  Value along; ///< of points in vectors: where the one at hand begins in the innermost loop
};

} // namespace

LogicalResult emitRowKernel(KernelFrame &frame, RegionOp region, const RegionSpace &space, const RowPlan &plan) {
  return RowEmitter(frame, region, space, plan).run();
}

} // namespace det
