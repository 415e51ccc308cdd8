// Builds tree kernels: levels, leaves, the stack of nodes.
#include "TreeKernel.h"

#include "KernelTree.h"

using namespace mlir;

namespace det {

namespace {

Type elementOf(Value value) { return cast<ShapedType>(value.getType()).getElementType(); }

KernelJoin joinOf(ReduceOp reduce) { return {reduce.getCombiner(), getAccumulationType(elementOf(reduce.getOperand()))}; }

/// Nodes that wait for their right neighbours: entries of `lanes` values in scratch.
struct NodeStack {
  KernelCode &code;
  const KernelJoin &join;
  Value memory;
  int64_t lanes; ///< 0: scalars

  Value entry(Value index) { return code.at(memory, index, std::max<int64_t>(lanes, 1) * storedBytes(join.acc)); }
  Value load(Value index) { return code.load(join.acc, entry(index), lanes); }

  /// Pushes; gives the new height.
  Value push(Value height, Value node) {
    code.store(join.acc, node, entry(height));
    return code.add(height, code.i64(1));
  }

  /// Joins the two topmost entries `count` times; gives the new height.
  Value pop(Value height, Value count) {
    return code.loop(code.i64(0), count, 1, height, [&](Value, ValueRange carried) -> SmallVector<Value> {
      Value top = code.sub(carried[0], code.i64(1)), below = code.sub(carried[0], code.i64(2));
      Value left = load(below), right = load(top); // loads stay in the order in which they are made
      code.store(join.acc, join(code, left, right), entry(below));
      return {top};
    })[0];
  }
};

class TreeEmitter {
public:
  TreeEmitter(KernelFrame &frame, RegionOp region, const RegionSpace &space, const TreePlan &plan)
      : frame(frame), code(frame.code), nest(frame.nest), plan(plan), root(plan.root),
        vectorLoop(plan.isScalar ? -1 : static_cast<int>(nest.loops.size()) - 1), join(joinOf(root)),
        values(code, region, space, nest, vectorLoop) {}

  LogicalResult run() {
    frame.connect(values, vectorLoop);
    values.lanes = plan.lanes;
    values.hoistOnce();
    NodeStack nodes{code, join, frame.scratchAt(plan.stackOffset), plan.isColumns && !plan.isScalar ? plan.lanes : 0};
    stack = &nodes;
    if (plan.isScalar) {
      runScalar();
      frame.finish();
      return failure(values.isFailed());
    }
    SmallVector<int> outer = plan.kept;
    if (plan.isColumns)
      outer.pop_back();
    SmallVector<Value> sizes = frame.sizesOf(outer);
    if (plan.isColumns)
      sizes.push_back(frame.param(frame.layout.extra(0)));
    else if (plan.groupBlocks)
      sizes.push_back(frame.param(frame.layout.extra(1)));
    frame.overFlat(sizes, [&](ArrayRef<Value> indices) {
      SmallVector<Value> offsets = values.offsets;
      for (auto [loop, index] : llvm::zip(outer, indices))
        frame.enterLoop(values, loop, index);
      if (plan.isColumns)
        columns(indices.back());
      else
        inner(outer, indices);
      values.offsets = offsets;
    });
    frame.finish();
    return failure(values.isFailed());
  }

  /// The second kernel of a grouped reduction.
  LogicalResult runGroups() {
    frame.connect(values, vectorLoop);
    values.hoistOnce();
    NodeStack nodes{code, join, frame.scratchAt(plan.stackOffset), 0};
    Value groups = frame.param(frame.layout.extra(1)), memory = frame.buffer(frame.layout.tensors);
    SmallVector<Value> sizes = frame.sizesOf(plan.kept);
    int64_t bytes = storedBytes(join.acc);
    Value flat; // index of the result, counted here: the outer loops are few
    frame.overFlat(sizes, [&](ArrayRef<Value> indices) {
      SmallVector<Value> offsets = values.offsets;
      flat = code.i64(0);
      for (auto [i, loop] : llvm::enumerate(plan.kept)) {
        frame.enterLoop(values, loop, indices[i]);
        flat = code.add(code.mul(flat, sizes[i]), indices[i]);
      }
      Value first = code.mul(flat, groups);
      code.loop(code.i64(0), groups, 1, code.i64(0), [&](Value group, ValueRange carried) -> SmallVector<Value> {
        Value node = code.load(join.acc, code.at(memory, code.add(first, group), bytes), 0);
        return {nodes.pop(nodes.push(carried[0], node), countPops(code, group, groups))};
      });
      storeRoot(nodes.load(code.i64(0)));
      values.offsets = offsets;
    });
    frame.finish();
    return failure(values.isFailed());
  }

private:
  int outputTensor() const { return nest.tensors.size() - 1; }

