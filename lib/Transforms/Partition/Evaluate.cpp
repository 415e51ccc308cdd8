// What a way to place an op costs.
#include "Choose.h"
#include "Placements.h"

#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;

namespace det {

/// Up to here a cut counts as even.
static constexpr double kFairUnevenness = 1.4;

double Chooser::exchangeCost(Value value, LayoutAttr from, LayoutAttr to) {
  auto type = cast<RankedTensorType>(value.getType());
  double bytes = static_cast<double>(elementBytes(type));
  double cost = bytes * largestBox(to, type.getShape()) * table.perByteTouched;
  if (int64_t received = transfers.mostReceived(type, from, to))
    cost += table.perExchange + bytes * received * table.perByteMoved;
  return cost;
}

double Chooser::operandCost(Value value, ArrayRef<Placed> placed, LayoutAttr need) {
  const Placed &at = placed[graph.id(value)];
  if (at.rebuildable)
    return 0;
  if (at.deferred) {
    OpNode node = readNode(cast<PartitionableOpInterface>(value.getDefiningOp()));
    FailureOr<FactorCuts> cuts = cutsBehind(node, need);
    double cost = 0;
    for (size_t t = 0; t < node.op->getNumOperands(); ++t)
      cost += operandCost(node.tensor(t), placed,
                          succeeded(cuts) ? layoutUnder(node, *cuts, t)
                                          : LayoutAttr::getReplicated(need.getContext(), node.dimsOf(t).size()));
    return cost;
  }
  double least = std::numeric_limits<double>::infinity();
  for (const auto &[layout, copy] : at.copies)
    if (layout == need || layout.isTiling())
      least = std::min(least, layout == need ? 0 : exchangeCost(value, layout, need));
  return least;
}

LayoutAttr Chooser::need(const OpNode &node, const FactorCuts &cuts, size_t operand, ArrayRef<Placed> placed) {
  LayoutAttr whole = layoutUnder(node, cuts, operand);
  if (node.factors.windows.empty())
    return whole;
  LayoutAttr part = readsUnder(node, cuts, operand);
  Value value = node.tensor(operand);
  if (part == whole || placed[graph.id(value)].isEvaluatedWhereWanted())
    return whole;
  // Slices one beside the other share one exchange of the whole, if each may want a part.
  double uses = static_cast<double>(std::distance(value.use_begin(), value.use_end()));
  return uses * operandCost(value, placed, part) < operandCost(value, placed, whole) ? part : whole;
}

/// The size of the largest shard of a factor; a fair share where cuts are as even as grains let them be. Such an unevenness
/// is that of all ops alike: to move operands for the sake of one op would not mend it.
static double shardSize(DimLayoutAttr cut) {
  int64_t most = cut.getLargestShard();
  double fair = static_cast<double>(cut.getEdges().back()) / static_cast<double>(cut.getNumShards());
  return static_cast<double>(most) <= kFairUnevenness * fair ? fair : static_cast<double>(most);
}

const PartialNodes *Chooser::nodesOf(const OpNode &node, LayoutAttr partial) {
  MLIRContext *context = node.op->getContext();
  OpBuilder builder(context);
  std::tuple<Attribute, Attribute, Attribute, Attribute> key{
      node.ordered.getFixedOrder(), LayoutAttr::get(context, {}, partial.getPartial()),
      builder.getDenseI64ArrayAttr(node.ordered.getBoxSizes()), builder.getStringAttr(getLevel(node.op))};
  auto [it, isNew] = nodeCache.try_emplace(key);
  if (isNew)
    if (FailureOr<PartialNodes> nodes = getPartialNodes(node.ordered, partial, axes.getMesh()); succeeded(nodes))
      it->second = std::make_unique<PartialNodes>(std::move(*nodes));
  return it->second.get();
}

LayoutAttr Chooser::joinLayout(uint32_t value, LayoutAttr partial) {
  LayoutAttr want = wanted(value);
  AxisList split;
  for (DimLayoutAttr dim : partial.getPartial())
    llvm::append_range(split, atomsOf(dim));
  // Axes that cut the wanted result anyway: every rank joins its own part.
  for (DimLayoutAttr dim : want.getDims())
    for (uint8_t atom : atomsOf(dim))
      llvm::erase(split, atom);
  if (split.empty())
    return want;
  // Of what is wanted, each rank joins a piece, if pieces are not too small.
  ArrayRef<int64_t> shape = graph.shape(value);
  LayoutAttr best = want;
  for (uint32_t d = 0; d < shape.size(); ++d) {
    AxisList list = atomsOf(want.getDims()[d]);
    llvm::append_range(list, split);
    if (shape[d] < axes.numShards(list))
      continue;
    SmallVector<DimLayoutAttr, 4> dims(want.getDims());
    dims[d] = cuts.cutDim(graph.dimId(value, d), list);
    LayoutAttr pieces = LayoutAttr::get(want.getContext(), dims, {});
    if (largestBox(pieces, shape) < largestBox(best, shape))
      best = pieces;
  }
  int64_t bytes = largestBox(want, shape) / axes.numShards(split) * elementBytes(graph.values[value].getType());
  return bytes >= table.smallestPieceBytes ? best : want;
}

std::optional<Chooser::Cost> Chooser::evaluate(const OpNode &node, const Assignment &assignment, ArrayRef<Placed> placed,
                                               Decision &decision) {
  decision = {};
  decision.cuts = cutsOf(node, assignment, placed);
  size_t operands = node.op->getNumOperands();
  Cost cost;

  SmallVector<LayoutAttr, 1> produced;
  for (size_t t = operands; t < node.numTensors(); ++t)
    produced.push_back(layoutUnder(node, decision.cuts, t));
  Value init;
  const PartialNodes *nodes = nullptr;
  if (!produced.empty() && produced[0].isPartial()) {
    nodes = nodesOf(node, produced[0]);
    if (!nodes)
      return std::nullopt;
    decision.partial = produced[0];
    init = node.ordered.getInit();
  }

  // Operands. One that is used twice in one layout is exchanged once.
  SmallVector<std::pair<uint32_t, LayoutAttr>, 4> seen;
  for (size_t t = 0; t < operands; ++t) {
    Value value = node.tensor(t);
    if (nodes && value == init)
      continue;
    std::pair<uint32_t, LayoutAttr> use{graph.id(value), need(node, decision.cuts, t, placed)};
    if (llvm::is_contained(seen, use))
      continue;
    seen.push_back(use);
    cost.exchanges += operandCost(value, placed, use.second);
  }

  double points = 1;
  for (auto [factor, cut] : llvm::zip(node.factors.factors, decision.cuts))
    points *= cut ? shardSize(cut) : static_cast<double>(factor.size);
  bool divided = !llvm::is_contained(assignment, -1);
  cost.flops = points * static_cast<double>(node.flopsPerPoint) * table.perFlop * (divided ? 1.0 : table.undividedWork);

  // Results: to where they are wanted.
  double touched = 0;
  for (auto [i, layout] : llvm::enumerate(produced)) {
    Value value = node.tensor(operands + i);
    uint32_t id = graph.id(value);
    auto type = cast<RankedTensorType>(value.getType());
    double bytes = static_cast<double>(elementBytes(type));
    touched += bytes * largestBox(layout, type.getShape()) * table.perByteTouched * (nodes ? nodes->getMostNodes() : 1);
    LayoutAttr at = layout;
    if (nodes) {
      at = joinLayout(id, layout);
      int64_t received = transfers.mostReceivedForJoin(type, layout, *nodes, at);
      cost.exchanges += table.perExchange + bytes * received * table.perByteMoved;
      cost.flops += largestBox(at, type.getShape()) * static_cast<double>(nodes->all.size()) * table.perFlop;
    }
    if (at != wanted(id) && !placed[id].isEvaluatedWhereWanted())
      cost.exchanges += exchangeCost(value, at, wanted(id)) * (nodes            ? 1.0
                                                               : node.movesOnly ? table.movedExchange
                                                                                : table.resultExchange);
    decision.results.push_back(at);
  }
  cost.total = cost.exchanges + cost.flops + touched;
  return cost;
}

} // namespace det
