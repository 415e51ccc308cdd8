// Reads the report off a partitioned module.
#include "det/Transforms/PartitionReport.h"

#include "Follow.h"
#include "Placements.h"
#include "Transfers.h"
#include "det/Dialect/Det/Loops.h"
#include "det/Dialect/Det/Numbers.h"
#include "det/Dialect/Det/OrderModel.h"
#include <set>

using namespace mlir;

namespace det {

template <class T> static std::string textOf(T value) {
  std::string text;
  llvm::raw_string_ostream(text) << value;
  return text;
}

/// `[{data}, {}]`: axes without edges, which are long; `{data, read}` where ranks have what they read, say a border too.
static std::string axesText(ArrayRef<DimLayoutAttr> dims) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << '[';
  llvm::interleaveComma(dims, os, [&](DimLayoutAttr dim) {
    os << '{';
    llvm::interleaveComma(dim.getAxes(), os, [&](AxisRefAttr axis) {
      os << axis.getName();
      if (axis.getSize())
        os << ":(" << axis.getPreSize() << ')' << axis.getSize();
    });
    os << (dim.isTiling() ? "}" : dim.getAxes().empty() ? "read}" : ", read}");
  });
  os << ']';
  return text;
}

/// The sizes of a dim's shards, runs of equal ones once: `4, 2 x 6`; nothing for a dim that is not cut.
static std::string sizesText(DimLayoutAttr dim) {
  std::string text;
  llvm::raw_string_ostream os(text);
  auto size = [&](int64_t shard) { return dim.getShard(shard).second - dim.getShard(shard).first; };
  const int64_t shards = dim.getAxes().empty() ? 0 : dim.getNumShards();
  for (int64_t i = 0, end; i < shards; i = end) {
    for (end = i + 1; end < shards && size(end) == size(i);)
      ++end;
    os << (i ? ", " : "");
    if (end > i + 1)
      os << end - i << " x ";
    os << size(i);
  }
  return text;
}

