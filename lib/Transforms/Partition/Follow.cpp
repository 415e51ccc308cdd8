// Layouts from factors.
#include "Follow.h"

using namespace mlir;

namespace det {

static DimLayoutAttr multiplied(DimLayoutAttr cut, int64_t span) {
  if (span == 1)
    return cut;
  SmallVector<int64_t> edges(cut.getEdges()), ends(cut.getEnds());
  for (SmallVector<int64_t> *list : {&edges, &ends})
    for (int64_t &edge : *list)
      edge *= span;
  return DimLayoutAttr::get(cut.getContext(), cut.getAxes(), edges, ends);
}

/// Null if an edge falls between two elements of the factor, or an element spans nothing.
static DimLayoutAttr divided(DimLayoutAttr cut, int64_t span) {
  if (span == 1)
    return cut;
  if (span == 0)
    return {};
  SmallVector<int64_t> edges(cut.getEdges()), ends(cut.getEnds());
  for (SmallVector<int64_t> *list : {&edges, &ends})
    for (int64_t &edge : *list) {
      if (edge % span != 0)
        return {};
      edge /= span;
    }
  return DimLayoutAttr::get(cut.getContext(), cut.getAxes(), edges, ends);
}

/// What the shards of a factor read of a dim of `size` elements through a window that moves with the factor.
static DimLayoutAttr readThrough(const FactorWindow &window, DimLayoutAttr cut, int64_t size) {
  SmallVector<std::pair<int64_t, int64_t>> intervals;
  for (int64_t shard = 0; shard < cut.getNumShards(); ++shard) {
    auto [begin, end] = cut.getShard(shard);
    intervals.push_back(window.reads(begin, end, size));
  }
  return DimLayoutAttr::getReads(cut.getContext(), cut.getAxes(), intervals, size);
}

LayoutAttr layoutUnder(const OpNode &node, const FactorCuts &cuts, size_t tensor) {
  MLIRContext *context = node.op->getContext();
  DimLayoutAttr uncut = DimLayoutAttr::get(context, {}, {});
  SmallVector<DimLayoutAttr, 4> dims, partial;
  for (const FactorMap::Dim &dim : node.dimsOf(tensor)) {
    DimLayoutAttr layout = uncut;
    int64_t span = 1;
    for (int64_t factor : dim)
      span *= node.factors.factors[factor].size;
    for (int64_t factor : dim) {
      span /= std::max<int64_t>(node.factors.factors[factor].size, 1);
      if (cuts[factor])
        layout = multiplied(cuts[factor], span);
    }
    dims.push_back(layout);
  }
  for (const FactorWindow &window : node.factors.windows)
    if (window.operand == tensor && cuts[window.factor])
      dims[window.dim] =
          readThrough(window, cuts[window.factor], cast<RankedTensorType>(node.tensor(tensor).getType()).getDimSize(window.dim));
  if (tensor >= node.op->getNumOperands() && node.ordered)
    for (auto [factor, cut] : llvm::zip(node.factors.factors, cuts))
      if (factor.kind == FactorKind::Reduced && cut) {
        partial.resize(node.ordered.getBoxSizes().size(), uncut);
        partial[factor.boxDim] = cut;
      }
  return LayoutAttr::get(context, dims, partial);
}

LayoutAttr readsUnder(const OpNode &node, const FactorCuts &cuts, size_t operand) {
  LayoutAttr layout = layoutUnder(node, cuts, operand);
  SmallVector<DimLayoutAttr, 4> dims(layout.getDims());
  for (const FactorWindow &window : node.factors.windows) {
    if (window.operand != operand || cuts[window.factor])
      continue;
    int64_t size = cast<RankedTensorType>(node.tensor(operand).getType()).getDimSize(window.dim);
    dims[window.dim] =
        DimLayoutAttr::getReads(layout.getContext(), {}, window.reads(0, node.factors.factors[window.factor].size, size), size);
  }
  return LayoutAttr::get(layout.getContext(), dims, layout.getPartial());
}

FailureOr<FactorCuts> cutsBehind(const OpNode &node, ArrayRef<LayoutAttr> results) {
  FactorCuts cuts(node.factors.factors.size());
  size_t operands = node.op->getNumOperands();
  for (auto [f, factor] : llvm::enumerate(node.factors.factors)) {
    for (const FactorUse &use : node.uses[f]) {
      if (use.tensor < operands || !use.leads || cuts[f])
        continue;
      DimLayoutAttr dim = results[use.tensor - operands].getDims()[use.dim];
      if (dim.getAxes().empty() || factor.size == 1)
        continue;
      cuts[f] = divided(dim, use.span);
      if (!cuts[f])
        return failure();
    }
    bool reduced = factor.kind == FactorKind::Reduced && !results.empty() && results[0].isPartial();
    if (reduced && !results[0].getPartial()[factor.boxDim].getAxes().empty())
      cuts[f] = results[0].getPartial()[factor.boxDim];
    // An op without operands makes whatever part is wanted; others cannot cut a whole factor.
    if (cuts[f] && operands != 0 && !node.canSplit(f))
      return failure();
  }
  for (auto [i, result] : llvm::enumerate(results))
    if (operands != 0 && layoutUnder(node, cuts, operands + i) != result)
      return failure();
  return cuts;
}

LayoutAttr withoutPartial(LayoutAttr layout) { return LayoutAttr::get(layout.getContext(), layout.getDims(), {}); }

} // namespace det
