// Classes of dims and their cuts.
#include "Cuts.h"

#include "det/Order/Box.h"
#include "det/Order/Cuts.h"
#include <numeric>

using namespace mlir;

namespace det {

/// A cut that follows orders may make the largest shard this much larger than one that does not.
static constexpr double kOrderUnevenness = 1.1;
/// A cut that follows shapes (heads of 16 in a dim of 64) may make it this much larger.
static constexpr double kShapeUnevenness = 1.5;
/// Beyond so many blocks the search for the fewest nodes is not worth its time.
static constexpr int64_t kSearchedBlocks = 4096;

/// The block at whose multiples a dim of a reduction's box may be cut without cutting a leaf; 0 if it is whole in the leaf.
static int64_t orderBlock(OrderedOpInterface op, int64_t boxDim) {
  int64_t block = 0;
  ArrayRef<int64_t> levels = op.getFixedOrder().getLevels();
  for (size_t i = 0; i + 1 < levels.size(); i += 2)
    if (levels[i] == boxDim && (block == 0 || levels[i + 1] < block))
      block = levels[i + 1];
  return block;
}

/// True if a window moves over the whole dim while it moves over the whole factor (an image and what a padded convolution makes
/// of it): then shards at equal fractions read little of each other.
static bool movesAlong(const FactorWindow &window, int64_t factorSize, int64_t dimSize) {
  return std::abs(window.stride) * factorSize == window.dilation * dimSize;
}

Cuts::Cuts(const Graph &graph, const Axes &axes) : graph(graph), axes(axes) {
  parent.resize(graph.numDims());
  std::iota(parent.begin(), parent.end(), 0);
  wishes.resize(graph.numDims());
  for (uint32_t v = 0; v < graph.values.size(); ++v)
    for (int64_t n : graph.shape(v))
      size.push_back(n);
  for (int64_t n : size)
    units.push_back(std::max<int64_t>(n, 1)); // an empty dim has no say in the cuts of its class
  for (const auto *pairs : {&graph.links, &graph.carries})
    for (auto [from, to] : *pairs)
      for (uint32_t d = 0; d < graph.shape(from).size(); ++d)
        unite(graph.dimId(from, d), graph.dimId(to, d));

  std::vector<std::pair<uint32_t, Wish>> asked;
  for (const OpNode &node : graph.ops)
    for (size_t f = 0; f < node.uses.size(); ++f) {
      if (!node.canSplit(f))
        continue;
      const Factor &factor = node.factors.factors[f];
      std::optional<uint32_t> first;
      for (const FactorUse &use : node.uses[f]) {
        uint32_t dim = graph.dimId(graph.id(node.tensor(use.tensor)), use.dim);
        if (use.windowed && !movesAlong(*node.windowOf(use.tensor, use.dim), factor.size, size[dim]))
          continue;
        if (first)
          unite(*first, dim);
        else
          first = dim;
      }
      if (factor.size == 0)
        continue;
      asked.push_back({*first, {factor.size, 1, false}});
      if (factor.kind == FactorKind::Reduced)
        if (int64_t block = orderBlock(node.ordered, factor.boxDim))
          asked.push_back({*first, {factor.size, block, true}});
    }
  for (auto &[dim, wish] : asked)
    wishes[find(dim)].push_back(wish);
  for (std::vector<Wish> &list : wishes) {
    // Finest first, so that a coarse wish cannot keep a fine one out; shapes before orders.
    llvm::sort(list, [](const Wish &a, const Wish &b) {
      int64_t p = a.size / a.grain, q = b.size / b.grain;
      return std::tie(a.order, q, a.size, a.grain) < std::tie(b.order, p, b.size, b.grain);
    });
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
}

uint32_t Cuts::find(uint32_t dim) {
  while (parent[dim] != dim)
    dim = parent[dim] = parent[parent[dim]];
  return dim;
}

void Cuts::unite(uint32_t a, uint32_t b) {
  a = find(a);
  b = find(b);
  if (a == b)
    return;
  if (b < a) // the earlier dim names the class
    std::swap(a, b);
  int64_t common = std::lcm(units[a], units[b]);
  if (common > (int64_t(1) << 40)) // sizes without a sensible common unit are cut apart
    return;
  parent[b] = a;
  units[a] = common;
}

int64_t Cuts::grainOf(uint32_t root, int64_t shards) const {
  int64_t n = units[root];
  auto largest = [&](int64_t grain) { return order::ceilDiv(order::ceilDiv(n, grain), shards) * grain; };
  int64_t even = largest(1), grain = 1, withShapes = even;
  for (const Wish &wish : wishes[root]) {
    int64_t next = std::lcm(grain, n / wish.size * wish.grain);
    if (order::ceilDiv(n, next) < std::min(shards, n) && next != grain) // some shard would be empty
      continue;
    bool fits = wish.order ? largest(next) <= kOrderUnevenness * withShapes : largest(next) <= kShapeUnevenness * even;
    if (!fits)
      continue;
    grain = next;
    if (!wish.order)
      withShapes = largest(grain);
  }
  return grain;
}

const std::vector<int64_t> &Cuts::fewestNodes(int64_t n, int64_t grain, int64_t shards) {
  auto [it, isNew] = searched.try_emplace({n, grain, shards});
  if (isNew)
    it->second =
        order::ceilDiv(n, grain) <= kSearchedBlocks ? order::fewestNodes(n, grain, shards) : order::shards(n, grain, shards);
  return it->second;
}

void Cuts::cutInto(std::vector<int64_t> &edges, int64_t begin, int64_t end, int64_t grain, ArrayRef<uint8_t> list) {
  if (list.empty()) {
    edges.push_back(begin);
    return;
  }
  const std::vector<int64_t> &parts = fewestNodes(end - begin, grain, axes.size(list[0]));
  for (size_t i = 0; i + 1 < parts.size(); ++i)
    cutInto(edges, begin + parts[i], begin + parts[i + 1], grain, list.drop_front());
}

const std::vector<int64_t> &Cuts::unitEdges(uint32_t root, ArrayRef<uint8_t> list) {
  auto [it, isNew] = cuts.try_emplace({root, AxisList(list)});
  if (isNew) {
    int64_t n = units[root];
    cutInto(it->second, 0, n, grainOf(root, axes.numShards(list)), list);
    it->second.push_back(n);
  }
  return it->second;
}

DimLayoutAttr Cuts::cut(uint32_t root, int64_t n, ArrayRef<uint8_t> list) {
  uint64_t packed = 0;
  for (uint8_t atom : list)
    packed = packed << 8 | (atom + 1u);
  DimLayoutAttr &layout = layouts[{root, n, packed}];
  if (layout)
    return layout;
  if (n == 0)
    return layout = DimLayoutAttr::get(axes.getMesh().getContext(), axes.refsOf(list),
                                       std::vector<int64_t>(axes.numShards(list) + 1, 0));
  std::vector<int64_t> edges = unitEdges(root, list);
  int64_t span = units[root] / n;
  if (llvm::all_of(edges, [&](int64_t edge) { return edge % span == 0; })) {
    for (int64_t &edge : edges)
      edge /= span;
  } else {
    edges.clear();
    cutInto(edges, 0, n, 1, list);
    edges.push_back(n);
  }
  return layout = DimLayoutAttr::get(axes.getMesh().getContext(), axes.refsOf(list), edges);
}

DimLayoutAttr Cuts::cutDim(uint32_t dimId, ArrayRef<uint8_t> list) {
  if (list.empty())
    return DimLayoutAttr::get(axes.getMesh().getContext(), {}, {});
  return cut(find(dimId), size[dimId], list);
}

DimLayoutAttr Cuts::cutFactor(const OpNode &node, size_t factor, ArrayRef<uint8_t> list) {
  if (list.empty())
    return {};
  const FactorUse &use = node.uses[factor].front();
  return cut(find(graph.dimId(graph.id(node.tensor(use.tensor)), use.dim)), node.factors.factors[factor].size, list);
}

} // namespace det
