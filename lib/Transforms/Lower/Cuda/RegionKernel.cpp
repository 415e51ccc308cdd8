// A region as a kernel.
//
// The iteration dims that no reduction walks are spread over *units*, one point each. A unit is a thread, or a warp where a leaf
// is lanes<32>. The unit walks the reductions one after the other, computing their operands from memory each time, then stores:
// what varies along a row is stored in one more walk over it. A reduction to few elements keeps few units busy.
#include "Kernels.h"
#include "PointValues.h"
#include "TreeWalk.h"

using namespace mlir;

namespace det::cuda {

static constexpr int64_t threadsPerBlock = 128;

namespace {

/// How the iteration space is divided.
struct RegionPlan {
  SmallVector<int> kept, walked;
  SmallVector<ReduceOp> reduces;
  SmallVector<order::Order> orders; ///< of the reductions
  bool isWarp = false;
  int64_t units = 1;
};

class RegionEmitter {
public:
  RegionEmitter(CudaCode &code, RegionOp region, const RegionSpace &space, const RegionPlan &plan, ArrayRef<Value> pointers)
      : code(code), region(region), space(space), plan(plan), pointers(pointers), values(code, space, pointers) {}

  LogicalResult run() {
    Value thread = code.add(code.mul(code.block(), code.index(threadsPerBlock)), code.threadInBlock());
    Value unit = thread;
    if (plan.isWarp) {
      unit = code.div(thread, code.index(warpSize));
      lane = code.rem(thread, code.index(warpSize));
    }
    LogicalResult result = success();
    code.when(code.less(unit, code.index(plan.units)), [&] { result = runUnit(unit); });
    return failure(failed(result) || values.isFailed());
  }

private:
  LogicalResult runUnit(Value unit) {
    ArrayRef<int64_t> sizes = space.getSizes();
    values.indices.resize(sizes.size());
    SmallVector<int64_t> keptSizes;
    for (int dim : plan.kept)
      keptSizes.push_back(sizes[dim]);
    for (auto [dim, index] : llvm::zip_equal(plan.kept, code.delinearize(unit, keptSizes)))
      values.indices[dim] = index;

    for (auto [i, order] : llvm::enumerate(plan.orders)) {
      ReduceOp reduce = plan.reduces[i];
      Value result = emitReduce(reduce, order);
      if (!result)
        return failure();
      values.set(reduce.getResult(), result);
    }
    storeOutputs();
    return success();
  }

  /// The whole value of a reduction: the tree, then init on the left of its root, rounded once.
  Value emitReduce(ReduceOp reduce, const order::Order &order) {
    Type from = elementOf(reduce.getOperand()), to = elementOf(reduce.getResult()), acc = getAccumulationType(from);
    TypedAttr identity = code.ops.identity(reduce.getCombiner(), acc);
    if (!identity) {
      reduce.emitOpError() << "expected a combiner with an identity in " << acc;
      return {};
    }
    auto join = [&](Value left, Value right) {
      return code.ops.combine(code.builder, code.loc, reduce.getCombiner(), acc, left, right);
    };
    Value filler = code.constant(identity);
    if (!join(filler, filler) || !code.convert(from, acc, code.constant(code.ops.identity(reduce.getCombiner(), from)))) {
      reduce.emitOpError() << "expected an element type that kernels can join, got " << from;
      return {};
    }
    SmallVector<int> box = space.getBoxDims(reduce);
    SmallVector<int64_t> boxSizes;
    for (int64_t dim : reduce.getDims())
      boxSizes.push_back(shapeOf(reduce.getOperand())[dim]);

    auto step = [&](ArrayRef<Value> coordinates, ValueRange accumulators) -> TreeWalk::Values {
      PointValues::Scope scope(values);
      for (auto [dim, coordinate] : llvm::zip_equal(box, coordinates))
        if (dim >= 0)
          values.indices[dim] = coordinate;
      Value x = values.get(reduce.getOperand());
      return {x ? join(accumulators[0], code.convert(from, acc, x)) : accumulators[0]};
    };
    TreeWalk walk(code, order, boxSizes, filler, join, step, lane);
    Value root = walk.run()[0];
    for (int dim : box)
      if (dim >= 0)
        values.indices[dim] = Value();

    Value init = values.get(reduce.getInit());
    if (!init)
      return {};
    init = code.convert(elementOf(reduce.getInit()), acc, init);
    return code.convert(acc, to, join(init, root));
  }

