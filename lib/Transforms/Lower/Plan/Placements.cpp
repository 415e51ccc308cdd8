// Boxes of values on ranks, and rank classes.
#include "Placements.h"

#include "det/Dialect/Det/Loops.h"

#include <algorithm>

using namespace mlir;

namespace det::plan {

ArrayRef<int64_t> globalShape(Value value) { return cast<RankedTensorType>(value.getType()).getShape(); }

SmallVector<int64_t> sizesOf(const order::Box &box) {
  SmallVector<int64_t> sizes;
  for (order::Range range : box)
    sizes.push_back(range.size());
  return sizes;
}

OrderedOpInterface orderedOpOf(Value partial) {
  auto result = dyn_cast<OpResult>(partial);
  if (!result)
    return {};
  if (auto region = dyn_cast<RegionOp>(result.getOwner()))
    return orderedOpOf(region.getBody().front().getTerminator()->getOperand(result.getResultNumber()));
  return dyn_cast<OrderedOpInterface>(result.getOwner());
}

Placements::Placements(func::FuncOp function, MeshAttr mesh) : function(function), meshAttr(mesh) {}

LayoutAttr Placements::layout(Value value) const {
  LayoutAttr layout;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    if (argument.getOwner() == &function.getBody().front())
      layout = function.getArgAttrOfType<LayoutAttr>(argument.getArgNumber(), kLayoutAttr);
    else if (WhileOp loop = loopOf(value))
      return this->layout(loop.getResult(argument.getArgNumber()));
  } else if (auto layouts = value.getDefiningOp()->getAttrOfType<ArrayAttr>(kLayoutsAttr)) {
    layout = dyn_cast<LayoutAttr>(layouts[cast<OpResult>(value).getResultNumber()]);
  }
  return layout ? layout : LayoutAttr::getReplicated(value.getContext(), globalShape(value).size());
}

order::Box Placements::box(LayoutAttr layout, ArrayRef<int64_t> shape, int64_t rank) const {
  if (!meshAttr)
    return order::wholeBox(std::span<const int64_t>(shape.data(), shape.size()));
  order::Box box;
  for (auto [dim, size] : llvm::enumerate(shape)) {
    auto [begin, end] = layout.getInterval(meshAttr, rank, dim, size);
    box.push_back({begin, end});
  }
  return box;
}

order::Box Placements::part(Value partial, int64_t rank) const {
  order::Box whole = boxOf(orderedOpOf(partial));
  LayoutAttr layout = this->layout(partial);
  if (!meshAttr || !layout.isPartial())
    return whole;
  order::Box part;
  for (auto [dim, range] : llvm::enumerate(whole)) {
    auto [begin, end] = layout.getPartialInterval(meshAttr, rank, dim, range.end);
    part.push_back({begin, end});
  }
  return part;
}

LogicalResult Placements::findNodes() {
  LogicalResult found = success();
  walkGraph(function.getBody().front(), [&](Operation *op) {
    for (Value result : op->getResults())
      if (layout(result).isPartial() && succeeded(found))
        found = findNodes(op, result);
  });
  return found;
}

LogicalResult Placements::findNodes(Operation *op, Value result) {
  OrderedOpInterface ordered = orderedOpOf(result);
  if (!ordered)
    return op->emitOpError("expected a partial value to come from an op that has an order");
  FailureOr<PartialNodes> nodes = getPartialNodes(ordered, layout(result), meshAttr);
  if (failed(nodes))
    return failure();
  partials.push_back(result);
  partialNodes[result] = std::move(*nodes);
  return success();
}

SmallVector<order::Box> Placements::nodes(Value partial, int64_t rank) const {
  const PartialNodes &nodes = allNodes(partial);
  SmallVector<order::Box> own;
  for (uint32_t position : nodes.shards[meshAttr ? meshAttr.getFlatIndex(rank, nodes.axes) : 0])
    own.push_back(nodes.all[position]);
  return own;
}

