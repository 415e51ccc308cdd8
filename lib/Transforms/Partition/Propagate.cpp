// Propagation of shardings over factors.
#include "Propagate.h"

#include <map>
#include <set>

using namespace mlir;

namespace det {

SmallVector<AxisRefAttr> usedAxes(func::FuncOp main) {
  SmallVector<AxisRefAttr> used;
  auto add = [&](Attribute attr) {
    if (auto sharding = dyn_cast_or_null<ShardingAttr>(attr))
      for (DimShardingAttr dim : sharding.getDims())
        llvm::append_range(used, dim.getAxes());
  };
  for (unsigned i = 0; i < main.getNumArguments(); ++i)
    add(main.getArgAttr(i, kShardingAttr));
  for (unsigned i = 0; i < main.getNumResults(); ++i)
    add(main.getResultAttr(i, kShardingAttr));
  main.walk([&](ShardingConstraintOp op) { add(op.getSharding()); });
  return used;
}

namespace {

/// Steps are ordered: what narrows or keeps before what widens, then by op. All of one priority level are done before a
/// step of a later level, so a sharding that came late cannot spread before an early one has reached all it can.
struct Step {
  bool widens;
  uint32_t op;
  auto operator<=>(const Step &) const = default;
};

class Propagation {
public:
  Propagation(const Graph &graph, const Axes &axes) : graph(graph), axes(axes) {
    result.axes.resize(graph.numDims());
    result.closed.resize(graph.numDims());
    users.resize(graph.values.size());
    for (auto [i, node] : llvm::enumerate(graph.ops))
      for (size_t t = 0; t < node.numTensors(); ++t)
        users[graph.id(node.tensor(t))].push_back(i);
    for (auto [argument, value] : graph.links) {
      linked.emplace_back(argument, value);
      linked.emplace_back(value, argument);
    }
    for (auto [value, carried] : graph.carries) {
      joined.emplace_back(value, carried);
      joined.emplace_back(carried, value);
    }
    llvm::sort(linked);
    llvm::sort(joined);
  }

  Shardings run() {
    // Users' priorities, one level after the other: what a level says has spread before the next is heard.
    for (auto &[priority, seeds] : collectSeeds()) {
      for (const Seed &seed : seeds)
        apply(seed);
      drain();
    }
    return std::move(result);
  }

private:
  struct Seed {
    uint32_t value;
    uint32_t dim;
    DimShardingAttr sharding;
  };

  std::map<int64_t, std::vector<Seed>> collectSeeds() {
    std::map<int64_t, std::vector<Seed>> seeds;
    auto add = [&](uint32_t value, Attribute attr) {
      auto sharding = dyn_cast_or_null<ShardingAttr>(attr);
      if (!sharding)
        return;
      AxisList replicated = axes.atomsOf(sharding.getReplicated());
      barred[value].append(replicated.begin(), replicated.end());
      for (uint32_t d = 0; d < graph.shape(value).size(); ++d) {
        if (d >= sharding.getDims().size()) {
          result.closed[graph.dimId(value, d)] = true;
          continue;
        }
        DimShardingAttr dim = sharding.getDims()[d];
        // A closed dim is closed from the start; its axes are heard at its level.
        result.closed[graph.dimId(value, d)] = !dim.getOpen();
        seeds[dim.getPriority()].push_back({value, d, dim});
      }
    };
    for (unsigned i = 0; i < graph.main.getNumArguments(); ++i)
      add(i, graph.main.getArgAttr(i, kShardingAttr));
    for (const OpNode &node : graph.ops)
      if (auto constraint = dyn_cast<ShardingConstraintOp>(node.op))
        add(graph.id(constraint.getResult()), constraint.getSharding());
    // A result with an argument's name has the argument's sharding, or gives it its own; other results have their own.
    llvm::DenseMap<uint32_t, uint32_t> argumentOf;
    for (auto [argument, value] : graph.links)
      argumentOf[value] = argument;
    for (auto [i, value] : llvm::enumerate(graph.getReturn()->getOperands())) {
      uint32_t id = graph.id(value);
      auto found = argumentOf.find(id);
      uint32_t target = found == argumentOf.end() ? id : found->second;
      if (!barred.count(target))
        add(target, graph.main.getResultAttr(i, kShardingAttr));
    }
    for (auto [argument, value] : graph.links)
      for (uint32_t d = 0; d < graph.shape(argument).size(); ++d)
        if (result.closed[graph.dimId(argument, d)])
          result.closed[graph.dimId(value, d)] = true;
    return seeds;
  }

