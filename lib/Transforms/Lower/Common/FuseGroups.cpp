// Greedy grouping, in the order of the graph.
#include "FuseGroups.h"

#include "llvm/ADT/DenseSet.h"

using namespace mlir;

namespace det {

static constexpr int maxTensors = 64; ///< inputs and outputs of a region
static constexpr size_t maxMembers = 600;
static constexpr int64_t maxCost = 3000;

static bool isFused(const FuseNode &node) {
  return node.kind == FuseKind::Point || node.kind == FuseKind::Row || node.kind == FuseKind::Root;
}

FuseGroups::FuseGroups(const FuseGraph &graph) : groupOf(graph.nodes.size(), -1), graph(graph), users(graph.nodes.size()) {
  for (auto [i, node] : llvm::enumerate(graph.nodes)) {
    if (!isFused(node))
      continue;
    for (const FuseEdge &edge : node.edges)
      if (edge.node >= 0)
        users[edge.node].push_back(i);
    place(i);
  }
  mergeSiblings();
}

void FuseGroups::place(int index) {
  const FuseNode &node = graph.nodes[index];
  int own = groups.size();
  groupOf[index] = own;
  FuseGroup &group = groups.emplace_back();
  group.members = {index};
  group.space = node.space;
  group.cuts = node.cuts;
  group.height = node.height;
  group.cost = node.cost;
  group.hasRow = node.kind == FuseKind::Row;
  group.hasRowLevel = group.hasRow;
  group.isRoot = node.kind == FuseKind::Root;
  visited.push_back(0);
  for (const FuseEdge &edge : node.edges) {
    if (edge.node < 0 || groupOf[edge.node] < 0 || groupOf[edge.node] == groupOf[index])
      continue;
    // What only one root needs waits for that root, and a root takes nothing else.
    const FuseNode &producer = graph.nodes[edge.node];
    int here = node.kind == FuseKind::Root ? index : node.owner;
    if (producer.owner != here || producer.kind == FuseKind::Root)
      continue;
    tryMerge(groupOf[edge.node], groupOf[index]);
  }
}

bool FuseGroups::tryMerge(int a, int b) {
  if (a == b)
    return false;
  if (groups[a].space.size() < groups[b].space.size())
    std::swap(a, b);
  // Now a has the larger space; b's ops are at its level, or at the level of its rows.
  FuseGroup &large = groups[a], &small = groups[b];
  if (large.height != small.height || (large.isRoot && small.isRoot))
    return false;
  size_t rank = large.space.size(), smallRank = small.space.size();
  if (smallRank != rank) {
    if (smallRank + 1 != rank || smallRank == 0 || small.hasRow || small.hasRowLevel || small.isRoot || large.isRoot)
      return false;
  }
  if (ArrayRef<int64_t>(large.space).take_front(smallRank) != ArrayRef<int64_t>(small.space) ||
      large.cuts.empty() != small.cuts.empty())
    return false;
  if (!large.cuts.empty() && ArrayRef<Attribute>(large.cuts).take_front(smallRank) != ArrayRef<Attribute>(small.cuts))
    return false;
  if (large.members.size() + small.members.size() > maxMembers || large.cost + small.cost > maxCost)
    return false;
  if (!isAlignedAcross(a, b) || countTensors(a, b) > maxTensors || hasWayThroughOthers(a, b))
    return false;
  for (int member : small.members)
    groupOf[member] = a;
  SmallVector<int> members;
  std::merge(large.members.begin(), large.members.end(), small.members.begin(), small.members.end(), std::back_inserter(members));
  large.members = std::move(members);
  large.cost += small.cost;
  large.hasRow |= small.hasRow;
  large.hasRowLevel |= small.hasRowLevel || smallRank != rank;
  large.isRoot |= small.isRoot;
  small.isGone = true;
  small.mergedInto = a;
  small.members.clear();
  return true;
}

bool FuseGroups::isAlignedAcross(int a, int b) const {
  if (groups[a].members.size() < groups[b].members.size())
    std::swap(a, b);
  for (int member : groups[b].members) {
    for (const FuseEdge &edge : graph.nodes[member].edges)
      if (edge.node >= 0 && groupOf[edge.node] == a && !edge.isAligned())
        return false;
    for (int user : users[member])
      if (groupOf[user] == a)
        for (const FuseEdge &edge : graph.nodes[user].edges)
          if (edge.node == member && !edge.isAligned())
            return false;
  }
  return true;
}

bool FuseGroups::hasWayThroughOthers(int a, int b) {
  // Backwards from the operands of both; a search that stays at this height and behind the first member ends soon.
  int height = groups[a].height, first = std::min(groups[a].members.front(), groups[b].members.front());
  ++search;
  SmallVector<int> stack;
  auto enter = [&](int from) {
    for (int member : groups[from].members)
      for (const FuseEdge &edge : graph.nodes[member].edges) {
        int next = edge.node < 0 ? -1 : groupOf[edge.node];
        if (next < 0 || next == from || graph.nodes[edge.node].height != height || groups[next].members.back() < first)
          continue;
        if (next == a || next == b) {
          if (from != a && from != b)
            return true;
          continue;
        }
        if (visited[next] != search) {
          visited[next] = search;
          stack.push_back(next);
        }
      }
    return false;
  };
  if (enter(a) || enter(b))
    return true;
  while (!stack.empty())
    if (enter(stack.pop_back_val()))
      return true;
  return false;
}

int FuseGroups::countTensors(int a, int b) const {
  llvm::DenseSet<Value> inputs;
  int outputs = 0;
  for (int group : {a, b})
    for (int member : groups[group].members) {
      const FuseNode &node = graph.nodes[member];
      for (const FuseEdge &edge : node.edges)
        if (edge.node < 0 || (groupOf[edge.node] != a && groupOf[edge.node] != b))
          inputs.insert(edge.base);
      outputs += node.isStored || llvm::any_of(users[member], [&](int user) { return groupOf[user] != a && groupOf[user] != b; });
    }
  return inputs.size() + outputs;
}

void FuseGroups::mergeSiblings() {
  // Reading a tensor once is worth a larger region. Scalars always merge: a launch costs more than they do.
  llvm::DenseMap<Value, SmallVector<int, 2>> readers;
  std::map<int, int> scalars; // by height
  auto live = [&](int group) {
    while (groups[group].isGone)
      group = groups[group].mergedInto;
    return group;
  };
  for (int i = 0, e = groups.size(); i < e; ++i) {
    if (groups[i].isGone || groups[i].isRoot || graph.nodes[groups[i].members.front()].owner >= 0)
      continue;
    int current = i;
    if (groups[i].space.empty()) {
      auto [it, isNew] = scalars.try_emplace(groups[i].height, i);
      if (!isNew)
        tryMerge(it->second, i);
      continue;
    }
    SmallVector<Value> inputs;
    for (int member : groups[i].members)
      for (const FuseEdge &edge : graph.nodes[member].edges)
        if (edge.dims.size() == groups[i].space.size() && (edge.node < 0 || groupOf[edge.node] != i))
          inputs.push_back(edge.base);
    for (Value input : inputs) {
      for (int other : readers[input]) {
        other = live(other);
        if (other != live(current) && groups[other].space == groups[live(current)].space && tryMerge(other, live(current)))
          break;
      }
      readers[input].push_back(live(current));
    }
  }
}

} // namespace det
