// Clones the ops of each group into a region, with the views and free values that they read.
#include "FuseRegions.h"

#include <queue>

using namespace mlir;

namespace det {

namespace {

/// What is put in order: a group, or an op that stays.
struct Unit {
  SmallVector<int> members; ///< nodes
  bool isRegion = false;
};

class Builder {
public:
  Builder(Block &block, const FuseGraph &graph, const FuseGroups &groups) : block(block), graph(graph), groups(groups) {}

  void run() {
    makeUnits();
    for (int unit : order())
      emit(units[unit]);
    for (int i = graph.nodes.size() - 1; i >= 0; --i)
      if (!stays[i])
        graph.nodes[i].op->erase();
  }

private:
  void makeUnits();
  SmallVector<int> order() const;
  void emit(const Unit &unit);
  bool isOutput(int node) const;
  Value current(Value value) const {
    auto it = replaced.find(value);
    return it == replaced.end() ? value : it->second;
  }

  Block &block;
  const FuseGraph &graph;
  const FuseGroups &groups;
  SmallVector<Unit, 0> units;
  SmallVector<int> unitOf;
  SmallVector<bool> stays;
  DenseMap<Value, Value> replaced; ///< results of members -> results of regions
};

/// Fills the body of one region.
class Body {
public:
  Body(const FuseGraph &graph, Block &body, MLIRContext *context) : graph(graph), body(body), builder(context) {
    builder.setInsertionPointToEnd(&body);
  }

  SmallVector<Value> inputs; ///< the values that the block arguments stand for, before replacement

  void clone(Operation *op) {
    IRMapping mapping;
    for (Value operand : op->getOperands())
      mapping.map(operand, get(operand));
    results[op->getResult(0)] = cloneOp(op, mapping);
  }
  Value result(Value value) const { return results.lookup(value); }

private:
  Value cloneOp(Operation *op, IRMapping &mapping) {
    Operation *copy = builder.clone(*op, mapping);
    auto reduce = dyn_cast<ReduceOp>(op);
    if (!reduce || !isPartialReduce(reduce))
      copy->removeAttr(kLayoutsAttr);
    return copy->getResult(0);
  }

  Value get(Value operand) {
    if (Value known = results.lookup(operand))
      return known;
    const FuseNode *node = graph.getNode(operand);
    if (node && node->kind == FuseKind::Free)
      return results[operand] = getFree(operand);
    if (node && node->kind == FuseKind::View)
      return results[operand] = getView(operand);
    return getInput(graph.resolve(operand));
  }

  /// Free values share nothing: one chain is one access pattern.
  Value getFree(Value value) {
    IRMapping mapping;
    Operation *op = value.getDefiningOp();
    for (Value operand : op->getOperands())
      if (!mapping.contains(operand))
        mapping.map(operand, getFree(operand));
    return cloneOp(op, mapping);
  }

  Value getView(Value value) {
    FuseEdge edge = graph.resolve(value);
    Value base = results.lookup(edge.base);
    if (!base)
      base = getInput(edge);
    SmallVector<Operation *> chain;
    for (Value at = value; at != edge.base; at = at.getDefiningOp()->getOperand(0))
      chain.push_back(at.getDefiningOp());
    for (Operation *op : llvm::reverse(chain)) {
      IRMapping mapping;
      mapping.map(op->getOperand(0), base);
      base = cloneOp(op, mapping);
    }
    return base;
  }

  /// One argument per tensor and access pattern.
  Value getInput(const FuseEdge &edge) {
    for (auto [i, known] : llvm::enumerate(patterns))
      if (inputs[i] == edge.base && known == edge.dims)
        return body.getArgument(i);
    inputs.push_back(edge.base);
    patterns.push_back(edge.dims);
    return body.addArgument(edge.base.getType(), edge.base.getLoc());
  }

