// Reads the graph.
#include "Graph.h"

#include "Placements.h"

using namespace mlir;

namespace det {

bool OpNode::canSplit(size_t factor) const {
  const Factor &f = factors.factors[factor];
  return f.kind != FactorKind::Whole && f.size > 1 && !uses[factor].empty() &&
         llvm::all_of(uses[factor], [](const FactorUse &use) { return use.leads; });
}

int64_t elementBytes(Type type) {
  Type element = cast<RankedTensorType>(type).getElementType();
  if (auto complex = dyn_cast<ComplexType>(element))
    return 2 * llvm::divideCeil(complex.getElementType().getIntOrFloatBitWidth(), 8);
  return llvm::divideCeil(element.getIntOrFloatBitWidth(), 8);
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
}

OpNode readNode(PartitionableOpInterface op) {
  int64_t flops = op.getFlopsPerPoint();
  bool movesOnly = flops == 0 && op->getNumOperands() == 1 && op->getOperand(0).hasOneUse();
  OpNode node{op, op.getFactors(), {}, flops, movesOnly, dyn_cast<OrderedOpInterface>(op.getOperation())};
  findUses(node);
  return node;
}

FailureOr<Graph> Graph::read(func::FuncOp main) {
  Graph graph;
  graph.main = main;
  auto addValue = [&](Value value) {
    if (graph.firstDim.empty())
      graph.firstDim.push_back(0);
    graph.ids[value] = graph.values.size();
    graph.values.push_back(value);
    graph.firstDim.push_back(graph.firstDim.back() + cast<RankedTensorType>(value.getType()).getRank());
  };
  if (!main.getBody().hasOneBlock())
    return main.emitError("expected one block in @main"), failure();
  for (Value value : main.getArguments()) {
    if (!isa<RankedTensorType>(value.getType()))
      return main.emitError("expected tensor arguments, got ") << value.getType(), failure();
    addValue(value);
  }
  for (Operation &op : main.getBody().front().without_terminator()) {
    auto interface = dyn_cast<PartitionableOpInterface>(op);
    if (!interface)
      return op.emitOpError("cannot be partitioned: it does not describe its factors"), failure();
    OpNode node = readNode(interface);
    if (node.ordered && !node.ordered.getFixedOrder())
      return op.emitOpError("expected an order, got none; run det-order first"), failure();
    graph.ops.push_back(std::move(node));
    for (Value result : op.getResults())
      addValue(result);
  }
  if (graph.firstDim.empty())
    graph.firstDim.push_back(0);

  llvm::StringMap<uint32_t> arguments;
  for (unsigned i = 0; i < main.getNumArguments(); ++i)
    if (auto name = main.getArgAttrOfType<StringAttr>(i, kNameAttr))
      arguments[name.getValue()] = i;
  for (auto [i, value] : llvm::enumerate(graph.getReturn()->getOperands()))
    if (auto name = main.getResultAttrOfType<StringAttr>(i, kNameAttr))
      if (auto found = arguments.find(name.getValue()); found != arguments.end())
        if (graph.values[found->second].getType() == value.getType())
          graph.links.emplace_back(found->second, graph.id(value));
  return graph;
}

} // namespace det
