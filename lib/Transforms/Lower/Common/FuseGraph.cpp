// Classifies ops for fusion and finds, from the end backwards, when each is needed.
#include "FuseGraph.h"

#include "det/Dialect/Det/Loops.h"

using namespace mlir;

namespace det {

/// Operations per element up to which a value without inputs is computed again by each user instead of being stored.
static constexpr int64_t maxFreeCost = 10;

static ArrayRef<int64_t> shapeOf(Value value) { return cast<ShapedType>(value.getType()).getShape(); }

SmallVector<int64_t, 4> squeeze(ArrayRef<int64_t> shape) {
  SmallVector<int64_t, 4> sizes;
  llvm::copy_if(shape, std::back_inserter(sizes), [](int64_t size) { return size != 1; });
  return sizes;
}

/// The place of dim `dim` among the dims of size above 1.
static int placeOf(ArrayRef<int64_t> shape, int64_t dim) {
  return llvm::count_if(shape.take_front(dim), [](int64_t size) { return size != 1; });
}

/// Views keep the order of the dims above 1: a region walks its dims in one order.
static bool isViewOp(Operation *op) {
  if (auto broadcast = dyn_cast<BroadcastInDimOp>(op)) {
    int64_t last = -1;
    for (auto [size, dim] : llvm::zip(shapeOf(broadcast.getOperand()), broadcast.getDims()))
      if (size != 1 && dim < std::exchange(last, dim))
        return false;
    return true;
  }
  return isa<ReshapeOp>(op) && squeeze(shapeOf(op->getOperand(0))) == squeeze(shapeOf(op->getResult(0)));
}

FuseGraph::FuseGraph(Block &block, ScalarOps &scalars) {
  for (Operation &op : block) {
    numbers[&op] = nodes.size();
    FuseNode &node = nodes.emplace_back();
    node.op = &op;
    classify(node, scalars);
    bool isFused = node.kind == FuseKind::Point || node.kind == FuseKind::Row || node.kind == FuseKind::Root;
    if (isFused)
      setSpace(node);
    for (Value operand : valuesReadBy(&op))
      if (!isFused) {
        auto from = numbers.find(operand.getDefiningOp());
        node.edges.push_back({operand, from != numbers.end() ? from->second : -1, {}});
      } else if (!isFree(operand)) {
        node.edges.push_back(resolve(operand));
      }
  }
  setHeights();
  setUses();
}

const FuseNode *FuseGraph::getNode(Value value) const {
  // A stored view may already read the result of a region, which is no node.
  auto it = numbers.find(value.getDefiningOp());
  return it != numbers.end() ? &nodes[it->second] : nullptr;
}

bool FuseGraph::isFree(Value value) const {
  const FuseNode *node = getNode(value);
  return node && node->kind == FuseKind::Free;
}

FuseEdge FuseGraph::resolve(Value operand) const {
  FuseEdge edge{operand, -1, {}};
  for (int i = 0, e = squeeze(shapeOf(operand)).size(); i < e; ++i)
    edge.dims.push_back(i);
  while (const FuseNode *node = getNode(edge.base)) {
    if (node->kind != FuseKind::View) {
      edge.node = numbers.find(node->op)->second;
      break;
    }
    Value from = node->op->getOperand(0);
    if (auto broadcast = dyn_cast<BroadcastInDimOp>(node->op)) {
      SmallVector<int, 4> dims;
      for (auto [i, dim] : llvm::enumerate(broadcast.getDims()))
        if (shapeOf(from)[i] != 1)
          dims.push_back(edge.dims[placeOf(shapeOf(edge.base), dim)]);
      edge.dims = dims;
    }
    edge.base = from;
  }
  return edge;
}

void FuseGraph::classify(FuseNode &node, ScalarOps &scalars) {
  Operation *op = node.op;
  if (op->getNumResults() != 1 || !isa<ShapedType>(op->getResult(0).getType()) ||
      llvm::is_contained(shapeOf(op->getResult(0)), 0))
    return;
  if (auto constant = dyn_cast<ConstantOp>(op)) {
    node.kind = isa<SplatElementsAttr>(constant.getValue()) ? FuseKind::Free : FuseKind::Barrier;
    return;
  }
  if (isa<IotaOp>(op)) {
    node.kind = FuseKind::Free;
    node.cost = 1;
    return;
  }
  if (isViewOp(op)) {
    const FuseNode *from = getNode(op->getOperand(0));
    bool isFreeView = from && from->kind == FuseKind::Free;
    node.kind = isFreeView ? FuseKind::Free : FuseKind::View;
    node.cost = isFreeView ? from->cost : 0;
    return;
  }
  if (auto reduce = dyn_cast<ReduceOp>(op)) {
    if (reduce.getCombiner() == Combiner::Assign || llvm::is_contained(shapeOf(reduce.getOperand()), 0))
      return;
    bool isPartial = isPartialReduce(reduce);
    node.cost = 1;
    if (!isPartial && isTrivialReduce(reduce)) {
      node.kind = FuseKind::Point;
      return;
    }
    SmallVector<int64_t, 4> operand = squeeze(shapeOf(reduce.getOperand()));
    bool isRow = !isPartial && operand.size() > 1;
    for (int64_t dim : reduce.getDims())
      if (shapeOf(reduce.getOperand())[dim] != 1)
        isRow &= placeOf(shapeOf(reduce.getOperand()), dim) == static_cast<int>(operand.size()) - 1;
    node.kind = isRow ? FuseKind::Row : FuseKind::Root;
    return;
  }
  node.cost = scalars.cost(op);
  if (node.cost < 0)
    return;
  node.kind = FuseKind::Point;
  int64_t total = node.cost;
  for (Value operand : op->getOperands()) {
    if (!isFree(operand))
      return;
    total += getNode(operand)->cost;
  }
  if (total <= maxFreeCost) {
    node.kind = FuseKind::Free;
    node.cost = total;
  }
}

void FuseGraph::setSpace(FuseNode &node) {
  auto layouts = node.op->getAttrOfType<ArrayAttr>(kLayoutsAttr);
  LayoutAttr layout = layouts && !layouts.empty() ? cast<LayoutAttr>(layouts[0]) : LayoutAttr();
  auto reduce = dyn_cast<ReduceOp>(node.op);
  Value shaped = node.op->getResult(0);
  if (reduce && node.kind != FuseKind::Point)
    shaped = reduce.getOperand();
  ArrayRef<int64_t> shape = shapeOf(shaped);
  node.space = squeeze(shape);
  if (!layout)
    return;
  auto whole = DimLayoutAttr::get(node.op->getContext(), {}, {});
  int64_t kept = 0;
  for (auto [i, size] : llvm::enumerate(shape)) {
    Attribute cut;
    ArrayRef<int64_t> reduced = reduce && node.kind != FuseKind::Point ? reduce.getDims() : ArrayRef<int64_t>();
    const int64_t *position = llvm::find(reduced, static_cast<int64_t>(i));
    if (position != reduced.end())
      cut = layout.isPartial() ? layout.getPartial()[position - reduced.begin()] : whole;
    else
      cut = layout.getDims()[kept++];
    if (size != 1)
      node.cuts.push_back(cut);
  }
}

void FuseGraph::setHeights() {
  auto isStep = [](const FuseNode &node) { return node.kind == FuseKind::Barrier || node.kind == FuseKind::Root; };
  for (int i = nodes.size() - 1; i >= 0; --i)
    for (const FuseEdge &edge : nodes[i].edges)
      if (edge.node >= 0) {
        FuseNode &operand = nodes[edge.node];
        operand.height = std::max(operand.height, nodes[i].height + (isStep(operand) ? 1 : 0));
      }
}

void FuseGraph::setUses() {
  SmallVector<int> owner(nodes.size(), -2); // -2: no user yet, -1: several
  auto claim = [&](const FuseEdge &edge, int root) {
    if (edge.node < 0)
      return;
    int &current = owner[edge.node];
    current = current == -2 || current == root ? root : -1;
  };
  for (int i = nodes.size() - 1; i >= 0; --i) {
    FuseNode &node = nodes[i];
    if (node.kind == FuseKind::Barrier || (node.kind == FuseKind::View && node.isStored))
      for (const FuseEdge &edge : node.edges)
        if (edge.node >= 0)
          nodes[edge.node].isStored = true;
    if (node.kind == FuseKind::View && !node.isStored)
      continue; // its users look through it
    if (node.kind == FuseKind::Point && owner[i] >= 0)
      node.owner = owner[i];
    int root = node.kind == FuseKind::Root ? i : node.owner;
    for (const FuseEdge &edge : node.edges) {
      bool sameSpace = root >= 0 && edge.isAligned() && edge.dims.size() == nodes[root].space.size() &&
                       (edge.node < 0 || (nodes[edge.node].kind == FuseKind::Point && nodes[edge.node].cuts == nodes[root].cuts));
      claim(edge, sameSpace ? root : -1);
    }
  }
}

} // namespace det