  const FuseGraph &graph;
  Block &body;
  OpBuilder builder;
  DenseMap<Value, Value> results;
  SmallVector<SmallVector<int, 4>> patterns;
};

} // namespace

void Builder::makeUnits() {
  unitOf.assign(graph.nodes.size(), -1);
  stays.assign(graph.nodes.size(), false);
  auto add = [&](ArrayRef<int> members, bool isRegion) {
    for (int member : members)
      unitOf[member] = units.size();
    units.push_back({SmallVector<int>(members), isRegion});
  };
  for (auto [i, node] : llvm::enumerate(graph.nodes)) {
    int index = i;
    switch (node.kind) {
    case FuseKind::Barrier:
      stays[i] = true;
      add(index, false);
      break;
    case FuseKind::View:
      stays[i] = node.isStored;
      if (node.isStored)
        add(index, false);
      break;
    case FuseKind::Free:
      stays[i] = node.isStored && isa<ConstantOp>(node.op);
      if (node.isStored)
        add(index, !stays[i]);
      break;
    default:
      break;
    }
  }
  for (const FuseGroup &group : groups.groups)
    if (!group.isGone)
      add(group.members, true);
}

SmallVector<int> Builder::order() const {
  SmallVector<SmallVector<int, 4>> users(units.size());
  SmallVector<int> waiting(units.size());
  for (auto [i, unit] : llvm::enumerate(units))
    for (int member : unit.members)
      for (const FuseEdge &edge : graph.nodes[member].edges) {
        int from = edge.node < 0 ? -1 : unitOf[edge.node];
        if (from < 0 || from == static_cast<int>(i))
          continue;
        users[from].push_back(i);
        ++waiting[i];
      }
  using Entry = std::pair<int, int>; // last node, unit
  std::priority_queue<Entry, std::vector<Entry>, std::greater<Entry>> ready;
  auto push = [&](int unit) { ready.push({units[unit].members.back(), unit}); };
  for (int i = 0, e = units.size(); i < e; ++i)
    if (!waiting[i])
      push(i);
  SmallVector<int> result;
  while (!ready.empty()) {
    int unit = ready.top().second;
    ready.pop();
    result.push_back(unit);
    for (int user : users[unit])
      if (--waiting[user] == 0)
        push(user);
  }
  assert(result.size() == units.size() && "groups must not depend on each other in a circle");
  return result;
}

bool Builder::isOutput(int node) const {
  const FuseNode &info = graph.nodes[node];
  if (info.isStored)
    return true;
  // Users that look through a view are users of what it views.
  SmallVector<Value> values{info.op->getResult(0)};
  while (!values.empty())
    for (Operation *user : values.pop_back_val().getUsers()) {
      auto it = graph.numbers.find(user);
      if (it == graph.numbers.end())
        continue;
      if (graph.nodes[it->second].kind == FuseKind::View)
        values.push_back(user->getResult(0));
      else if (unitOf[it->second] != unitOf[node])
        return true;
    }
  return false;
}

void Builder::emit(const Unit &unit) {
  Operation *last = graph.nodes[unit.members.back()].op;
  if (!unit.isRegion) {
    if (last != &block.back() || !last->hasTrait<OpTrait::IsTerminator>())
      last->moveBefore(block.getTerminator());
    return;
  }
  auto content = std::make_unique<Region>();
  Block &body = content->emplaceBlock();
  Body filler(graph, body, last->getContext());
  SmallVector<Value> outputs, yielded;
  SmallVector<Attribute> layouts;
  for (int member : unit.members) {
    Operation *op = graph.nodes[member].op;
    filler.clone(op);
    Value result = op->getResult(0);
    if (!isOutput(member))
      continue;
    outputs.push_back(result);
    yielded.push_back(filler.result(result));
    if (auto own = op->getAttrOfType<ArrayAttr>(kLayoutsAttr))
      layouts.append(own.begin(), own.end());
  }
  OpBuilder inside(last->getContext());
  inside.setInsertionPointToEnd(&body);
  YieldOp::create(inside, last->getLoc(), yielded);
  SmallVector<Value> inputs;
  for (Value input : filler.inputs)
    inputs.push_back(current(input));
  SmallVector<Type> types(ValueRange(outputs).getTypes());
  OpBuilder builder(block.getTerminator());
  auto region = RegionOp::create(builder, last->getLoc(), types, inputs);
  region.getBody().takeBody(*content);
  if (layouts.size() == outputs.size() && !layouts.empty())
    region->setAttr(kLayoutsAttr, builder.getArrayAttr(layouts));
  for (auto [old, fresh] : llvm::zip(outputs, region.getResults())) {
    replaced[old] = fresh;
    // Ops that stay see the region; members of other groups are cloned from their own operands.
    old.replaceUsesWithIf(fresh, [&](OpOperand &use) {
      Operation *user = use.getOwner();
      auto it = graph.numbers.find(user->getBlock() == &block ? user : block.findAncestorOpInBlock(*user));
      return it != graph.numbers.end() && stays[it->second];
    });
  }
}

void buildRegions(Block &block, const FuseGraph &graph, const FuseGroups &groups) { Builder(block, graph, groups).run(); }

} // namespace det