  /// Every kept loop, and groups around the innermost one of columns, or inside all.
  void runScalar() {
    SmallVector<Value> sizes = frame.sizesOf(plan.kept);
    size_t groupAt = plan.isColumns ? sizes.size() - 1 : sizes.size();
    if (plan.groupBlocks)
      sizes.insert(sizes.begin() + groupAt, frame.param(frame.layout.extra(1)));
    frame.overFlat(sizes, [&](ArrayRef<Value> all) {
      SmallVector<Value> offsets = values.offsets, indices(all);
      Value group;
      if (plan.groupBlocks) {
        group = indices[groupAt];
        indices.erase(indices.begin() + groupAt);
      }
      for (auto [loop, index] : llvm::zip_equal(plan.kept, indices))
        frame.enterLoop(values, loop, index);
      if (group) {
        storeGroup(plan.kept, indices, group);
      } else {
        storeRoot(tree([&] { return scalarLeaf(); }, zero(), {}));
      }
      values.offsets = offsets;
    });
  }

  Value scalarLeaf() {
    if (plan.isWarp)
      return laneLeaf();
    Value identity = code.constant(join.identity(code), 0);
    if (plan.reduced.empty())
      return operandScalar();
    return overLeaf(plan.reduced, identity,
                    [&](ValueRange carried) -> SmallVector<Value> { return {join(code, carried[0], operandScalar())}; })[0];
  }

  Value operandScalar() {
    values.forgetOuter();
    Value x =
        code.ops.convert(code.builder, code.loc, elementOf(root.getOperand()), join.acc, values.getScalar(root.getOperand()));
    values.forgetOuter();
    return x;
  }

  /// Element i of the leaf, in row-major order, belongs to thread i mod 32. A thread without elements holds the identity, which
  /// changes no bit; one behind the end reads the last element again.
  Value laneLeaf() {
    SmallVector<Value> offsets = values.offsets, froms, lengths;
    Value count = code.i64(1);
    for (int loop : plan.reduced) {
      auto [from, to] = rangeOf(loop);
      bool isOne = !llvm::is_contained(plan.inLeaf, loop);
      if (isOne) {
        frame.enterLoop(values, loop, from);
        continue;
      }
      froms.push_back(from);
      lengths.push_back(code.sub(to, from));
      count = lengths.size() == 1 ? lengths.back() : code.mul(count, lengths.back());
    }
    Value last = code.sub(count, code.i64(1));
    Value identity = code.constant(join.identity(code), 0);
    auto step = [&](Value start, ValueRange carried) -> SmallVector<Value> {
      SmallVector<Value> outside = values.offsets;
      Value mine = code.add(start, code.lane), rest = code.min(mine, last);
      for (int i = lengths.size() - 1; i >= 0; --i) {
        Value digit = i ? code.remainder(rest, lengths[i]) : rest;
        if (i)
          rest = code.divide(rest, lengths[i]);
        frame.enterLoop(values, plan.inLeaf[i], code.add(froms[i], digit));
      }
      Value x = operandScalar();
      x = code.select(code.compare(arith::CmpIPredicate::slt, mine, count), x, identity);
      values.offsets = outside;
      return {join(code, carried[0], x)};
    };
    Value lanes = code.loop(zero(), count, KernelAbi::warp, identity, step)[0];
    values.offsets = offsets;
    return joinLanes(code, join, lanes);
  }

  Value zero() { return code.i64(0); }

  void columns(Value chunk) {
    // The last chunk is shifted back so that it is full: equal columns give equal bits.
    Value n = frame.param(frame.layout.size(vectorLoop));
    Value start = code.min(code.mul(chunk, code.i64(plan.lanes)), code.sub(n, code.i64(plan.lanes)));
    Value node = tree([&] { return columnLeaf(start); }, zero(), {});
    values.chunkStart = start;
    if (!plan.isPartial)
      node = finish(node, plan.lanes);
    values.storeChunk(outputTensor(), node);
    values.forgetChunk();
  }

