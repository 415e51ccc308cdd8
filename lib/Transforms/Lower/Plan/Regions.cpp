// Regions: launches of generated kernels. A partial reduction is one launch per node.
#include "Claims.h"
#include "Lowerings.h"

#include "det/Dialect/Det/Numbers.h"
#include "det/Transforms/Lower/KernelLibrary.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace det::plan {

/// Elements from which an input that is read across its innermost dim is copied into a dense buffer first.
static constexpr int64_t kCopyFrom = 4096;

/// True if a kernel would read the view across its innermost dim often enough to pay for a copy.
static bool isSlow(const View &view) { return !view.isInnermostFast() && view.elements() >= kCopyFrom; }

using Tags = SmallVector<int>;

/// Per input of a region, per dim: the dim of the reduction's box that it is, or -1. Follows factors from the reduce up.
static FailureOr<SmallVector<Tags>> boxDimsOfInputs(RegionOp region, OrderedOpInterface reduce) {
  Block &body = region.getBody().front();
  DenseMap<Value, Tags> tags;
  for (Operation &op : llvm::reverse(body.without_terminator())) {
    auto partitionable = dyn_cast<PartitionableOpInterface>(op);
    if (!partitionable)
      continue;
    FactorMap map = partitionable.getFactors();
    SmallVector<int> boxDimOf(map.factors.size(), -1);
    if (&op == reduce.getOperation()) {
      for (auto [i, factor] : llvm::enumerate(map.factors))
        boxDimOf[i] = factor.boxDim;
    } else {
      auto found = tags.find(op.getResult(0));
      if (found == tags.end())
        continue;
      for (auto [dim, tag] : llvm::enumerate(found->second)) {
        // A dim of one element is whole on every rank that has any.
        if (tag < 0 || globalShape(op.getResult(0))[dim] == 1)
          continue;
        if (map.results[0][dim].size() != 1)
          return op.emitOpError("expected no reshape of a reduced dim inside a partial reduction");
        boxDimOf[map.results[0][dim][0]] = tag;
      }
    }
    for (auto [number, operand] : llvm::enumerate(op.getOperands())) {
      Tags dims(globalShape(operand).size(), -1);
      for (auto [dim, factors] : llvm::enumerate(map.operands[number]))
        if (factors.size() == 1)
          dims[dim] = boxDimOf[factors[0]];
      tags.try_emplace(operand, dims);
    }
  }
  SmallVector<Tags> result;
  for (BlockArgument argument : body.getArguments()) {
    auto found = tags.find(argument);
    result.push_back(found == tags.end() ? Tags(globalShape(argument).size(), -1) : found->second);
  }
  return result;
}

namespace {
/// One evaluation of a region: its views, and the node if it is a part of a reduction.
struct Evaluation {
  SmallVector<View, 0> inputs, outputs;
  SmallVector<int64_t> inputBytes, outputBytes;
  const order::Box *node = nullptr, *part = nullptr; ///< the node, and what the rank holds of the sum
};
} // namespace

/// Adds what a kernel must know of a rank's place: starts of boxes, which differ inside the class.
static void addRankParams(RegionOp op, const KernelCall &call, artifact::LaunchT &launch, ProgramBuilder &builder) {
  for (const RankParam &param : call.rankParams) {
    unsigned inputs = op.getInputs().size(), number = param.value;
    Value value = number < inputs ? op.getInputs()[number] : op.getOutputs()[number - inputs];
    LayoutAttr layout = builder.placements.layout(value);
    if (!layout.getDims()[param.dim].getAxes().empty())
      launch.rank_params.emplace_back(param.param, builder.tables.layout(layout, globalShape(value)), param.dim, param.scale);
  }
}

/// Bytes that divide the address of a view's first element on every rank of the class, at most 16: buffers lie at multiples of 64.
static int64_t alignmentOf(const View &view, int64_t elementBytes) {
  uint64_t together = 16 | static_cast<uint64_t>(view.offset * elementBytes);
  for (const RankTerm &term : view.terms)
    together |= static_cast<uint64_t>(term.stride * elementBytes);
  return together & -together;
}

