// Candidates for the placement of an op, and the choice among them.
#include "Choose.h"

using namespace mlir;

namespace det {

/// So many assignments of axes to factors are all tried; beyond, axes are chosen one after the other.
static constexpr size_t kMostAssignments = 64;

Chooser::Chooser(const Graph &graph, const Axes &axes)
    : graph(graph), axes(axes), cuts(graph, axes), shardings(propagate(graph, axes)), transfers(axes.getMesh()),
      wants(graph.values.size()) {}

LayoutAttr Chooser::wanted(uint32_t value) {
  LayoutAttr &layout = wants[value];
  if (!layout) {
    SmallVector<DimLayoutAttr, 4> dims;
    for (uint32_t d = 0; d < graph.shape(value).size(); ++d) {
      uint32_t dim = graph.dimId(value, d);
      dims.push_back(cuts.cutDim(dim, shardings.axes[dim]));
    }
    layout = LayoutAttr::get(axes.getMesh().getContext(), dims, {});
  }
  return layout;
}

const AxisList &Chooser::atomsOf(DimLayoutAttr dim) {
  auto [it, isNew] = atomLists.try_emplace(dim);
  if (isNew)
    it->second = axes.atomsOf(dim.getAxes());
  return it->second;
}

/// Calls f(factor, axes of the cut) for the leading factor of each dim of a tensor that `layout` cuts, or for the factor with
/// which the dim's window moves.
template <class F> static void forEachCut(const OpNode &node, size_t tensor, LayoutAttr layout, F f) {
  for (auto [d, dim, cut] : llvm::enumerate(node.dimsOf(tensor), layout.getDims())) {
    if (cut.getAxes().empty())
      continue;
    FactorMap::Dim moving;
    if (const FactorWindow *window = node.windowOf(tensor, d))
      moving = {window->factor};
    for (int64_t factor : moving.empty() ? dim : moving)
      if (node.canSplit(factor)) {
        f(static_cast<int32_t>(factor), cut);
        break;
      }
  }
}

std::vector<SmallVector<int32_t, 6>> Chooser::optionsOf(const OpNode &node, ArrayRef<Placed> placed) {
  std::vector<SmallVector<int32_t, 6>> options(axes.count());
  auto add = [&](int32_t factor, DimLayoutAttr cut) {
    for (uint8_t atom : atomsOf(cut))
      if (!llvm::is_contained(options[atom], factor))
        options[atom].push_back(factor);
  };
  // First what the results are wanted in, then what the operands are in, the largest first; then what they are wanted in.
  size_t operands = node.op->getNumOperands();
  for (size_t t = operands; t < node.numTensors(); ++t)
    forEachCut(node, t, wanted(graph.id(node.tensor(t))), add);
  SmallVector<size_t, 4> bySize;
  for (size_t t = 0; t < operands; ++t)
    bySize.push_back(t);
  llvm::stable_sort(bySize, [&](size_t a, size_t b) {
    return graph.elements(graph.id(node.tensor(a))) > graph.elements(graph.id(node.tensor(b)));
  });
  for (size_t t : bySize) {
    const Placed &operand = placed[graph.id(node.tensor(t))];
    if (!operand.isEvaluatedWhereWanted())
      for (const auto &[layout, value] : operand.copies)
        forEachCut(node, t, layout, add);
  }
  for (size_t t : bySize)
    forEachCut(node, t, wanted(graph.id(node.tensor(t))), add);
  for (SmallVector<int32_t, 6> &list : options) {
    list.push_back(-1);
    for (size_t f = 0; f < node.uses.size(); ++f)
      if (node.canSplit(f) && !llvm::is_contained(list, static_cast<int32_t>(f)))
        list.push_back(static_cast<int32_t>(f));
  }
  return options;
}

FactorCuts Chooser::cutsOf(const OpNode &node, const Assignment &assignment, ArrayRef<Placed> placed) {
  std::vector<AxisList> lists(node.uses.size());
  for (auto [atom, factor] : llvm::enumerate(assignment))
    if (factor >= 0)
      lists[factor].push_back(static_cast<uint8_t>(atom));
  // Several axes on one factor keep the order that some tensor of the op has them in.
  auto adopt = [&](int32_t factor, DimLayoutAttr cut) {
    const AxisList &seen = atomsOf(cut);
    if (seen.size() == lists[factor].size() && std::is_permutation(seen.begin(), seen.end(), lists[factor].begin()))
      lists[factor] = seen;
  };
  if (llvm::any_of(lists, [](const AxisList &list) { return list.size() > 1; }))
    for (size_t t = node.numTensors(); t-- > 0;) {
      uint32_t value = graph.id(node.tensor(t));
      forEachCut(node, t, wanted(value), adopt);
    }
  FactorCuts result;
  for (auto [f, list] : llvm::enumerate(lists))
    result.push_back(cuts.cutFactor(node, f, list));
  return result;
}

Decision Chooser::choose(const OpNode &node, ArrayRef<Placed> placed) {
  std::vector<SmallVector<int32_t, 6>> options = optionsOf(node, placed);
  Assignment first, current(options.size());
  size_t count = 1, unused = 1;
  for (auto [atom, list] : llvm::enumerate(options)) {
    first.push_back(list[0]);
    count = std::min(count * list.size(), kMostAssignments + 1);
    if (list[0] < 0)
      unused *= axes.size(atom);
  }
  // Following everybody is best where nothing must move, and splitting more would save less than one message costs.
  Decision best;
  std::optional<Cost> bestCost = evaluate(node, first, placed, best);
  if (bestCost && bestCost->exchanges == 0 && bestCost->flops * (1.0 - 1.0 / unused) < table.perExchange)
    return best;

  auto consider = [&](const Assignment &assignment) {
    Decision decision;
    std::optional<Cost> cost = evaluate(node, assignment, placed, decision);
    if (!cost || (bestCost && cost->total >= bestCost->total))
      return false;
    best = decision;
    bestCost = cost;
    return true;
  };
  if (count <= kMostAssignments) {
    for (size_t i = 1; i < count; ++i) {
      size_t rest = i;
      for (auto [atom, list] : llvm::enumerate(options)) {
        current[atom] = list[rest % list.size()];
        rest /= list.size();
      }
      consider(current);
    }
  } else {
    // The assignment without any cut is always possible; from there, or from the first, axis by axis.
    Assignment start = first;
    if (!bestCost) {
      start.assign(options.size(), -1);
      consider(start);
    }
    for (int sweep = 0; sweep < 2; ++sweep)
      for (auto [atom, list] : llvm::enumerate(options))
        for (int32_t factor : list) {
          current = start;
          current[atom] = factor;
          if (consider(current))
            start = current;
        }
  }
  return best;
}

} // namespace det