int64_t Placements::localLow(Operation *op, const FactorMap &factors, const FactorWindow &window, int64_t rank) const {
  int64_t first = box(op->getOperand(window.operand), rank)[window.dim].begin, begin = 0;
  Value result = op->getResult(0);
  const Factor &factor = factors.factors[window.factor];
  if (factor.kind == FactorKind::Reduced)
    begin = part(result, rank)[factor.boxDim].begin;
  for (auto [dim, range] : llvm::zip(factors.results[0], box(result, rank)))
    if (llvm::is_contained(dim, window.factor))
      begin = range.begin;
  return window.lowInside(begin, first);
}

bool Placements::isContained(LayoutAttr target, LayoutAttr source, ArrayRef<int64_t> shape) const {
  for (int64_t rank = 0; rank < ranks(); ++rank) {
    order::Box inner = box(target, shape, rank);
    if (!order::isEmpty(inner) && !order::contains(box(source, shape, rank), inner))
      return false;
  }
  return true;
}

/// True if a partial value depends on where in the box a rank is: kernels are told the global start of a node then.
static bool dependsOnPlace(Value partial) {
  auto region = partial.getDefiningOp<RegionOp>();
  return region && llvm::any_of(region.getBody().front().without_terminator(),
                                [](Operation &op) { return op.getNumOperands() == 0 && !op.hasTrait<OpTrait::ConstantLike>(); });
}

std::vector<std::vector<uint32_t>> Placements::rankClasses() const {
  std::vector<std::vector<uint32_t>> classes;
  std::vector<std::vector<int64_t>> keys;
  // Values of one layout and shape have one box: look at each such pair once.
  llvm::SetVector<std::pair<Attribute, Type>> seen;
  auto visit = [&](Value value) { seen.insert({layout(value), value.getType()}); };
  for (Value argument : function.getArguments())
    visit(argument);
  walkGraph(function.getBody().front(), [&](Operation *op) {
    for (Value result : op->getResults())
      visit(result);
  });

  // Ops that read through windows, which lie otherwise at borders.
  SmallVector<std::pair<Operation *, FactorMap>, 0> windowed;
  walkGraph(function.getBody().front(), [&](Operation *op) {
    if (auto partitionable = dyn_cast<PartitionableOpInterface>(op); partitionable && op->getNumResults() == 1)
      if (FactorMap factors = partitionable.getFactors(); !factors.windows.empty())
        windowed.emplace_back(op, std::move(factors));
  });

  for (int64_t rank = 0; rank < ranks(); ++rank) {
    std::vector<int64_t> key;
    for (auto [layout, type] : seen)
      for (int64_t size : sizesOf(box(cast<LayoutAttr>(layout), cast<RankedTensorType>(type).getShape(), rank)))
        key.push_back(size);
    for (const auto &[op, factors] : windowed)
      for (const FactorWindow &window : factors.windows)
        key.push_back(localLow(op, factors, window, rank));
    for (Value value : partials) {
      // The nodes' places relative to the part, and the leaves inside them, are what kernels are told.
      order::Box part = this->part(value, rank);
      order::Order order = toModel(orderedOpOf(value).getFixedOrder());
      SmallVector<order::Box> nodes = this->nodes(value, rank);
      key.push_back(nodes.size());
      if (dependsOnPlace(value))
        for (order::Range range : part)
          key.push_back(range.begin);
      for (const order::Box &node : nodes) {
        for (auto [dim, range] : llvm::enumerate(node))
          key.insert(key.end(), {range.begin - part[dim].begin, range.end - part[dim].begin});
        order::Program program = order::program(order, node);
        key.push_back(program.leaves.size());
        key.insert(key.end(), program.pops.begin(), program.pops.end());
        for (const order::Box &leaf : program.leaves)
          key.push_back(order::volume(leaf));
      }
    }
    auto found = std::find(keys.begin(), keys.end(), key);
    if (found == keys.end()) {
      keys.push_back(std::move(key));
      classes.push_back({static_cast<uint32_t>(rank)});
    } else {
      classes[found - keys.begin()].push_back(static_cast<uint32_t>(rank));
    }
  }
  return classes;
}

} // namespace det::plan
