// Scatter: for every element of the operand, the updates that hit it, joined along the tree of the order. An update
// that misses does not exist.
#include "Accumulate.h"
#include "Registry.h"
#include "ScatterTargets.h"
#include "det/Order/Program.h"

#include <limits>

using namespace mlir;

namespace det::reference {

namespace {

/// The tree of an order's program: node 0 .. leaves - 1 are the leaves, the last is the root.
struct Tree {
  struct Node {
    int32_t left = -1, right = -1;
    int32_t firstLeaf;
  };
  std::vector<Node> nodes;

  explicit Tree(const order::Program &program) {
    int32_t leaves = static_cast<int32_t>(program.leaves.size());
    for (int32_t leaf = 0; leaf < leaves; ++leaf)
      nodes.push_back({-1, -1, leaf});
    std::vector<int32_t> stack;
    for (int32_t leaf = 0; leaf < leaves; ++leaf) {
      stack.push_back(leaf);
      for (int pop = 0; pop < program.pops[leaf]; ++pop) {
        int32_t right = stack.back();
        stack.pop_back();
        nodes.push_back({stack.back(), right, nodes[stack.back()].firstLeaf});
        stack.back() = static_cast<int32_t>(nodes.size()) - 1;
      }
    }
  }
};

/// An update that hits: its leaf and where it is.
struct Hit {
  int32_t leaf;
  uint32_t update;
};

/// The hits of every target, in the order of the expression: those of target t are hits[begin[t] .. begin[t + 1]).
struct Hits {
  std::vector<uint32_t> begin;
  std::vector<Hit> hits;
};

struct PreparedScatter {
  ScatterTargets targets;
  order::Program program;
  Tree tree;
  Join join;
  SmallVector<int64_t> boxDims, otherScatterDims; ///< positions in targets.vectors.shape: in the box, and batching

  RankedTensorType type() const { return targets.type; }

  /// Calls f(target, hit) for every update that hits, positions of the box in the order of the expression.
  template <class F> void forEachHit(const Tensor &indices, F f) const {
    ArrayRef<int64_t> shape = targets.vectors.shape;
    SmallVector<int64_t> batchShape;
    for (int64_t dim : otherScatterDims)
      batchShape.push_back(shape[dim]);
    std::vector<int64_t> window = targets.window();
    SmallVector<int64_t> index(shape.size()), batch(batchShape.size());
    int64_t batches = ShapedType::getNumElements(batchShape);
    for (size_t leaf = 0; leaf < program.leaves.size(); ++leaf) {
      const order::Box &box = program.leaves[leaf];
      SmallVector<int64_t> sizes, inLeaf(box.size());
      for (order::Range range : box)
        sizes.push_back(range.size());
      for (int64_t position = 0, count = order::volume(box); position < count; ++position) {
        unflatten(position, sizes, inLeaf);
        for (auto [dim, i, range] : llvm::zip(boxDims, inLeaf, box))
          index[dim] = range.begin + i;
        for (int64_t b = 0; b < batches; ++b) {
          unflatten(b, batchShape, batch);
          for (auto [dim, i] : llvm::zip(otherScatterDims, batch))
            index[dim] = i;
          targets.forEachHit(indices, index, window, [&](int64_t target, int64_t update) {
            f(target, Hit{static_cast<int32_t>(leaf), static_cast<uint32_t>(update)});
          });
        }
      }
    }
  }

  Hits collect(const Tensor &indices) const {
    Hits all;
    all.begin.assign(type().getNumElements() + 1, 0);
    forEachHit(indices, [&](int64_t target, Hit) { ++all.begin[target + 1]; });
    for (size_t t = 1; t < all.begin.size(); ++t)
      all.begin[t] += all.begin[t - 1];
    all.hits.resize(all.begin.back());
    std::vector<uint32_t> next = all.begin;
    forEachHit(indices, [&](int64_t target, Hit hit) { all.hits[next[target]++] = hit; });
    return all;
  }

  /// The value of a node over its hits, of which there is at least one.
  template <class T, class J> T evaluate(J joiner, int32_t node, ArrayRef<Hit> hits, const std::vector<T> &updates) const {
    const Tree::Node &at = tree.nodes[node];
    if (at.left < 0) {
      T acc = updates[hits[0].update];
      for (Hit hit : hits.drop_front())
        acc = joiner(acc, updates[hit.update]);
      return acc;
    }
    int32_t firstRight = tree.nodes[at.right].firstLeaf;
    size_t split = llvm::partition_point(hits, [&](Hit hit) { return hit.leaf < firstRight; }) - hits.begin();
    if (split == hits.size())
      return evaluate(joiner, at.left, hits, updates);
    if (split == 0)
      return evaluate(joiner, at.right, hits, updates);
    return joiner(evaluate(joiner, at.left, hits.take_front(split), updates),
                  evaluate(joiner, at.right, hits.drop_front(split), updates));
  }

  template <class T> rt::Result<Tensor> run(ArrayRef<Tensor> operands) const {
    Hits all = collect(operands[1]);
    std::vector<T> values = widened<T>(operands[0]), updates = widened<T>(operands[2]);
    int32_t root = static_cast<int32_t>(tree.nodes.size()) - 1;
    bool known = withJoiner<T>(join, [&](auto joiner) {
      for (size_t t = 0; t < values.size(); ++t) {
        ArrayRef<Hit> hits(all.hits.data() + all.begin[t], all.begin[t + 1] - all.begin[t]);
        if (!hits.empty()) // the operand is joined once, at the root, as the left operand
          values[t] = joiner(values[t], evaluate(joiner, root, hits, updates));
      }
    });
    if (!known)
      return rt::Error{"expected a combiner that its element type has"};
    return rounded<T>(type(), values);
  }
};

} // namespace

static rt::Result<Compute> prepareScatter(ScatterOp op) {
  auto order = orderOf(op);
  if (!order)
    return order.error();
  if (order->leaf != order::Leaf::Fold)
    return rt::Error{"expected leaf fold, got " + order::leafName(*order)};
  if (op.getCombiner() == Combiner::Assign) // the highest update index wins: one leaf, its positions ascending
    order->levels.clear();
  RankedTensorType type = tensorType(op.getResult()), updates = tensorType(op.getUpdates());
  if (updates.getNumElements() > std::numeric_limits<uint32_t>::max())
    return rt::Error{"expected fewer than 2^32 updates, got " + std::to_string(updates.getNumElements())};
  order::Program program = order::program(*order, boxOf(op));
  PreparedScatter prepared{{op, type, updates}, program, Tree(program), joinOf(op.getCombiner(), type.getElementType()), {}, {}};
  SmallVector<int64_t> inBox = getScatterBoxDims(op);
  for (auto [i, dim] : llvm::enumerate(otherDims(updates.getRank(), op.getUpdateWindowDims(), {})))
    (llvm::is_contained(inBox, dim) ? prepared.boxDims : prepared.otherScatterDims).push_back(i);
  return Compute([=, order = *order](ArrayRef<Tensor> operands) -> rt::Result<Tensor> {
    return withAccumulator(type.getElementType(), order,
                           [&](auto zero) -> rt::Result<Tensor> { return prepared.run<decltype(zero)>(operands); });
  });
}

void registerScatter(Registry &registry) { registry.add<ScatterOp>(prepareScatter); }

} // namespace det::reference
