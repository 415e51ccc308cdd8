// Computes cheap values again where they are needed late.
#include "FuseRecompute.h"

using namespace mlir;

namespace det {

/// Operations per element that a value may cost, with the values before it that are computed again too.
static constexpr int64_t maxRecompute = 4;

namespace {

class Recompute {
public:
  explicit Recompute(const FuseGraph &graph)
      : graph(graph), users(graph.nodes.size()), lowestUse(graph.nodes.size()), lastPlace(graph.nodes.size(), -1),
        isCloned(graph.nodes.size()) {}

  bool run() {
    findUses();
    bool changed = false;
    for (int i = 0, e = graph.nodes.size(); i < e; ++i) {
      if (graph.nodes[i].isStored || lowestUse[i] == graph.nodes[i].height)
        continue;
      int kept = 0;
      SmallVector<int> chain;
      if (costAgain(i, lastPlace[i], kept, chain) > maxRecompute)
        continue;
      changed = true;
      for (int node : chain)
        isCloned[node] = true;
    }
    // Users first: the clone of a user then has clones of its operands.
    for (int i = graph.nodes.size() - 1; i >= 0; --i)
      if (isCloned[i])
        cloneForUsers(i);
    return changed;
  }

private:
  static bool isFused(const FuseNode &node) {
    return node.kind == FuseKind::Point || node.kind == FuseKind::Row || node.kind == FuseKind::Root;
  }

  void findUses() {
    for (auto [i, node] : llvm::enumerate(graph.nodes))
      lowestUse[i] = node.height;
    for (auto [i, node] : llvm::enumerate(graph.nodes)) {
      if (node.kind == FuseKind::View && !node.isStored)
        continue;
      for (const FuseEdge &edge : node.edges)
        if (edge.node >= 0) {
          if (isFused(node))
            users[edge.node].push_back(i);
          lowestUse[edge.node] = std::min(lowestUse[edge.node], node.height);
          lastPlace[edge.node] = i;
        }
    }
  }

  /// The cost of computing the node again where its last user stands, in `chain` the nodes that this takes; more than the limit
  /// where it would keep another tensor alive. `kept` counts tensors that would be stored in its place.
  int64_t costAgain(int index, int place, int &kept, SmallVector<int> &chain) const {
    const FuseNode &node = graph.nodes[index];
    if (node.kind != FuseKind::Point)
      return maxRecompute + 1;
    chain.push_back(index);
    int64_t total = node.cost;
    for (const FuseEdge &edge : node.edges) {
      if (total > maxRecompute)
        break;
      // An argument lives anyway; a smaller tensor is cheap to keep.
      if (edge.node < 0 || edge.dims.size() < node.space.size() || lastPlace[edge.node] >= place)
        continue;
      const FuseNode &operand = graph.nodes[edge.node];
      bool isOnlyHere = (operand.kind == FuseKind::Barrier || operand.kind == FuseKind::Root) && !operand.isStored &&
                        llvm::all_of(users[edge.node], [&](int user) { return user == index; });
      if (isOnlyHere && kept == 0)
        ++kept;
      else
        total += costAgain(edge.node, place, kept, chain);
    }
    return total;
  }

  /// One clone per height of users below the node's own, placed before the first of them.
  void cloneForUsers(int index) {
    Value value = graph.nodes[index].op->getResult(0);
    std::map<int, SmallVector<Operation *>, std::greater<int>> late;
    collectUsers(value, graph.nodes[index].height, late);
    for (auto &[height, ops] : late) {
      Operation *first = *llvm::min_element(ops, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
      OpBuilder builder(first);
      Operation *copy = builder.clone(*graph.nodes[index].op);
      heights[copy] = height;
      for (Operation *user : ops)
        replaceOperand(user, value, copy->getResult(0));
    }
  }

  int heightOf(Operation *op) const {
    auto it = graph.numbers.find(op);
    return it != graph.numbers.end() ? graph.nodes[it->second].height : heights.lookup(op);
  }

  /// Fused users of the value, through views, that are needed later than `height`.
  void collectUsers(Value value, int height, std::map<int, SmallVector<Operation *>, std::greater<int>> &late) {
    for (Operation *user : value.getUsers()) {
      auto it = graph.numbers.find(user);
      if (it != graph.numbers.end() && graph.nodes[it->second].kind == FuseKind::View) {
        collectUsers(user->getResult(0), height, late);
        continue;
      }
      int userHeight = heightOf(user);
      SmallVector<Operation *> &ops = late[userHeight];
      if (userHeight < height && !llvm::is_contained(ops, user))
        ops.push_back(user);
    }
    for (auto it = late.begin(); it != late.end();)
      it = it->second.empty() ? late.erase(it) : std::next(it);
  }

  /// Makes `user` read `copy` where it reads `value`, with views of its own in between.
  void replaceOperand(Operation *user, Value value, Value copy) {
    for (OpOperand &operand : user->getOpOperands()) {
      SmallVector<Operation *> chain;
      Value at = operand.get();
      while (at != value) {
        Operation *op = at.getDefiningOp();
        auto it = op ? graph.numbers.find(op) : graph.numbers.end();
        if (it == graph.numbers.end() || graph.nodes[it->second].kind != FuseKind::View)
          break;
        chain.push_back(op);
        at = op->getOperand(0);
      }
      if (at != value)
        continue;
      Value fresh = copy;
      OpBuilder builder(user);
      for (Operation *view : llvm::reverse(chain)) {
        IRMapping mapping;
        mapping.map(view->getOperand(0), fresh);
        fresh = builder.clone(*view, mapping)->getResult(0);
      }
      operand.set(fresh);
    }
  }

  const FuseGraph &graph;
  SmallVector<SmallVector<int, 2>> users; ///< by node: fused users, through views
  SmallVector<int> lowestUse;             ///< by node: the smallest height of a user
  SmallVector<int> lastPlace;             ///< by node: its last user, as the graph lists them: until there it lives
  SmallVector<bool> isCloned;             ///< by node: computed again for users of a lower height
  DenseMap<Operation *, int> heights;     ///< of clones
};

} // namespace

bool recomputeCheapValues(const FuseGraph &graph) { return Recompute(graph).run(); }

} // namespace det
