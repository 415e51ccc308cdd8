// Collects the kernels of a program.
#include "det/Transforms/Lower/KernelLibrary.h"

#include "KernelKey.h"
#include "OpOrder.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/IR/OwningOpRef.h"

using namespace mlir;

namespace det {

/// Iterations of a kernel on a GPU below which its indices are divided as 32 bits; sizes with a block added must fit, too.
static constexpr int64_t maxNarrow = int64_t(1) << 30;

struct KernelLibrary::Impl {
  Impl(MLIRContext *context, KernelTarget target)
      : target(target), ops(context), module(ModuleOp::create(UnknownLoc::get(context), "kernels")) {
    context->loadDialect<func::FuncDialect, scf::SCFDialect, arith::ArithDialect, mlir::math::MathDialect, vector::VectorDialect,
                         LLVM::LLVMDialect, cf::ControlFlowDialect>();
  }

  const KernelTarget target;
  ScalarOps ops;
  OwningOpRef<ModuleOp> module;
  std::vector<std::string> names;
  std::vector<KernelBody> bodies;
  std::vector<uint8_t> lanes;
  llvm::DenseSet<unsigned> rows; ///< kernels that are functions for a warp, too
  llvm::StringMap<unsigned> numbers;

  const VectorMachine thread;
  const WarpMachine warp;
  const BlockMachine block;

  const KernelMachine &machineOf(const KernelAbi &abi, bool isWarp) const {
    if (!isWarp)
      return thread;
    if (abi.lanes == KernelAbi::block)
      return block;
    return warp;
  }

  /// Builds one function or entry.
  LogicalResult build(StringRef name, const KernelNest &nest, const KernelMachine &machine, const KernelAbi &abi,
                      function_ref<LogicalResult(KernelFrame &)> emit) {
    OpBuilder builder(module->getContext());
    KernelFrame frame(*module, name, builder, ops, UnknownLoc::get(module->getContext()), nest, machine, abi);
    if (failed(emit(frame)))
      return failure();
    orderOps(module->lookupSymbol<func::FuncOp>(name));
    return success();
  }

