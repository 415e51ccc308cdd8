// det-verify-partition: the gate behind the partition phase. Changes nothing. Labels P1 to P10 are the rules.
#include "Follow.h"
#include "Graph.h"
#include "Placements.h"
#include "det/Dialect/Det/Loops.h"
#include "det/Dialect/Det/OrderModel.h"
#include "det/Order/Hash.h"
#include "det/Transforms/Partition.h"
#include "det/Transforms/PartitionNodes.h"

using namespace mlir;

namespace det {

namespace {

class Verifier {
public:
  Verifier(func::FuncOp main, MeshAttr mesh) : main(main), mesh(mesh) {}

  LogicalResult run() {
    bool ok = succeeded(verifyPorts());
    walkGraph(main.getBody().front(), [&](Operation *op) { ok &= succeeded(verifyOp(op)); });
    return success(ok);
  }

private:
  /// P1: every value has a layout of its rank whose cuts lie in its shape, one edge more than shards, no axis twice.
  LogicalResult verifyLayout(function_ref<InFlightDiagnostic()> emitError, LayoutAttr layout, Type type) {
    auto shape = cast<RankedTensorType>(type).getShape();
    if (!layout || layout.getDims().size() != shape.size())
      return emitError() << "expected a layout of " << shape.size() << " dims for " << type << ", got " << layout;
    SmallVector<AxisRefAttr> used;
    auto verifyCut = [&](DimLayoutAttr dim, std::optional<int64_t> size) -> LogicalResult {
      llvm::append_range(used, dim.getAxes());
      if (dim.getEdges().empty() && dim.getAxes().empty())
        return success();
      ArrayRef<int64_t> edges = dim.getEdges();
      bool fits = !edges.empty() && dim.getNumShards() == mesh.getNumShards(dim.getAxes());
      if (dim.isTiling())
        fits = fits && llvm::is_sorted(edges) && edges.front() == 0 && (!size || edges.back() == *size);
      else // an interval of the dim for each shard
        for (auto [begin, end] : llvm::zip(edges, dim.getEnds()))
          fits &= size && 0 <= begin && begin <= end && end <= *size;
      return fits ? success()
                  : LogicalResult(emitError() << "expected edges of all shards, from 0 to the dim's size, got " << layout);
    };
    for (auto [dim, size] : llvm::zip(layout.getDims(), shape))
      if (failed(verifyCut(dim, size)))
        return failure();
    for (DimLayoutAttr dim : layout.getPartial())
      if (failed(verifyCut(dim, std::nullopt)))
        return failure();
    for (size_t i = 0; i < used.size(); ++i)
      if (mesh.getSize(used[i]) == 0 || llvm::is_contained(ArrayRef(used).drop_front(i + 1), used[i]))
        return emitError() << "expected axes of the mesh, each once, got " << layout;
    return success();
  }

  /// P2: arguments and results have layouts; results are in theirs; the next value of a state has the state's.
  LogicalResult verifyPorts() {
    for (auto [i, argument] : llvm::enumerate(main.getArguments())) {
      LayoutAttr layout = placementOf(main, argument);
      if (failed(verifyLayout([&] { return main.emitError() << "argument " << i << ": "; }, layout, argument.getType())))
        return failure();
      if (!layout.isTiling())
        return main.emitError() << "argument " << i << ": expected shards that are the whole value, got " << layout;
    }
    const auto replaced = replacedArguments(main);
    for (auto [i, value] : llvm::enumerate(main.getBody().front().getTerminator()->getOperands())) {
      auto layout = main.getResultAttrOfType<LayoutAttr>(i, kLayoutAttr);
      if (!layout || !layout.isTiling() || placementOf(main, value) != layout)
        return main.emitError() << "result " << i << ": expected layout " << layout << ", got " << placementOf(main, value);
      if (replaced[i])
        if (LayoutAttr old = placementOf(main, main.getArgument(*replaced[i])); old != layout)
          return main.emitError() << "result " << i << " '" << main.getResultAttrOfType<StringAttr>(i, kNameAttr).getValue()
                                  << "': expected the layout of the argument, " << old << ", got " << layout;
    }
    return success();
  }

  LogicalResult verifyOp(Operation *op) {
    SmallVector<LayoutAttr, 1> layouts = placementsOf(op);
    if (layouts.size() != op->getNumResults())
      return op->emitOpError() << "expected " << op->getNumResults() << " layouts, got " << layouts.size();
    for (auto [layout, result] : llvm::zip(layouts, op->getResults()))
      if (failed(verifyLayout([&] { return op->emitOpError(); }, layout, result.getType())))
        return failure();
    if (auto join = dyn_cast<JoinOp>(op))
      return verifyJoin(join, layouts[0]);
    for (LayoutAttr layout : layouts) // P3
      if (layout.isPartial() && (!isa<OrderedOpInterface>(op) || !llvm::all_of(op->getUsers(), llvm::IsaPred<JoinOp>)))
        return op->emitOpError("expected a partial value to be a reduction's and to be joined before any other use");
    for (Value operand : op->getOperands()) // P4
      if (placementOf(main, operand).isPartial())
        return op->emitOpError("expected joined operands");
    if (auto loop = dyn_cast<WhileOp>(op))
      return verifyLoop(loop, layouts);
    if (auto exchange = dyn_cast<ExchangeOp>(op)) // P10
      return placementOf(main, exchange.getOperand()).isTiling()
                 ? success()
                 : exchange.emitOpError("expected an operand of which every element has one shard to take it from");
    auto partitionable = dyn_cast<PartitionableOpInterface>(op);
    if (!partitionable)
      return op->emitOpError("expected an op that describes its factors");
    return verifyFollows(readNode(partitionable), layouts);
  }