static LogicalResult launch(RegionOp op, const Evaluation &evaluation, ProgramBuilder &builder) {
  SmallVector<LocalTensor> inputs, outputs;
  for (auto [view, bytes] : llvm::zip_equal(evaluation.inputs, evaluation.inputBytes))
    inputs.push_back({view.shape, view.strides, alignmentOf(view, bytes)});
  for (auto [view, bytes] : llvm::zip_equal(evaluation.outputs, evaluation.outputBytes))
    outputs.push_back({view.shape, view.strides, alignmentOf(view, bytes)});
  FailureOr<LoweredRegion> lowered = builder.kernels.lower(op, inputs, outputs, evaluation.node);
  if (failed(lowered))
    return failure();
  SmallVector<int> temporaries;
  for (uint64_t bytes : lowered->temporaries)
    temporaries.push_back(builder.addBuffer(BufferKind::Temporary, bytes));

  int inputCount = inputs.size(), outputCount = outputs.size();
  for (const KernelCall &call : lowered->calls) {
    if (call.extent == 0)
      continue;
    artifact::LaunchT launch;
    launch.kernel = call.kernel;
    launch.params.assign(call.params.begin(), call.params.end());
    launch.extent = call.extent;
    launch.grain = call.grain;
    launch.scratch_bytes = call.scratchBytes;
    SmallVector<BufferUse> uses;
    SmallVector<int> positions(inputCount + outputCount, -1);
    int64_t work = call.flops;
    for (auto [position, number] : llvm::enumerate(call.buffers)) {
      if (number < inputCount) {
        const View &view = evaluation.inputs[number];
        uses.push_back(builder.reads(view, evaluation.inputBytes[number]));
        builder.addRankOffsets(view, position, evaluation.inputBytes[number], launch.rank_offsets);
        positions[number] = position;
      } else if (number < inputCount + outputCount) {
        const View &view = evaluation.outputs[number - inputCount];
        uses.push_back(builder.writes(view, evaluation.outputBytes[number - inputCount]));
        positions[number] = position;
        work = std::max(work, view.elements());
      } else {
        uses.push_back({temporaries[number - inputCount - outputCount], 0, true, true});
      }
    }
    addRankParams(op, call, launch, builder);
    Step &step = builder.add(std::move(launch), uses, builder.tables.label(op), call.flops, work);
    for (Operation *inner : lowered->ops)
      step.makes.push_back(inner->hasAttr(kNumberAttr) ? numberOf(inner->getResult(0)) : kNoNumber);
    if (evaluation.node)
      step.node = boxWithin(*evaluation.node, *evaluation.part);
    if (lowered->calls.size() == 1)
      for (auto [output, input] : lowered->inPlace)
        if (positions[input] >= 0 && positions[inputCount + output] >= 0)
          step.inPlace.push_back({positions[input], positions[inputCount + output]});
  }
  return success();
}

/// A copy of a region with some of its results, in front of it; `inputs` are the positions of those that it needs.
static RegionOp withResults(RegionOp op, ArrayRef<unsigned> results, SmallVectorImpl<unsigned> &inputs) {
  Block &body = op.getBody().front();
  llvm::SetVector<Value> needed;
  SmallVector<Type> types;
  SmallVector<Attribute> layouts;
  for (unsigned i : results) {
    needed.insert(body.getTerminator()->getOperand(i));
    types.push_back(op.getOutputs()[i].getType());
    if (auto all = op->getAttrOfType<ArrayAttr>(kLayoutsAttr))
      layouts.push_back(all[i]);
  }
  SmallVector<Operation *> ops;
  for (Operation &inner : llvm::reverse(body.without_terminator()))
    if (llvm::any_of(inner.getResults(), [&](Value result) { return needed.contains(result); })) {
      ops.push_back(&inner);
      needed.insert(inner.operand_begin(), inner.operand_end());
    }
  SmallVector<Value> operands;
  IRMapping mapping;
  Block *block = new Block;
  for (BlockArgument argument : body.getArguments())
    if (needed.contains(argument)) {
      inputs.push_back(argument.getArgNumber());
      operands.push_back(op.getInputs()[argument.getArgNumber()]);
      mapping.map(argument, block->addArgument(argument.getType(), argument.getLoc()));
    }
  OpBuilder builder(op);
  auto part = RegionOp::create(builder, op->getLoc(), types, operands);
  part.getBody().push_back(block);
  if (!layouts.empty())
    part->setAttr(kLayoutsAttr, builder.getArrayAttr(layouts));
  builder.setInsertionPointToEnd(block);
  for (Operation *inner : llvm::reverse(ops))
    builder.clone(*inner, mapping);
  SmallVector<Value> yielded;
  for (unsigned i : results)
    yielded.push_back(mapping.lookup(body.getTerminator()->getOperand(i)));
  YieldOp::create(builder, op->getLoc(), yielded);
  return part;
}