  bool isWalked(Value output) const {
    return llvm::any_of(plan.walked, [&](int dim) { return space.varies(output, dim); });
  }

  void storeOutputs() {
    auto yield = cast<YieldOp>(region.getBody().front().getTerminator());
    const size_t inputs = region.getInputs().size();
    SmallVector<std::pair<Value, Value>> here, along; // value, pointer
    for (auto [i, value] : llvm::enumerate(yield.getValues()))
      (isWalked(value) ? along : here).push_back({value, pointers[inputs + i]});
    // A value computed here holds in both blocks below.
    for (auto [value, pointer] : here)
      values.get(value);
    storeAt(here, lane);
    if (along.empty() || values.isFailed())
      return;
    // Only rows have results along what is walked, and they walk one dim.
    int row = plan.walked[0];
    code.loop(lane ? lane : code.index(0), code.index(space.getSizes()[row]), lane ? warpSize : 1, ValueRange(),
              [&](Value index, ValueRange) {
                PointValues::Scope scope(values);
                values.indices[row] = index;
                storeAt(along, Value());
                return SmallVector<Value>();
              });
  }

  /// Stores outputs at the point. One that does not vary along a kept dim is stored where the index is 0; `first`, if not null,
  /// must be 0 too.
  void storeAt(ArrayRef<std::pair<Value, Value>> outputs, Value first) {
    for (auto [output, pointer] : outputs) {
      Value condition;
      auto require = [&](Value index) {
        Value isFirst = code.isZero(index);
        condition = condition ? code.both(condition, isFirst) : isFirst;
      };
      if (first)
        require(first);
      for (int dim : plan.kept)
        if (!space.varies(output, dim))
          require(values.indices[dim]);
      Value value = values.get(output);
      if (!value)
        return;
      auto store = [&, output = output, pointer = pointer] {
        code.store(elementOf(output), value, pointer, values.offset(output));
      };
      if (condition)
        code.when(condition, store);
      else
        store();
    }
  }

  CudaCode &code;
  RegionOp region;
  const RegionSpace &space;
  const RegionPlan &plan;
  ArrayRef<Value> pointers;
  PointValues values;
  Value lane; ///< in a warp unit
};

} // namespace

static FailureOr<RegionPlan> planRegion(RegionOp region, const RegionSpace &space) {
  RegionPlan plan;
  llvm::SmallDenseSet<int> walked;
  for (auto reduce : region.getBody().front().getOps<ReduceOp>()) {
    if (isTrivialReduce(reduce))
      continue;
    FailureOr<order::Order> order = getKernelOrder(reduce);
    if (failed(order))
      return failure();
    plan.isWarp |= order->leaf == order::Leaf::Lanes32;
    plan.reduces.push_back(reduce);
    plan.orders.push_back(*order);
    for (int dim : space.getBoxDims(reduce))
      if (dim >= 0)
        walked.insert(dim);
  }
  for (auto [dim, size] : llvm::enumerate(space.getSizes())) {
    if (walked.contains(dim)) {
      plan.walked.push_back(dim);
    } else {
      plan.kept.push_back(dim);
      plan.units *= size;
    }
  }
  return plan;
}

FailureOr<Launch> emitRegionKernel(gpu::GPUModuleOp module, StringRef name, RegionOp region, ScalarOps &ops) {
  FailureOr<RegionSpace> space = RegionSpace::create(region);
  if (failed(space))
    return failure();
  FailureOr<RegionPlan> plan = planRegion(region, *space);
  if (failed(plan))
    return failure();
  Launch launch;
  launch.block = threadsPerBlock;
  launch.grid = order::ceilDiv(plan->units * (plan->isWarp ? warpSize : 1), threadsPerBlock);

  OpBuilder builder(region.getContext());
  KernelFunction kernel = beginKernel(builder, module, name, region, launch);
  CudaCode code(builder, region.getLoc(), ops, kernel.index);
  if (failed(RegionEmitter(code, region, *space, *plan, kernel.pointers).run()))
    return failure();
  return launch;
}

} // namespace det::cuda