  void inner(ArrayRef<int> outer, ArrayRef<Value> indices) {
    if (!plan.groupBlocks) {
      storeRoot(tree([&] { return innerLeaf(); }, zero(), {}));
      return;
    }
    storeGroup(outer, indices.drop_back(), indices.back());
  }

  /// A group is a run of blocks of the outermost level.
  void storeGroup(ArrayRef<int> outer, ArrayRef<Value> indices, Value group) {
    int loop = plan.levels[0];
    Value perGroup = frame.param(frame.layout.extra(2));
    Value from = code.mul(group, perGroup), to = code.min(code.add(from, perGroup), blocksOf(loop));
    Value node = tree([&] { return plan.isScalar ? scalarLeaf() : innerLeaf(); }, from, to);
    Value flat = zero();
    for (auto [i, keptLoop] : llvm::enumerate(outer))
      flat = code.add(code.mul(flat, frame.param(frame.layout.size(keptLoop))), indices[i]);
    Value position = code.add(code.mul(flat, frame.param(frame.layout.extra(1))), group);
    code.machine.once(code, [&] {
      code.store(join.acc, code.canonical(node), code.at(frame.buffer(frame.layout.tensors), position, storedBytes(join.acc)));
    });
  }

  void storeRoot(Value node) {
    values.forgetOuter();
    values.storeScalar(outputTensor(), plan.isPartial ? node : finish(node, 0));
  }

  /// Init on the left, one rounding.
  Value finish(Value node, int64_t lanes) {
    Value init = values.getScalar(root.getInit());
    init = code.splat(code.ops.convert(code.builder, code.loc, elementOf(root.getInit()), join.acc, init), lanes);
    return code.ops.convert(code.builder, code.loc, join.acc, elementOf(root.getResult()), join(code, init, node));
  }

  Value blocksOf(int loop) {
    Value size = frame.param(frame.layout.size(loop)), block = frame.param(frame.layout.block(loop));
    return code.divide(code.sub(code.add(size, block), code.i64(1)), block);
  }

  /// Walks the blocks of all levels; blocks of the outermost one in [from, to) (null: all).
  Value tree(function_ref<Value()> leaf, Value from, Value to) {
    ranges.clear();
    if (plan.levels.empty())
      return leaf();
    levels(0, zero(), leaf, from, to);
    return stack->load(zero());
  }

  Value levels(size_t level, Value height, function_ref<Value()> leaf, Value from, Value to) {
    if (level == plan.levels.size())
      return stack->push(height, leaf());
    int loop = plan.levels[level];
    if (!to)
      to = blocksOf(loop);
    Value block = frame.param(frame.layout.block(loop)), size = frame.param(frame.layout.size(loop)), count = code.sub(to, from);
    return code.loop(from, to, 1, height, [&](Value index, ValueRange carried) -> SmallVector<Value> {
      Value first = code.mul(index, block);
      ranges[loop] = {first, code.min(code.add(first, block), size)};
      Value above = levels(level + 1, carried[0], leaf, zero(), {});
      return {stack->pop(above, countPops(code, code.sub(index, from), count))};
    })[0];
  }

  std::pair<Value, Value> rangeOf(int loop) {
    auto it = ranges.find(loop);
    return it != ranges.end() ? it->second : std::pair<Value, Value>(zero(), frame.param(frame.layout.size(loop)));
  }

  /// Nested loops over `loops` of the leaf, carrying values.
  SmallVector<Value> overLeaf(ArrayRef<int> loops, ValueRange initial, function_ref<SmallVector<Value>(ValueRange)> body) {
    if (loops.empty())
      return body(initial);
    auto [from, to] = rangeOf(loops.front());
    return code.loop(from, to, 1, initial, [&](Value index, ValueRange carried) {
      SmallVector<Value> offsets = values.offsets;
      frame.enterLoop(values, loops.front(), index);
      SmallVector<Value> next = overLeaf(loops.drop_front(), carried, body);
      values.offsets = offsets;
      return next;
    });
  }