/// Launches what makes the results of which this rank has some elements: a kernel's loops are those of all its results.
static LogicalResult launchFull(RegionOp op, const Evaluation &all, ArrayRef<unsigned> results, ProgramBuilder &builder) {
  SmallVector<unsigned> inputs;
  RegionOp part = withResults(op, results, inputs);
  Evaluation evaluation;
  for (unsigned i : inputs) {
    evaluation.inputs.push_back(all.inputs[i]);
    evaluation.inputBytes.push_back(all.inputBytes[i]);
  }
  for (unsigned i : results) {
    evaluation.outputs.push_back(all.outputs[i]);
    evaluation.outputBytes.push_back(all.outputBytes[i]);
  }
  LogicalResult launched = launch(part, evaluation, builder);
  part->erase();
  return launched;
}

static LogicalResult lowerRegion(RegionOp op, ProgramBuilder &builder) {
  if (op.getOutputs().empty()) // all that it made is unused
    return success();
  Evaluation evaluation;
  for (Value input : op.getInputs()) {
    const View &view = builder.view(input);
    evaluation.inputs.push_back(isSlow(view) ? builder.dense(input) : view);
    evaluation.inputBytes.push_back(bytesOf(input));
  }
  bool isPartial = builder.placements.layout(op.getOutputs()[0]).isPartial();
  if (!isPartial) {
    SmallVector<unsigned> full;
    for (auto [i, output] : llvm::enumerate(op.getOutputs())) {
      int64_t bytes = bytesOf(output);
      View view = builder.allocate(builder.localShape(output), bytes);
      view.value = output;
      builder.setView(output, view);
      evaluation.outputs.push_back(view);
      evaluation.outputBytes.push_back(bytes);
      if (!view.isEmpty())
        full.push_back(i);
    }
    bool isMixed = !full.empty() && full.size() < op.getOutputs().size();
    return isMixed ? launchFull(op, evaluation, full, builder) : launch(op, evaluation, builder);
  }

  if (op.getOutputs().size() != 1)
    return op.emitOpError("expected a partial reduction to be the only result of its region");
  Value output = op.getOutputs()[0];
  OrderedOpInterface reduce = orderedOpOf(output);
  FailureOr<SmallVector<Tags>> tags = boxDimsOfInputs(op, reduce);
  if (failed(tags))
    return failure();
  SmallVector<order::Box> nodes = builder.placements.nodes(output, builder.rank);
  order::Box part = builder.placements.part(output, builder.rank);
  int64_t bytes = bytesOf(reduce.getFixedOrder().getAcc());
  SmallVector<int64_t> local = builder.localShape(output), all{static_cast<int64_t>(nodes.size())};
  all.append(local);
  View results = builder.allocate(all, bytes);
  results.nodes = {0, static_cast<uint32_t>(nodes.size())};
  builder.setView(output, results);
  if (elementsOf(local) == 0)
    return success();
  SmallVector<View, 0> whole = evaluation.inputs;
  evaluation.outputBytes = {bytes};
  for (auto [i, node] : llvm::enumerate(nodes)) {
    evaluation.node = &node;
    evaluation.part = &part;
    for (auto [number, view] : llvm::enumerate(whole)) {
      SmallVector<int64_t> starts(view.shape.size(), 0), sizes(view.shape), steps(view.shape.size(), 1);
      for (auto [dim, tag] : llvm::enumerate((*tags)[number]))
        if (tag >= 0) {
          starts[dim] = node[tag].begin - part[tag].begin;
          sizes[dim] = node[tag].size();
        }
      evaluation.inputs[number] = view.sliced(starts, sizes, steps);
      evaluation.inputs[number].starts = starts;
    }
    View result = View::dense(results.buffer, local);
    result.offset = static_cast<int64_t>(i) * elementsOf(local);
    result.value = output;
    result.nodes = {static_cast<uint32_t>(i), 1};
    evaluation.outputs = {result};
    if (failed(launch(op, evaluation, builder)))
      return failure();
  }
  return success();
}

static std::optional<View> wantedRegion(RegionOp op, OpOperand &operand, const View &stored, ProgramBuilder &builder) {
  if (!isSlow(stored))
    return std::nullopt;
  return builder.allocate(stored.shape, bytesOf(operand.get()));
}

void addRegionLowerings(LoweringTable &table) { addLowering<RegionOp>(table, lowerRegion, wantedRegion); }

} // namespace det::plan