  /// P9: a carried value has one layout, at first and after each iteration; the predicate is on every rank.
  LogicalResult verifyLoop(WhileOp loop, ArrayRef<LayoutAttr> layouts) {
    auto verify = [&](ValueRange values, StringRef what) -> LogicalResult {
      for (auto [i, value] : llvm::enumerate(values))
        if (LayoutAttr got = placementOf(main, value); got != layouts[i])
          return loop.emitOpError() << "expected " << what << " " << i << " in layout " << layouts[i] << ", got " << got;
      return success();
    };
    if (failed(verify(loop.getInits(), "init")) ||
        failed(verify(loop.getBody().front().getTerminator()->getOperands(), "yielded value")))
      return failure();
    LayoutAttr predicate = placementOf(main, loop.getCondition().front().getTerminator()->getOperand(0));
    return predicate && !predicate.isPartial() ? success() : loop.emitOpError("expected a joined predicate");
  }

  /// P5: operands are in the layouts that the op's factors need.
  LogicalResult verifyFollows(const OpNode &node, ArrayRef<LayoutAttr> layouts) {
    FailureOr<FactorCuts> cuts = cutsBehind(node, layouts);
    if (failed(cuts))
      return node.op->emitOpError("expected a layout that cuts factors which can be cut, got ") << layouts[0];
    Value init = layouts[0].isPartial() ? node.ordered.getInit() : Value();
    for (auto [t, operand] : llvm::enumerate(node.op->getOperands())) {
      LayoutAttr need = layoutUnder(node, *cuts, t), got = placementOf(main, operand);
      if (operand != init && got != need && got != readsUnder(node, *cuts, t))
        return node.op->emitOpError() << "expected operand " << t << " in layout " << need << ", got "
                                      << placementOf(main, operand);
    }
    return layouts[0].isPartial() ? verifyNodes(node.ordered, layouts[0]) : success();
  }

  /// P6: the nodes of all ranks, joined as the plan will join them, are the order's tree: equal structural hashes.
  LogicalResult verifyNodes(OrderedOpInterface op, LayoutAttr layout) {
    FailureOr<PartialNodes> nodes = getPartialNodes(op, layout, mesh);
    if (failed(nodes))
      return op->emitOpError("expected a split that cuts no leaf of ") << op.getFixedOrder() << ", got " << layout;
    if (isFree(op))
      return success();
    order::Order order = toModel(op.getFixedOrder());
    std::string terms = op.getTerms(), result = typeName(cast<RankedTensorType>(op->getResult(0).getType()).getElementType());
    bool init = op.getInit() != nullptr;
    std::vector<order::HashedNode> stack;
    for (auto [box, pops] : llvm::zip(nodes->all, nodes->pops)) {
      stack.push_back(order::hashNode(order, terms, box));
      for (int i = 0; i < pops; ++i) {
        order::HashedNode right = std::move(stack.back());
        stack.pop_back();
        stack.back() = order::hashJoin(order, stack.back(), right);
      }
    }
    std::optional<order::HashedNode> root;
    if (!stack.empty())
      root = stack.back();
    std::string got = order::hashRoot(root, result, init),
                expected = order::orderHash(order, op.getBoxSizes(), terms, result, init);
    if (stack.size() > 1 || got != expected)
      return op->emitOpError() << "expected the order's hash " << expected << ", got " << got;
    return success();
  }

  /// P7: a join has a partial operand and makes a whole value; P8: its init is in the join's layout, or everywhere.
  LogicalResult verifyJoin(JoinOp op, LayoutAttr layout) {
    if (!placementOf(main, op.getPartial()).isPartial() || layout.isPartial())
      return op.emitOpError("expected a partial operand and a whole result");
    if (Value init = op.getInit()) {
      LayoutAttr got = placementOf(main, init);
      if (got != layout && !got.isReplicated())
        return op.emitOpError() << "expected the init in layout " << layout << ", got " << got;
    }
    return success();
  }

  func::FuncOp main;
  MeshAttr mesh;
};

} // namespace

LogicalResult verifyPartition(ModuleOp module) {
  auto main = module.lookupSymbol<func::FuncOp>("main");
  auto mesh = module->getAttrOfType<MeshAttr>(kMeshAttr);
  if (!main || !mesh)
    return module.emitError("expected a function @main and a mesh; run det-partition first");
  return Verifier(main, mesh).run();
}

} // namespace det