  void apply(const Seed &seed) {
    AxisList list = axes.atomsOf(seed.sharding.getAxes());
    uint32_t dim = graph.dimId(seed.value, seed.dim);
    // What an earlier seed has spread by now may use the axes in another dim.
    if (list.empty() || !result.axes[dim].empty() || usesAny(seed.value, list))
      return;
    result.axes[dim] = list;
    changed(seed.value);
  }

  void changed(uint32_t value) {
    for (uint32_t op : users[value]) {
      queue.insert({false, op});
      queue.insert({true, op});
    }
    // An argument and the result of its name are one value at two times, and so is what a loop carries.
    follow(linked, value, /*force=*/value < graph.main.getNumArguments());
    follow(joined, value, /*force=*/false);
  }

  void follow(ArrayRef<std::pair<uint32_t, uint32_t>> pairs, uint32_t value, bool force) {
    for (auto it = llvm::lower_bound(pairs, std::pair(value, uint32_t(0))); it != pairs.end() && it->first == value; ++it)
      for (uint32_t d = 0; d < graph.shape(value).size(); ++d)
        give(it->second, d, result.axes[graph.dimId(value, d)], force);
  }

  void drain() {
    while (!queue.empty()) {
      Step step = *queue.begin();
      queue.erase(queue.begin());
      visit(graph.ops[step.op], step.widens);
    }
  }

  bool usesAny(uint32_t value, ArrayRef<uint8_t> list) {
    auto isUsed = [&](uint8_t atom) {
      if (auto found = barred.find(value); found != barred.end() && llvm::is_contained(found->second, atom))
        return true;
      for (uint32_t d = 0; d < graph.shape(value).size(); ++d)
        if (llvm::is_contained(result.axes[graph.dimId(value, d)], atom))
          return true;
      return false;
    };
    return llvm::any_of(list, isUsed);
  }

  /// Cuts a dim that nobody has cut yet, by axes that the value does not use yet.
  void give(uint32_t value, uint32_t d, ArrayRef<uint8_t> list, bool force = false) {
    uint32_t dim = graph.dimId(value, d);
    if (list.empty() || !result.axes[dim].empty() || (result.closed[dim] && !force) || usesAny(value, list))
      return;
    result.axes[dim] = AxisList(list);
    changed(value);
  }

  void visit(const OpNode &node, bool widens) {
    for (size_t f = 0; f < node.uses.size(); ++f) {
      if (!node.canSplit(f))
        continue;
      // The source: closed before open, then the largest tensor, then the first.
      const FactorUse *source = nullptr;
      auto rank = [&](const FactorUse &use) {
        uint32_t value = graph.id(node.tensor(use.tensor));
        return std::pair(bool(result.closed[graph.dimId(value, use.dim)]), graph.elements(value));
      };
      for (const FactorUse &use : node.uses[f]) {
        uint32_t value = graph.id(node.tensor(use.tensor));
        if (result.axes[graph.dimId(value, use.dim)].empty())
          continue;
        if (!source || rank(use) > rank(*source))
          source = &use;
      }
      if (!source)
        continue;
      uint32_t from = graph.id(node.tensor(source->tensor));
      AxisList list = result.axes[graph.dimId(from, source->dim)];
      for (const FactorUse &use : node.uses[f]) {
        uint32_t to = graph.id(node.tensor(use.tensor));
        if (to != from && (widens || graph.elements(to) <= graph.elements(from)))
          give(to, use.dim, list);
      }
    }
  }

  const Graph &graph;
  const Axes &axes;
  Shardings result;
  std::vector<llvm::SmallVector<uint32_t, 4>> users;
  std::vector<std::pair<uint32_t, uint32_t>> linked, joined; ///< both ways each, sorted
  std::map<uint32_t, AxisList> barred;                       ///< axes that a value must replicate
  std::set<Step> queue;
};

} // namespace

Shardings propagate(const Graph &graph, const Axes &axes) { return Propagation(graph, axes).run(); }

} // namespace det
