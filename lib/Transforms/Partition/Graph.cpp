// Reads the graph.
#include "Graph.h"

#include "Placements.h"

using namespace mlir;

namespace det {

bool OpNode::canSplit(size_t factor) const {
  const Factor &f = factors.factors[factor];
  return f.kind != FactorKind::Whole && f.size > 1 && !uses[factor].empty() &&
         llvm::all_of(uses[factor], [](const FactorUse &use) { return use.leads && use.span > 0; });
}

int64_t elementBytes(Type type) {
  Type element = cast<RankedTensorType>(type).getElementType();
  if (auto complex = dyn_cast<ComplexType>(element))
    return 2 * llvm::divideCeil(complex.getElementType().getIntOrFloatBitWidth(), 8);
  return llvm::divideCeil(element.getIntOrFloatBitWidth(), 8);
}

const FactorWindow *OpNode::windowOf(size_t tensor, size_t dim) const {
  auto found =
      llvm::find_if(factors.windows, [&](const FactorWindow &window) { return window.operand == tensor && window.dim == dim; });
  return found == factors.windows.end() ? nullptr : &*found;
}

static void findUses(OpNode &node) {
  node.uses.resize(node.factors.factors.size());
  for (uint32_t t = 0; t < node.numTensors(); ++t)
    for (auto [d, dim] : llvm::enumerate(node.dimsOf(t))) {
      int64_t span = 1;
      for (int64_t factor : dim)
        span *= node.factors.factors[factor].size;
      bool leads = true;
      for (int64_t factor : dim) {
        int64_t size = node.factors.factors[factor].size;
        span /= std::max<int64_t>(size, 1);
        node.uses[factor].push_back({t, static_cast<uint32_t>(d), span, leads});
        leads &= size == 1;
      }
    }
  for (const FactorWindow &window : node.factors.windows)
    node.uses[window.factor].push_back({window.operand, window.dim, 1, true, true});
}

OpNode readNode(PartitionableOpInterface op) {
  int64_t flops = op.getFlopsPerPoint();
  bool movesOnly = flops == 0 && op->getNumOperands() == 1 && op->getOperand(0).hasOneUse();
  OpNode node{op, op.getFactors(), {}, flops, movesOnly, dyn_cast<OrderedOpInterface>(op.getOperation())};
  findUses(node);
  return node;
}

void Graph::addValue(Value value) {
  ids[value] = values.size();
  values.push_back(value);
  firstDim.push_back(firstDim.back() + cast<RankedTensorType>(value.getType()).getRank());
}

LogicalResult Graph::addLoop(WhileOp loop) {
  for (auto [i, result] : llvm::enumerate(loop.getOutputs())) {
    addValue(result);
    ids[loop.getCondition().getArgument(i)] = ids[loop.getBody().getArgument(i)] = id(result);
  }
  if (failed(addBlock(loop.getCondition().front())) || failed(addBlock(loop.getBody().front())))
    return failure();
  for (ValueRange list : {ValueRange(loop.getInits()), ValueRange(loop.getBody().front().getTerminator()->getOperands())})
    for (auto [value, result] : llvm::zip(list, loop.getOutputs()))
      if (id(value) != id(result))
        carries.emplace_back(id(value), id(result));
  return success();
}

LogicalResult Graph::addBlock(Block &block) {
  for (Operation &op : block.without_terminator()) {
    if (auto loop = dyn_cast<WhileOp>(op)) {
      if (failed(addLoop(loop)))
        return failure();
      continue;
    }
    auto interface = dyn_cast<PartitionableOpInterface>(op);
    if (!interface)
      return op.emitOpError("cannot be partitioned: it does not describe its factors");
    OpNode node = readNode(interface);
    if (node.ordered && !node.ordered.getFixedOrder())
      return op.emitOpError("expected an order, got none; run det-order first");
    ops.push_back(std::move(node));
    for (Value result : op.getResults())
      addValue(result);
  }
  return success();
}

SmallVector<std::optional<unsigned>> replacedArguments(func::FuncOp main) {
  llvm::StringMap<unsigned> named;
  for (unsigned i = 0; i < main.getNumArguments(); ++i)
    if (auto name = main.getArgAttrOfType<StringAttr>(i, kNameAttr))
      named[name.getValue()] = i;
  SmallVector<std::optional<unsigned>> replaced(main.getNumResults());
  for (unsigned i = 0; i < main.getNumResults(); ++i)
    if (auto name = main.getResultAttrOfType<StringAttr>(i, kNameAttr))
      if (auto found = named.find(name.getValue()); found != named.end())
        if (main.getArgAttr(found->second, kKindAttr) == main.getResultAttr(i, kKindAttr))
          replaced[i] = found->second;
  return replaced;
}

void Graph::addLinks() {
  const auto replaced = replacedArguments(main);
  for (auto [i, value] : llvm::enumerate(getReturn()->getOperands()))
    if (replaced[i] && values[*replaced[i]].getType() == value.getType())
      links.emplace_back(*replaced[i], id(value));
}

FailureOr<Graph> Graph::read(func::FuncOp main) {
  Graph graph;
  graph.main = main;
  if (!main.getBody().hasOneBlock())
    return main.emitError("expected one block in @main"), failure();
  for (Value value : main.getArguments()) {
    if (!isa<RankedTensorType>(value.getType()))
      return main.emitError("expected tensor arguments, got ") << value.getType(), failure();
    graph.addValue(value);
  }
  if (failed(graph.addBlock(main.getBody().front())))
    return failure();
  graph.addLinks();
  return graph;
}

} // namespace det