static std::string placeOf(Location loc) {
  std::string name;
  loc->walk([&](Location inner) {
    if (auto named = dyn_cast<NameLoc>(inner)) {
      name = named.getName().str();
      return WalkResult::interrupt();
    }
    if (auto file = dyn_cast<FileLineColLoc>(inner)) {
      name = file.getFilename().str() + ":" + std::to_string(file.getLine());
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return name;
}

namespace {

class Reporter {
public:
  Reporter(func::FuncOp main, MeshAttr mesh) : main(main), mesh(mesh), transfers(mesh) {
    report.ranks.resize(mesh.getNumRanks());
    report.level = getLevel(main).str();
    for (auto [name, size] : llvm::zip(mesh.getNames(), mesh.getSizes()))
      report.mesh += (report.mesh.empty() ? "" : ",") + name.getValue().str() + "=" + std::to_string(size);
  }

  PartitionReport run() {
    addPorts();
    walkGraph(main.getBody().front(), [&](Operation *op) {
      times = timesRun(op);
      if (auto exchange = dyn_cast<ExchangeOp>(op))
        addExchange(exchange);
      else if (auto join = dyn_cast<JoinOp>(op))
        addJoin(join);
      else if (auto partitionable = dyn_cast<PartitionableOpInterface>(op); partitionable && !isa<WhileOp>(op))
        addWork(readNode(partitionable));
    });
    llvm::stable_sort(report.exchanges, [](const auto &a, const auto &b) { return a.busiestBytes > b.busiestBytes; });
    llvm::stable_sort(report.moved, [](const auto &a, const auto &b) { return a.bytes > b.bytes; });
    llvm::stable_sort(report.tensorCores, [](const auto &a, const auto &b) { return a.flops > b.flops; });
    llvm::stable_sort(report.replicated, [](const auto &a, const auto &b) { return a.flops > b.flops; });
    return std::move(report);
  }

private:
  void addPort(bool isResult, unsigned i, Type type) {
    auto get = [&](StringRef name) { return isResult ? main.getResultAttr(i, name) : main.getArgAttr(i, name); };
    auto text = [&](StringRef name) {
      auto attr = dyn_cast_or_null<StringAttr>(get(name));
      return attr ? attr.getValue().str() : std::string();
    };
    auto layout = dyn_cast_or_null<LayoutAttr>(get(kLayoutAttr));
    if (!layout)
      return;
    report.ports.push_back({isResult, text(kNameAttr), text(kKindAttr), textOf(type), axesText(layout.getDims()),
                            largestBox(layout, cast<RankedTensorType>(type).getShape()) * elementBytes(type)});
  }

  void addPorts() {
    for (auto [i, type] : llvm::enumerate(main.getArgumentTypes()))
      addPort(false, i, type);
    for (auto [i, type] : llvm::enumerate(main.getResultTypes()))
      addPort(true, i, type);
  }

  static std::vector<uint32_t> readersOf(Value value) {
    std::set<uint32_t> readers;
    for (Operation *user : value.getUsers())
      readers.insert(user->getNumResults() ? numberOf(user->getResult(0)) : kNoNumber);
    return {readers.begin(), readers.end()};
  }

  void addSent(bool joins, Value result, Type type, LayoutAttr from, LayoutAttr to, ArrayRef<int64_t> elements) {
    int64_t bytes = elementBytes(type) * times, total = 0, most = 0;
    std::vector<int64_t> sentBytes;
    for (auto [rank, sent] : llvm::zip(report.ranks, elements)) {
      sentBytes.push_back(sent * bytes);
      rank.bytesSent += sent * bytes;
      rank.messagesSent += sent != 0 ? times : 0;
      total += sent * bytes;
      most = std::max(most, sent * bytes);
    }
    report.exchanges.push_back({joins, placeOf(result.getLoc()), textOf(type),
                                axesText(from.getDims()) + (from.isPartial() ? " partial " + axesText(from.getPartial()) : ""),
                                axesText(to.getDims()), total, most, numberOf(result), readersOf(result), std::move(sentBytes)});
  }

  void addExchange(ExchangeOp op) {
    auto type = cast<RankedTensorType>(op.getType());
    LayoutAttr from = placementOf(main, op.getOperand()), to = placementOf(main, op.getResult());
    addSent(false, op.getResult(), type, from, to, transfers.sent(type, from, to));
  }

  void addJoin(JoinOp op) {
    auto type = cast<RankedTensorType>(op.getType());
    auto ordered = op.getPartial().getDefiningOp<OrderedOpInterface>();
    LayoutAttr from = placementOf(main, op.getPartial()), to = placementOf(main, op.getResult());
    FailureOr<PartialNodes> nodes = getPartialNodes(ordered, from, mesh);
    if (failed(nodes))
      return;
    // Nodes travel in the type in which they accumulate.
    Type wire = RankedTensorType::get(type.getShape(), getAccumulationType(type.getElementType()));
    addSent(true, op.getResult(), wire, from, to, transfers.sentForJoin(type, from, *nodes, to));
    if (isa<FloatType>(type.getElementType())) {
      int64_t joins = static_cast<int64_t>(nodes->all.size()) - (op.getInit() ? 0 : 1);
      for (auto [r, rank] : llvm::enumerate(report.ranks))
        rank.flops += order::volume(boxOf(mesh, to, type.getShape(), r)) * joins * times;
    }
  }

  void addReduction(const OpNode &node, LayoutAttr layout) {
    PartitionReport::Reduction reduction{
        node.op->getName().getStringRef().str(), placeOf(node.op->getLoc()), textOf(node.ordered.getFixedOrder()), {}, "", 0, 0,
        numberOf(node.op->getResult(0)), {}, {}};
    if (StringRef level = getLevel(node.op); level != report.level)
      reduction.order += " at " + level.str();
    llvm::append_range(reduction.box, node.ordered.getBoxSizes());
    if (layout.isPartial())
      if (FailureOr<PartialNodes> nodes = getPartialNodes(node.ordered, layout, mesh); succeeded(nodes)) {
        reduction.split = axesText(layout.getPartial());
        reduction.nodes = static_cast<int64_t>(nodes->all.size());
        reduction.mostNodes = static_cast<int64_t>(nodes->getMostNodes());
        for (DimLayoutAttr dim : layout.getPartial()) {
          std::vector<int64_t> &edges = reduction.shards.emplace_back();
          for (int64_t i = 0; !dim.getAxes().empty() && i < dim.getNumShards(); ++i)
            llvm::append_values(edges, dim.getShard(i).first, dim.getShard(i).second);
        }
        for (int64_t r = 0; r < mesh.getNumRanks(); ++r)
          reduction.shardOfRank.push_back(mesh.getFlatIndex(r, nodes->axes));
      }
    report.reductions.push_back(std::move(reduction));
  }

  /// A product that has the default order of a recipe without tensor cores, and would have another one with them.
  void addTensorCore(const OpNode &node, int64_t flops) {
    auto recipe = main->getParentOfType<ModuleOp>()->getAttrOfType<RecipeAttr>(kRecipeAttr);
    if (!recipe || !recipe.getMma().empty() || report.level == "device_to_device")
      return;
    order::Recipe other = toModel(recipe);
    other.mma = "hopper";
    OrderAttr fixed = node.ordered.getFixedOrder(), then = node.ordered.getDefaultOrder(fromModel(main.getContext(), other));
    if (then != fixed && node.ordered.getDefaultOrder(recipe) == fixed)
      report.tensorCores.push_back({node.op->getName().getStringRef().str(), placeOf(node.op->getLoc()), node.ordered.getTerms(), textOf(fixed),
                                    textOf(then), flops, numberOf(node.op->getResult(0))});
  }

  /// Mesh axes that cut nothing of the op's work, and the ranks along them.
  SmallVector<StringRef> unusedAxes(const FactorCuts &cuts, int64_t &ranks) {
    SmallVector<StringRef> unused;
    ranks = 1;
    for (auto [name, size] : llvm::zip(mesh.getNames(), mesh.getSizes())) {
      bool used = llvm::any_of(cuts, [&](DimLayoutAttr cut) {
        return cut && llvm::any_of(cut.getAxes(), [&](AxisRefAttr axis) { return axis.getName() == name.getValue(); });
      });
      if (used || size == 1)
        continue;
      unused.push_back(name.getValue());
      ranks *= size;
    }
    return unused;
  }

  /// The layout that an operand had before an exchange brought it here; null if it was not moved.
  LayoutAttr layoutBefore(Value operand, ExchangeOp &exchange) {
    exchange = operand.getDefiningOp<ExchangeOp>();
    LayoutAttr before = exchange ? placementOf(main, exchange.getOperand()) : LayoutAttr();
    return before && !before.isReplicated() ? before : LayoutAttr();
  }

  /// Why a reduction is not split where its operands were, if they were sharded along a reduced dim.
  std::optional<std::string> whyMoved(const OpNode &node, std::string &from, int64_t &bytes) {
    std::optional<std::string> why;
    for (auto [t, operand] : llvm::enumerate(node.op->getOperands())) {
      ExchangeOp exchange;
      LayoutAttr before = node.ordered ? layoutBefore(operand, exchange) : LayoutAttr();
      if (!before)
        continue;
      FactorCuts split(node.factors.factors.size());
      for (auto [dim, cut] : llvm::zip(node.dimsOf(t), before.getDims()))
        if (dim.size() == 1 && node.factors.factors[dim[0]].kind == FactorKind::Reduced && !cut.getAxes().empty())
          split[dim[0]] = cut;
      if (!llvm::any_of(split, [](DimLayoutAttr cut) { return bool(cut); }))
        continue;
      LayoutAttr partial = layoutUnder(node, split, node.op->getNumOperands());
      bool cutsLeaf = failed(getPartialNodes(node.ordered, partial, mesh));
      why = cutsLeaf ? "a shard would cut a leaf of the order" : "partial sums cost more than moving the operands";
      from = axesText(before.getDims());
      auto type = cast<RankedTensorType>(operand.getType());
      for (int64_t sent : transfers.sent(type, before, placementOf(main, operand)))
        bytes += sent * elementBytes(type) * timesRun(exchange);
    }
    return why;
  }

  std::string reasonFor(const OpNode &node) {
    ExchangeOp exchange;
    for (Value operand : node.op->getOperands())
      if (layoutBefore(operand, exchange))
        return "the result is wanted whole, and gathering operands costs no more";
    return "operands and result are replicated; cutting the work would save less than an exchange costs";
  }

  void addWork(const OpNode &node) {
    SmallVector<LayoutAttr, 1> layouts = placementsOf(node.op);
    if (node.ordered)
      addReduction(node, layouts[0]);
    if (layouts.empty() || !layouts[0])
      return;
    PartitionReport::Work &work = report.work.emplace_back();
    work.value = numberOf(node.op->getResult(0));
    work.layout = axesText(layouts[0].getDims());
    llvm::append_range(work.dims, llvm::map_range(layouts[0].getDims(), sizesText));
    work.times = times;
    if (node.flopsPerPoint == 0)
      return;
    FailureOr<FactorCuts> cuts = cutsBehind(node, layouts);
    if (failed(cuts))
      return;
    int64_t points = 1, largest = 1, flops = node.flopsPerPoint * times;
    for (const Factor &factor : node.factors.factors)
      points *= factor.size;
    report.stepFlops += points * flops;
    work.flops = points * flops;
    if (node.ordered)
      addTensorCore(node, points * flops);
    for (auto [r, rank] : llvm::enumerate(report.ranks)) {
      int64_t local = 1;
      for (auto [factor, cut] : llvm::zip(node.factors.factors, *cuts)) {
        auto [begin, end] = cut ? cut.getShard(mesh.getFlatIndex(r, cut.getAxes())) : std::pair<int64_t, int64_t>(0, factor.size);
        local *= end - begin;
      }
      rank.flops += local * flops;
      largest = std::max(largest, local);
    }
    work.busiestFlops = largest * flops;
    int64_t ranks = 1;
    SmallVector<StringRef> unused = unusedAxes(*cuts, ranks);
    bool couldSplit = false;
    for (size_t f = 0; f < node.uses.size(); ++f)
      couldSplit |= node.canSplit(f);
    int64_t replicated = ranks > 1 && couldSplit ? largest * flops - largest * flops / ranks : 0;
    std::string op = node.op->getName().getStringRef().str(), location = placeOf(node.op->getLoc()),
                type = textOf(node.op->getResult(0).getType()), from;
    int64_t bytes = 0;
    std::optional<std::string> why = whyMoved(node, from, bytes);
    if (why)
      report.moved.push_back({op, location, type, from, axesText(layouts[0].getDims()), *why, bytes, replicated, work.value});
    if (replicated)
      report.replicated.push_back({op, location, type, llvm::join(unused, ","), why ? *why : reasonFor(node), replicated, work.value});
  }

  func::FuncOp main;
  MeshAttr mesh;
  Transfers transfers;
  PartitionReport report;
  int64_t times = 1; ///< how often the op at hand runs
};

} // namespace

PartitionReport makePartitionReport(ModuleOp module) {
  auto main = module.lookupSymbol<func::FuncOp>("main");
  auto mesh = module->getAttrOfType<MeshAttr>(kMeshAttr);
  return main && mesh ? Reporter(main, mesh).run() : PartitionReport();
}

} // namespace det