  /// The number of the kernel with this key, built by `emit` if it is new. `abi` is what a GPU needs to know; of a call, buffers
  /// and params are set.
  FailureOr<unsigned> get(std::string key, StringRef kind, const KernelBody &body, const KernelNest &nest, const KernelCall &call,
                          KernelUse use, KernelAbi abi, bool isWarp, function_ref<LogicalResult(KernelFrame &)> emit) {
    if (use == KernelUse::CudaBody)
      key = "body " + key;
    abi.isNarrow = use != KernelUse::Host && nest.points < maxNarrow;
    if (abi.isNarrow)
      key = "narrow " + key;
    auto [it, isNew] = numbers.try_emplace(key, names.size());
    if (!isNew)
      return it->second;
    unsigned number = it->second;
    names.push_back((kind + "_" + Twine(number)).str());
    bodies.push_back(body);
    lanes.push_back(abi.lanes);
    if (use == KernelUse::Host)
      return failed(build(names.back(), nest, thread, {}, emit)) ? FailureOr<unsigned>() : number;
    abi.isGpu = abi.isEntry = true;
    abi.buffers = call.buffers.size();
    abi.params = call.params.size();
    if (failed(build(names.back(), nest, machineOf(abi, isWarp), abi, emit)))
      return failure();
    abi.isEntry = false;
    if (use == KernelUse::CudaBody) {
      abi.perLane = 0;
      if (failed(build(KernelLibrary::getBodySymbol(number), nest, thread, abi, emit)))
        return failure();
    } else if (kind == "row" && isWarp && abi.lanes == KernelAbi::warp) {
      rows.insert(number);
      if (failed(build(KernelLibrary::getRowsSymbol(number), nest, warp, abi, emit)))
        return failure();
    }
    return number;
  }
};

KernelLibrary::KernelLibrary(MLIRContext *context, KernelTarget target) : impl(std::make_unique<Impl>(context, target)) {}
KernelLibrary::~KernelLibrary() = default;
KernelTarget KernelLibrary::getTarget() const { return impl->target; }
size_t KernelLibrary::size() const { return impl->names.size(); }
ArrayRef<std::string> KernelLibrary::getNames() const { return impl->names; }
ArrayRef<KernelBody> KernelLibrary::getBodies() const { return impl->bodies; }
ArrayRef<uint8_t> KernelLibrary::getLanes() const { return impl->lanes; }
std::string KernelLibrary::getBodySymbol(unsigned kernel) { return "det_body_" + std::to_string(kernel); }
std::string KernelLibrary::getRowsSymbol(unsigned kernel) { return "det_rows_" + std::to_string(kernel); }
bool KernelLibrary::hasRows(unsigned kernel) const { return impl->rows.contains(kernel); }
ModuleOp KernelLibrary::getModule() const { return *impl->module; }

static Type elementOf(Value value) { return cast<ShapedType>(value.getType()).getElementType(); }

/// Refuses element types that kernels cannot hold, before code is built.
static LogicalResult checkTypes(RegionOp region, ScalarOps &ops) {
  for (Operation &op : region.getBody().front().without_terminator()) {
    Type type = elementOf(op.getResult(0));
    unsigned width = type.isIntOrFloat() ? type.getIntOrFloatBitWidth() : 0;
    bool isHeld = (width >= 1 && width <= 8) || width == 16 || width == 32 || width == 64;
    if (!isHeld || (isa<ScalarOpInterface>(op) && ops.cost(&op) < 0))
      return op.emitOpError() << "expected an element type that kernels can compute with, got " << type;
    if (!isa<ScalarOpInterface, ReduceOp, BroadcastInDimOp, ReshapeOp, IotaOp>(op)) {
      auto constant = dyn_cast<ConstantOp>(op);
      if (!constant || !isa<SplatElementsAttr>(constant.getValue()))
        return op.emitOpError() << "expected an elementwise op, a broadcast, a splat or a reduction in a region";
    }
    if (auto reduce = dyn_cast<ReduceOp>(op))
      if (!ops.identity(reduce.getCombiner(), getAccumulationType(elementOf(reduce.getOperand()))))
        return op.emitOpError() << "expected a combiner that kernels can join with, got "
                                << stringifyCombiner(reduce.getCombiner());
  }
  return success();
}

/// Float operations of the region on this rank.
static int64_t countFlops(RegionOp region, const RegionSpace &space, const KernelNest &nest) {
  int64_t flops = 0;
  for (Operation &op : region.getBody().front().without_terminator()) {
    auto points = [&](Value value) {
      int64_t count = 1;
      for (int dim : space.getDims(value))
        count *= dim < 0 ? 1 : nest.dimSizes[dim];
      return count;
    };
    if (auto scalar = dyn_cast<ScalarOpInterface>(op))
      flops += scalar.getFlopsPerElement() * points(op.getResult(0));
    else if (auto reduce = dyn_cast<ReduceOp>(op))
      flops += isa<FloatType>(elementOf(reduce.getOperand())) && !isEmptyReduce(reduce) ? points(reduce.getOperand()) : 0;
  }
  return flops;
}

/// Fills in the global indices that iotas start at.
static void addBases(KernelCall &call, RegionOp region, const RegionSpace &space, const KernelNest &nest,
                     const order::Box *node) {
  Block &body = region.getBody().front();
  SmallVector<Value> values(body.getArguments());
  llvm::append_range(values, cast<YieldOp>(body.getTerminator()).getValues());
  DenseSet<int> done;
  for (auto iota : body.getOps<IotaOp>()) {
    int dim = space.getDims(iota.getResult())[iota.getDim()];
    if (dim < 0 || !done.insert(dim).second)
      continue;
    unsigned param = KernelParams(nest).base(nest.loopOf(dim));
    if (node) {
      SmallVector<int> box = space.getBoxDims(space.getRoot());
      auto *it = llvm::find(box, dim);
      if (it != box.end()) {
        call.params[param] = (*node)[it - box.begin()].begin;
        continue;
      }
    }
    for (auto [number, value] : llvm::enumerate(values)) {
      ArrayRef<int> dims = space.getDims(value);
      const int *it = llvm::find(dims, dim);
      if (it == dims.end())
        continue;
      call.rankParams.push_back({param, static_cast<int>(number), static_cast<unsigned>(it - dims.begin()), 1});
      break;
    }
  }
}

/// Outputs that may lie on an input: stored last, element by element where the input was read.
static void addInPlace(LoweredRegion &result, RegionOp region, const KernelNest &nest, const RowPlan &plan) {
  int inputs = region.getInputs().size();
  for (int output = 0, e = region.getNumResults(); output < e; ++output) {
    const KernelTensor &target = nest.tensors[inputs + output];
    Value yielded = cast<YieldOp>(region.getBody().front().getTerminator()).getValues()[output];
    bool isLast = llvm::any_of(plan.rowOutputs, [&](auto &entry) { return entry.first == inputs + output; });
    isLast |= plan.available.lookup(yielded) == static_cast<int>(plan.stages.size()) - 1;
    if (!isLast)
      continue;
    for (int input = 0; input < inputs; ++input)
      if (nest.tensors[input].element == target.element && nest.tensors[input].strides == target.strides &&
          llvm::count(region.getInputs(), region.getInputs()[input]) == 1)
        result.inPlace.push_back({output, input});
  }
}

/// Work between two points where threads may part, in operations.
static constexpr int64_t grainWork = 1 << 16;

static int64_t grainFor(int64_t costPerStep, int64_t multiple) {
  int64_t steps = std::max<int64_t>(1, grainWork / std::max<int64_t>(costPerStep, 1));
  return (steps + multiple - 1) / multiple * multiple;
}

/// Warps that fill a GPU several times over; a run is longer only where there are as many runs as that.
static constexpr int64_t gpuWarps = 132 * 64;

static int64_t gpuGrain(int64_t extent, int64_t unit, int64_t most) {
  return unit * std::clamp<int64_t>(extent / unit / gpuWarps, 1, most);
}

/// Bytes that divide the address of every vector that begins in the innermost loop at a multiple of its size.
static int64_t alignmentAlong(const KernelTensor &tensor) {
  uint64_t together = std::max<int64_t>(tensor.alignment, storedBytes(tensor.element));
  for (int64_t stride : ArrayRef(tensor.strides).drop_back())
    together |= static_cast<uint64_t>(stride * storedBytes(tensor.element));
  return together & -together;
}

/// Bytes of parameters that a kernel of a GPU may have.
static constexpr size_t maxParamBytes = 4096;

static LogicalResult checkParams(RegionOp region, const KernelCall &call) {
  size_t bytes = (call.buffers.size() + call.params.size() + 2) * 8;
  if (bytes > maxParamBytes)
    return region.emitOpError() << "expected a region of at most " << maxParamBytes
                                << " bytes of kernel parameters for a GPU, got " << bytes << " for " << call.buffers.size()
                                << " tensors";
  return success();
}

/// Operations per iteration, memory counted as one each.
static int64_t costPerPoint(RegionOp region, ScalarOps &ops) {
  int64_t cost = region.getInputs().size() + region.getNumResults();
  for (Operation &op : region.getBody().front().without_terminator())
    cost += isa<ScalarOpInterface>(op) ? ops.cost(&op) : 0;
  return cost;
}

FailureOr<LoweredRegion> KernelLibrary::lower(RegionOp region, ArrayRef<LocalTensor> inputs, ArrayRef<LocalTensor> outputs,
                                              const order::Box *node, bool isBody) {
  const bool isGpu = impl->target == KernelTarget::Cuda;
  const KernelUse use = !isGpu ? KernelUse::Host : isBody ? KernelUse::CudaBody : KernelUse::Cuda;
  if (failed(checkTypes(region, impl->ops)))
    return failure();
  FailureOr<RegionSpace> space = RegionSpace::create(region);
  if (failed(space))
    return failure();
  FailureOr<KernelNest> nest = makeNest(region, *space, inputs, outputs, node);
  if (failed(nest))
    return failure();

  LoweredRegion result;
  bool isEmpty = llvm::all_of(outputs, [](const LocalTensor &output) { return llvm::is_contained(output.shape, 0); });
  if (nest->points == 0 || isEmpty)
    return result; // an empty box
  KernelCall call;
  for (int i = 0, e = nest->tensors.size(); i < e; ++i)
    call.buffers.push_back(i);
  call.params = makeParams(*nest);
  call.flops = countFlops(region, *space, *nest);
  addBases(call, region, *space, *nest, node);
  KernelBody body = bodyOf(region, result.ops);
  int64_t cost = costPerPoint(region, impl->ops);

  if (!space->getRoot() || isEmptyReduce(space->getRoot())) {
    FailureOr<RowPlan> plan = planRows(region, *space, *nest, impl->ops, use);
    if (failed(plan) || (isGpu && failed(checkParams(region, call))))
      return failure();
    bool hasVectors = isGpu && !isBody && !plan->isWarp && plan->lanes > 1;
    for (KernelTensor &tensor : nest->tensors)
      tensor.alignment = hasVectors ? alignmentAlong(tensor) : 0;
    if (isBody && !plan->isFlat)
      return region.emitOpError() << "expected a body to be one loop over dense elements";
    StringRef kind = plan->block ? "row" : plan->isFlat || plan->isPoints ? "flat" : "map";
    KernelAbi abi;
    abi.lanes = plan->isBlock ? KernelAbi::block : KernelAbi::warp;
    abi.sharedBytes = plan->sharedBytes;
    abi.perLane = plan->isFlat || plan->isPoints ? plan->lanes : 0;
    abi.scratchBytes = plan->scratchBytes;
    FailureOr<unsigned> kernel = impl->get(makeKey(region, *space, *nest, *plan), kind, body, *nest, call, use, abi, plan->isWarp,
                                           [&](KernelFrame &frame) { return emitRowKernel(frame, region, *space, *plan); });
    if (failed(kernel))
      return failure();
    call.kernel = *kernel;
    bool isAny = plan->isFlat || plan->isPoints;
    int64_t row = plan->vectorLoop < 0 ? 1 : nest->loops.back().size;
    call.extent = isAny ? nest->points : row ? nest->points / row : 0;
    if (isGpu) {
      call.grain = isAny ? gpuGrain(call.extent, std::max<int64_t>(64, abi.step(1)), plan->isPoints ? 16 : 8)
                         : gpuGrain(call.extent, 1, plan->isBlock ? 1 : 8);
    } else {
      call.scratchBytes = plan->scratchBytes;
      call.grain = plan->isFlat ? grainFor(cost, 64) : grainFor(cost * row, 1);
    }
    addInPlace(result, region, *nest, *plan);
    result.calls.push_back(std::move(call));
    return result;
  }

  for (KernelTensor &tensor : nest->tensors)
    tensor.alignment = 0;
  FailureOr<TreePlan> plan = planTree(region, *space, *nest, impl->ops, use);
  if (failed(plan))
    return failure();
  if (isBody)
    return region.emitOpError() << "expected a body without reductions";
  call.params.append({plan->chunks, plan->groups, plan->groupBlocks});
  if (plan->groupBlocks)
    call.buffers.push_back(nest->tensors.size());
  if (isGpu && failed(checkParams(region, call)))
    return failure();
  KernelAbi abi;
  abi.lanes = plan->isWarp ? KernelAbi::warp : 1;
  abi.scratchBytes = plan->scratchBytes;
  std::string key = makeKey(region, *space, *nest, *plan);
  FailureOr<unsigned> kernel = impl->get(key, plan->isColumns ? "columns" : "inner", body, *nest, call, use, abi, plan->isWarp,
                                         [&](KernelFrame &frame) { return emitTreeKernel(frame, region, *space, *plan); });
  if (failed(kernel))
    return failure();
  call.kernel = *kernel;
  call.scratchBytes = isGpu ? 0 : plan->scratchBytes;
  int64_t results = 1;
  for (int loop : plan->kept)
    results *= nest->loops[loop].size;
  if (plan->isColumns)
    call.extent = nest->loops.back().size ? results / nest->loops.back().size * plan->chunks * plan->groups : 0;
  else
    call.extent = results * plan->groups;
  call.grain = isGpu ? 1 : grainFor(call.extent ? nest->points / call.extent * cost : 1, 1);
  if (!plan->groupBlocks) {
    result.calls.push_back(std::move(call));
    return result;
  }
  Type acc = getAccumulationType(elementOf(plan->root.getOperand()));
  result.temporaries.push_back(results * plan->groups * storedBytes(acc));
  KernelCall join = call;
  abi.lanes = 1;
  FailureOr<unsigned> joinKernel = impl->get("groups " + key, "groups", body, *nest, join, use, abi, /*isWarp=*/false,
                                             [&](KernelFrame &frame) { return emitGroupKernel(frame, region, *space, *plan); });
  if (failed(joinKernel))
    return failure();
  join.kernel = *joinKernel;
  join.extent = results;
  join.grain = isGpu ? 1 : results;
  join.flops = 0;
  result.calls.push_back(std::move(call));
  result.calls.push_back(std::move(join));
  return result;
}

} // namespace det
