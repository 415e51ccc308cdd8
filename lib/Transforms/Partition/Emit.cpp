// Writes the choices into the graph.
#include "Emit.h"

using namespace mlir;

namespace det {

Emitter::Emitter(const Graph &graph, Chooser &chooser) : graph(graph), chooser(chooser), placed(graph.values.size()) {
  for (auto [i, node] : llvm::enumerate(graph.ops))
    nodeOf[node.op] = i;
  findRebuildable();
}

void Emitter::findRebuildable() {
  for (const OpNode &node : graph.ops) {
    bool cheap = !node.ordered && node.flopsPerPoint == 0 && node.op->getNumResults() == 1 &&
                 llvm::all_of(node.op->getOperands(), [&](Value operand) { return placed[graph.id(operand)].rebuildable; });
    for (Value result : node.op->getResults())
      placed[graph.id(result)].rebuildable = cheap;
    bool movesThroughWindows = node.flopsPerPoint == 0 && !node.factors.windows.empty();
    if (!cheap && movesThroughWindows)
      placed[graph.id(node.op->getResult(0))].deferred = isReadThroughOneWindow(node.op->getResult(0));
  }
}

bool Emitter::isReadThroughOneWindow(Value value) const {
  if (!value.hasOneUse())
    return false;
  OpOperand &use = *value.use_begin();
  auto reader = nodeOf.find(use.getOwner());
  if (reader == nodeOf.end() || use.getOwner()->getBlock() != value.getParentBlock())
    return false;
  bool isRead = false;
  for (const FactorWindow &window : graph.ops[reader->second].factors.windows) {
    if (window.operand != use.getOperandNumber())
      continue;
    isRead = true;
    if (cast<RankedTensorType>(value.getType()).getDimSize(window.dim) <= 1) // no factor follows such a dim backward
      return false;
  }
  return isRead;
}

void Emitter::setLayouts(Operation *op, ArrayRef<LayoutAttr> layouts) {
  SmallVector<Attribute> attrs(layouts.begin(), layouts.end());
  op->setAttr(kLayoutsAttr, ArrayAttr::get(op->getContext(), attrs));
}

void Emitter::run() {
  func::FuncOp main = graph.main;
  for (auto [i, argument] : llvm::enumerate(main.getArguments())) {
    LayoutAttr layout = chooser.wanted(i);
    main.setArgAttr(i, kLayoutAttr, layout);
    placed[i].copies.emplace_back(layout, argument);
  }
  placeBlock(main.getBody().front());
  placeReturn();
  // What was evaluated in other layouts instead, and constraints.
  for (const OpNode &node : llvm::reverse(graph.ops))
    if (!node.op->hasAttr(kLayoutsAttr) && node.op->use_empty())
      node.op->erase();
}

void Emitter::placeBlock(Block &block) {
  SmallVector<Operation *> ops; // without those that placing adds
  for (Operation &op : block.without_terminator())
    ops.push_back(&op);
  for (Operation *op : ops) {
    if (auto constraint = dyn_cast<ShardingConstraintOp>(op))
      placeConstraint(constraint);
    else if (auto loop = dyn_cast<WhileOp>(op))
      placeLoop(loop);
    else if (op->getNumResults() == 0 || !placed[graph.id(op->getResult(0))].isEvaluatedWhereWanted())
      place(graph.ops[nodeOf[op]]);
  }
}

void Emitter::placeLoop(WhileOp loop) {
  SmallVector<LayoutAttr> carried;
  for (Value result : loop.getOutputs())
    carried.push_back(chooser.wanted(graph.id(result)));
  for (auto [i, layout] : llvm::enumerate(carried))
    loop->setOperand(i, get(loop->getOperand(i), layout, loop));
  setLayouts(loop, carried);
  // A carried value is an argument in each region and a result behind the loop: one at a time.
  auto enter = [&](ValueRange values) {
    for (auto [value, layout] : llvm::zip(values, carried)) {
      placed[graph.id(value)].copies.clear();
      placed[graph.id(value)].copies.emplace_back(layout, value);
    }
  };
  Block &condition = loop.getCondition().front(), &body = loop.getBody().front();
  enter(condition.getArguments());
  placeBlock(condition);
  placeYield(condition, LayoutAttr::getReplicated(loop.getContext(), 0)); // every rank goes on as often as the others
  enter(body.getArguments());
  placeBlock(body);
  placeYield(body, carried);
  enter(loop.getOutputs());
}

void Emitter::placeYield(Block &block, ArrayRef<LayoutAttr> layouts) {
  Operation *yield = block.getTerminator();
  for (auto [i, layout] : llvm::enumerate(layouts))
    yield->setOperand(i, get(yield->getOperand(i), layout, yield));
}

/// The operand that is the init of a reduction, if there is one: the first, where the same value is reduced too.
static OpOperand *initOf(const OpNode &node) {
  Value init = node.ordered.getInit();
  for (OpOperand &operand : node.op->getOpOperands())
    if (init && operand.get() == init)
      return &operand;
  return nullptr;
}

void Emitter::place(const OpNode &node) {
  Decision decision = chooser.choose(node, placed);
  Operation *op = node.op;
  OpOperand *init = decision.partial ? initOf(node) : nullptr;
  for (size_t t = 0; t < op->getNumOperands(); ++t)
    if (&op->getOpOperand(t) != init)
      op->setOperand(t, get(node.tensor(t), chooser.need(node, decision.cuts, t, placed), op));
  if (decision.partial) {
    setLayouts(op, decision.partial);
    placed[graph.id(op->getResult(0))].copies.emplace_back(decision.results[0], join(node, decision));
    return;
  }
  setLayouts(op, decision.results);
  for (auto [result, layout] : llvm::zip(op->getResults(), decision.results))
    placed[graph.id(result)].copies.emplace_back(layout, result);
}

Value Emitter::join(const OpNode &node, const Decision &decision) {
  LayoutAttr layout = decision.results[0];
  Operation *op = node.op;
  Value original = node.ordered.getInit(), init;
  if (original) {
    // A scalar init is everywhere; a tensor is joined piece by piece. The partial op names it, but does not read it.
    int64_t rank = cast<RankedTensorType>(original.getType()).getRank();
    bool scalar = rank != static_cast<int64_t>(layout.getDims().size());
    init = get(original, scalar ? LayoutAttr::getReplicated(op->getContext(), rank) : layout, op);
    initOf(node)->set(init);
  }
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  auto joined = JoinOp::create(builder, op->getLoc(), op->getResult(0).getType(), op->getResult(0), init);
  setLayouts(joined, layout);
  return joined.getResult();
}

Value Emitter::get(Value value, LayoutAttr need, Operation *before) {
  uint32_t id = graph.id(value);
  for (const auto &[layout, copy] : placed[id].copies)
    if (layout == need)
      return copy;
  Value copy;
  if (placed[id].rebuildable)
    copy = rebuild(id, need, value.getDefiningOp());
  else
    copy = placed[id].deferred ? rebuild(id, need, before) : exchange(id, need, before);
  placed[id].copies.emplace_back(need, copy);
  return copy;
}

Value Emitter::exchange(uint32_t value, LayoutAttr need, Operation *before) {
  auto type = cast<RankedTensorType>(graph.values[value].getType());
  Value source;
  int64_t least = std::numeric_limits<int64_t>::max();
  for (const auto &[layout, copy] : placed[value].copies) {
    if (!layout.isTiling()) // what an op reads does not hold every element
      continue;
    if (int64_t received = chooser.getTransfers().mostReceived(type, layout, need); received < least) {
      least = received;
      source = copy;
    }
  }
  OpBuilder builder(source.getParentBlock()->findAncestorOpInBlock(*before));
  auto op = ExchangeOp::create(builder, source.getLoc(), type, source);
  setLayouts(op, need);
  return op.getResult();
}

Value Emitter::rebuild(uint32_t value, LayoutAttr need, Operation *before) {
  Operation *op = graph.values[value].getDefiningOp();
  const OpNode &node = graph.ops[nodeOf[op]];
  FailureOr<FactorCuts> cuts = cutsBehind(node, need);
  if (failed(cuts)) {
    // The layout cannot be followed backward: evaluated everywhere, then each rank keeps its part.
    Value whole = get(graph.values[value], LayoutAttr::getReplicated(op->getContext(), need.getDims().size()), before);
    OpBuilder builder(before);
    auto part = ExchangeOp::create(builder, op->getLoc(), whole.getType(), whole);
    setLayouts(part, need);
    return part.getResult();
  }
  SmallVector<Value, 2> operands;
  for (size_t t = 0; t < op->getNumOperands(); ++t)
    operands.push_back(get(op->getOperand(t), layoutUnder(node, *cuts, t), before));
  OpBuilder builder(before);
  Operation *copy = builder.clone(*op);
  copy->setOperands(operands);
  setLayouts(copy, need);
  return copy->getResult(0);
}

void Emitter::placeConstraint(ShardingConstraintOp op) {
  uint32_t id = graph.id(op.getResult());
  LayoutAttr layout = chooser.wanted(id);
  placed[id].rebuildable = false;
  placed[id].copies.emplace_back(layout, get(op.getOperand(), layout, op));
}

void Emitter::placeReturn() {
  func::FuncOp main = graph.main;
  Operation *ret = graph.getReturn();
  const auto replaced = replacedArguments(main);
  for (unsigned i = 0; i < ret->getNumOperands(); ++i) {
    Value value = ret->getOperand(i);
    LayoutAttr layout = chooser.wanted(graph.id(value));
    if (replaced[i] && main.getArgumentTypes()[*replaced[i]] == value.getType())
      layout = chooser.wanted(*replaced[i]);
    ret->setOperand(i, get(value, layout, ret));
    main.setResultAttr(i, kLayoutAttr, layout);
  }
}

} // namespace det