  Value operandChunk() {
    values.forgetOuter();
    Value x =
        code.ops.convert(code.builder, code.loc, elementOf(root.getOperand()), join.acc, values.getChunk(root.getOperand()));
    values.forgetChunk();
    values.forgetOuter();
    return x;
  }

  Value columnLeaf(Value start) {
    Value identity = code.constant(join.identity(code), plan.lanes);
    return overLeaf(plan.reduced, identity, [&](ValueRange carried) -> SmallVector<Value> {
      values.chunkStart = start;
      return {join(code, carried[0], operandChunk())};
    })[0];
  }

  Value innerLeaf() {
    if (vectorLoop < 0) {
      values.forgetOuter();
      return code.ops.convert(code.builder, code.loc, elementOf(root.getOperand()), join.acc,
                              values.getScalar(root.getOperand()));
    }
    ArrayRef<int> rows = ArrayRef<int>(plan.reduced).drop_back();
    SmallVector<Value> initial(plan.isPair ? 2 : 1, code.constant(join.identity(code), plan.isFold ? 0 : plan.lanes));
    if (plan.isBuffered)
      return bufferedLeaf(rows, initial);
    SmallVector<Value> sums = overLeaf(rows, initial, [&](ValueRange carried) {
      auto [from, to] = rangeOf(vectorLoop);
      return code.loop(from, to, plan.lanes, carried, [&](Value start, ValueRange accumulators) {
        setChunk(start, to);
        Value x = operandChunk();
        return accumulate(x, accumulators);
      });
    });
    return plan.isFold ? sums[0] : joinLanes(code, join, sums);
  }

  void setChunk(Value start, Value to) {
    values.chunkStart = start;
    values.valid = plan.hasTail ? code.min(code.sub(to, start), code.i64(plan.lanes)) : Value();
  }

  SmallVector<Value> accumulate(Value x, ValueRange accumulators) {
    if (values.valid)
      x = code.mask(x, plan.lanes, values.valid, join.identity(code));
    if (plan.isFold) {
      Value sum = accumulators[0];
      for (int64_t lane = 0; lane < plan.lanes; ++lane)
        sum = join(code, sum, code.extract(x, lane));
      return {sum};
    }
    SmallVector<Value> next;
    if (accumulators.size() == 2)
      next.push_back(accumulators[1]);
    next.push_back(join(code, accumulators[0], x));
    return next;
  }

  /// Lays the elements of the leaf out one after the other, then sums them by lanes.
  Value bufferedLeaf(ArrayRef<int> rows, ArrayRef<Value> initial) {
    Value buffer = frame.scratchAt(plan.bufferOffset);
    int64_t bytes = storedBytes(join.acc);
    Value count = overLeaf(rows, zero(), [&](ValueRange carried) -> SmallVector<Value> {
      auto [from, to] = rangeOf(vectorLoop);
      Value shift = code.sub(carried[0], from);
      code.loop(from, to, plan.lanes, [&, to = to](Value start) {
        setChunk(start, to);
        code.store(join.acc, operandChunk(), code.at(buffer, code.add(shift, start), bytes));
      });
      return {code.add(carried[0], code.sub(to, from))};
    })[0];
    SmallVector<Value> sums = code.loop(zero(), count, plan.lanes, initial, [&](Value start, ValueRange accumulators) {
      values.valid = code.min(code.sub(count, start), code.i64(plan.lanes));
      return accumulate(code.load(join.acc, code.at(buffer, start, bytes), plan.lanes), accumulators);
    });
    values.valid = Value();
    return joinLanes(code, join, sums);
  }

  KernelFrame &frame;
  KernelCode &code;
  const KernelNest &nest;
  const TreePlan &plan;
  ReduceOp root;
  int vectorLoop;
  KernelJoin join;
  KernelValues values;
  NodeStack *stack = nullptr;
  DenseMap<int, std::pair<Value, Value>> ranges;
};

} // namespace

LogicalResult emitTreeKernel(KernelFrame &frame, RegionOp region, const RegionSpace &space, const TreePlan &plan) {
  return TreeEmitter(frame, region, space, plan).run();
}

LogicalResult emitGroupKernel(KernelFrame &frame, RegionOp region, const RegionSpace &space, const TreePlan &plan) {
  return TreeEmitter(frame, region, space, plan).runGroups();
}

} // namespace det
