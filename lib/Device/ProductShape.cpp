// Chooses the tile of a product, and how its tree is spread over blocks.
#include "det/Device/ProductShape.h"

#include "det/Runtime/Host/Postfix.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace det::device {

namespace {

using rt::Error, rt::host::Axis, rt::host::InnerPart, rt::host::Real;

Error bad(std::string message) { return Error{"matrix product: " + std::move(message)}; }

// Products of sizes, which stop at this.
constexpr int64_t absurd = int64_t(1) << 48;
int64_t extent(const std::vector<Axis> &axes) {
  int64_t count = 1;
  for (const Axis &axis : axes)
    count = axis.size == 0 ? 0 : count > absurd / axis.size ? absurd : count * axis.size;
  return count;
}

int64_t ceilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

//===-- Normal form ----------------------------------------------------------------------------------------------------===//

void merge(std::vector<Axis> &axes) {
  std::vector<Axis> merged;
  for (const Axis &axis : axes) {
    if (axis.size == 1)
      continue;
    if (!merged.empty()) {
      Axis &outer = merged.back();
      if (outer.a == axis.a * axis.size && outer.b == axis.b * axis.size && outer.c == axis.c * axis.size) {
        outer = {outer.size * axis.size, axis.a, axis.b, axis.c};
        continue;
      }
    }
    merged.push_back(axis);
  }
  axes = std::move(merged);
}

void sortByOutput(std::vector<Axis> &axes) {
  std::stable_sort(axes.begin(), axes.end(), [](const Axis &x, const Axis &y) { return std::abs(x.c) > std::abs(y.c); });
}

// Batch axes that only one operand has are rows or columns.
void moveFreeBatches(ProductShape &p) {
  std::vector<Axis> batch;
  for (const Axis &axis : p.batch)
    (axis.b == 0 ? p.rows : axis.a == 0 ? p.columns : batch).push_back(axis);
  p.batch = std::move(batch);
}

void exchange(ProductShape &p) {
  p.exchanged = !p.exchanged;
  std::swap(p.rows, p.columns);
  std::swap(p.m, p.n);
  for (std::vector<Axis> *axes : {&p.batch, &p.rows, &p.columns})
    for (Axis &axis : *axes)
      std::swap(axis.a, axis.b);
  for (InnerPart &part : p.inner) {
    std::swap(part.a, part.b);
    for (Axis &axis : part.axes)
      std::swap(axis.a, axis.b);
  }
}

ProductShape normalise(const rt::host::Product &product) {
  ProductShape p = normalProduct(product);
  // Few results in one direction: those are the columns. Else the columns are those that C has side by side.
  const auto unit = [](const std::vector<Axis> &axes) { return !axes.empty() && axes.back().c == 1; };
  const bool thinRows = p.m <= 16 && p.n > 4 * p.m, thinColumns = p.n <= 16 && p.m > 4 * p.n;
  if (thinRows || (!thinColumns && unit(p.rows) && !unit(p.columns)))
    exchange(p);
  return p;
}

// How far a walk goes, in elements.
int64_t reachOf(const std::vector<Axis> &axes, int64_t Axis::*stride) {
  int64_t sum = 0;
  for (const Axis &axis : axes) {
    const int64_t step = std::min(absurd, std::abs(axis.*stride));
    sum = std::min(absurd, sum + (step != 0 && axis.size > absurd / step ? absurd : step * axis.size));
  }
  return sum;
}

// How far batches, rows (or columns) and terms go together in the operand that `stride` is of.
int64_t reach(const std::vector<Axis> &rows, const ProductShape &p, int64_t Axis::*stride, int64_t InnerPart::*start) {
  int64_t most = 0;
  for (const InnerPart &part : p.inner)
    most = std::max(most, std::min(absurd, std::abs(part.*start)) + reachOf(part.axes, stride));
  return most + reachOf(rows, stride) + reachOf(p.batch, stride);
}

//===-- The tree -------------------------------------------------------------------------------------------------------===//

// Cuts the program into at most `most` parts that each leave one value, the longest first.
struct Tree {
  struct Node {
    int64_t first, end, terms;
    int left = -1, right = -1;
  };
  std::vector<Node> nodes;
  int root = -1;

  explicit Tree(const rt::host::Product &product) {
    std::vector<int> stack;
    for (size_t leaf = 0; leaf < product.leaves.size(); ++leaf) {
      nodes.push_back({int64_t(leaf), int64_t(leaf) + 1, product.leaves[leaf]});
      stack.push_back(int(nodes.size()) - 1);
      for (int joins = product.pops[leaf]; joins > 0; --joins) {
        const int right = stack.back(), left = stack[stack.size() - 2];
        stack.resize(stack.size() - 2);
        nodes.push_back({nodes[left].first, nodes[right].end, nodes[left].terms + nodes[right].terms, left, right});
        stack.push_back(int(nodes.size()) - 1);
      }
    }
    if (!stack.empty())
      root = stack.back();
  }

  std::vector<const Node *> cut(size_t most) const {
    std::vector<const Node *> parts{&nodes[root]};
    while (parts.size() < most) {
      auto longest = std::max_element(parts.begin(), parts.end(), [](const Node *x, const Node *y) {
        return (x->left < 0 ? 0 : x->terms) < (y->left < 0 ? 0 : y->terms);
      });
      const Node *node = *longest;
      if (node->left < 0)
        break;
      *longest = &nodes[node->left];
      parts.insert(longest + 1, &nodes[node->right]);
    }
    return parts;
  }
};

int64_t longestOf(const std::vector<const Tree::Node *> &parts) {
  int64_t terms = 0;
  for (const Tree::Node *part : parts)
    terms = std::max(terms, part->terms);
  return terms;
}

/// The depth of the deepest segment's stack. Fills segments and joins.
int spread(const rt::host::Product &product, const std::vector<const Tree::Node *> &parts, ProductShape &shape) {
  int deepest = 1;
  for (const Tree::Node *part : parts) {
    int height = 0, last = 0;
    for (int64_t leaf = part->first; leaf < part->end; ++leaf) {
      deepest = std::max(deepest, ++height);
      last = std::min<int>(product.pops[leaf], height - 1);
      height -= last;
    }
    shape.segments.push_back({part->first, part->end, last});
    shape.joins.push_back(static_cast<uint8_t>(product.pops[part->end - 1] - last));
  }
  return deepest;
}

//===-- Choice ---------------------------------------------------------------------------------------------------------===//

/// A tile that there are kernels of: how many blocks a multiprocessor holds, what it reaches of the peak (in percent), and the
/// stacks.
struct Variant {
  rt::cuda::ProductTile tile;
  int64_t blocks, percent;
  std::vector<int> stacks;
};

const std::vector<Variant> &variantsOf(Real type) {
  using namespace rt::cuda;
  static const std::vector<Variant> four{{productTiles4[0], 2, 100, {1, 4, 8}},
                                         {productTiles4[1], 4, 80, {1, 8, 16}},
                                         {productTiles4[2], 8, 45, {8, 16, 64}},
                                         {productTiles4[3], 4, 45, {8, 16}}},
      eight{{productTiles8[0], 2, 100, {1, 8, 16}}, {productTiles8[1], 4, 60, {8, 16, 64}}};
  return rt::host::sizeOf(type) == 4 ? four : eight;
}

// What is assumed of a GPU. It decides speed, never bits.
constexpr int64_t processors = 132, lanesPerProcessor = 128, cyclesPerStep = 250, cyclesPerLaunch = 4000, mostSegments = 64;
constexpr int64_t mostSegmentBytes = int64_t(256) << 20;

/// Cycles for all blocks, and for the join of the segments.
int64_t costOf(const ProductShape &p, const Variant &v, size_t segments, int64_t longest, int64_t bytes) {
  const int64_t tiles = p.batches * ceilDiv(p.m, v.tile.rows) * ceilDiv(p.n, v.tile.columns), blocks = tiles * int64_t(segments);
  const int64_t atOnce = processors * v.blocks, waves = ceilDiv(blocks, atOnce);
  const int64_t sharing = std::min(v.blocks, ceilDiv(blocks, processors)); // blocks of one processor
  const int64_t work =
      int64_t(v.tile.rows) * v.tile.columns * longest * sharing * 100 / (lanesPerProcessor * v.percent) * (bytes / 4);
  const int64_t latency = ceilDiv(longest, v.tile.depth) * cyclesPerStep;
  const int64_t join = segments > 1 ? cyclesPerLaunch + 2 * bytes * int64_t(segments) * p.batches * p.m * p.n / 2048 : 0;
  return waves * std::max(work, latency) + join;
}

} // namespace

ProductShape normalProduct(const rt::host::Product &product) {
  ProductShape p;
  p.batch = product.batch;
  p.rows = product.rows;
  p.columns = product.columns;
  p.inner.push_back({0, 0, product.inner});
  p.inner.insert(p.inner.end(), product.more.begin(), product.more.end());
  moveFreeBatches(p);
  for (std::vector<Axis> *axes : {&p.batch, &p.rows, &p.columns}) {
    sortByOutput(*axes);
    merge(*axes);
  }
  for (InnerPart &part : p.inner)
    merge(part.axes);
  p.batches = extent(p.batch);
  p.m = extent(p.rows);
  p.n = extent(p.columns);
  for (const InnerPart &part : p.inner)
    p.k = std::min(absurd, p.k + extent(part.axes));
  return p;
}

std::string productTypeName(Real type) {
  return type == Real::f32 ? "f32" : type == Real::f64 ? "f64" : type == Real::i32 ? "i32" : "i64";
}
std::string productJoinKernel(Real type) { return "det_join_add_" + productTypeName(type); }

std::optional<rt::host::Product> describeProduct(const artifact::ProductT &product) {
  using artifact::ElementType;
  const auto axesOf = [](const std::vector<artifact::ProductAxis> &axes) {
    std::vector<Axis> made;
    for (const artifact::ProductAxis &axis : axes)
      made.push_back({axis.size(), axis.a(), axis.b(), axis.c()});
    return made;
  };
  rt::host::Product made{axesOf(product.batch), axesOf(product.rows), axesOf(product.columns),
                         axesOf(product.inner), product.leaves,       product.pops};
  for (const auto &part : product.more)
    made.more.push_back({part->a, part->b, axesOf(part->inner)});
  switch (product.type) {
  case ElementType::f32:
    made.type = Real::f32;
    return made;
  case ElementType::f64:
    made.type = Real::f64;
    return made;
  case ElementType::i32:
    made.type = Real::i32;
    return made;
  case ElementType::i64:
    made.type = Real::i64;
    return made;
  default:
    return std::nullopt;
  }
}

rt::Result<ProductShape> shapeProduct(const rt::host::Product &product, const ProductChoice *choice) {
  std::vector<const std::vector<Axis> *> given{&product.batch, &product.rows, &product.columns, &product.inner};
  for (const InnerPart &part : product.more)
    given.push_back(&part.axes);
  for (const std::vector<Axis> *axes : given)
    for (const Axis &axis : *axes)
      if (axis.size < 0)
        return bad("expected extents of at least 0, got " + std::to_string(axis.size));
  if (product.leaves.size() != product.pops.size())
    return bad("expected one count of joins per leaf, got " + std::to_string(product.pops.size()) + " for " +
               std::to_string(product.leaves.size()) + " leaves");
  ProductShape p = normalise(product);
  int64_t sum = 0;
  for (int32_t leaf : product.leaves) {
    if (leaf < 1)
      return bad("expected leaves of at least 1, got " + std::to_string(leaf));
    sum += leaf;
  }
  if (sum != p.k)
    return bad("expected leaves that sum to " + std::to_string(p.k) + ", got " + std::to_string(sum));
  const int depth = rt::host::postfixDepth(product.pops.data(), int64_t(product.pops.size()));
  if (depth < 0 || depth > rt::host::maxPostfixDepth)
    return bad("expected a program that leaves one value and is at most " + std::to_string(rt::host::maxPostfixDepth) + " deep");
  const int64_t most = INT32_MAX;
  if (p.m > most || p.n > most || p.k > most || p.batches > most)
    return bad("its sizes are more than a GPU's grid holds: batches " + std::to_string(p.batches) + ", rows " +
               std::to_string(p.m) + ", columns " + std::to_string(p.n) + ", terms " + std::to_string(p.k));
  if (p.batches == 0 || p.m == 0 || p.n == 0)
    return p;

  const int64_t bytes = rt::host::sizeOf(product.type),
                results = std::min(absurd, p.batches * std::min(absurd / p.batches, p.m * p.n));
  int64_t best = INT64_MAX;
  const Variant *chosen = nullptr;
  std::vector<const Tree::Node *> parts;
  const Tree tree(product);
  const bool isFar =
      std::max(reach(p.rows, p, &Axis::a, &InnerPart::a), reach(p.columns, p, &Axis::b, &InnerPart::b)) > INT32_MAX / 2;
  for (const Variant &variant : variantsOf(product.type)) {
    if (choice && (variant.tile.rows != choice->rows || variant.tile.columns != choice->columns))
      continue;
    if (isFar && variant.tile.rows == 128 && variant.tile.columns == 128) // its offsets have 32 bits
      continue;
    const int64_t tiles = ceilDiv(p.m, variant.tile.rows) * ceilDiv(p.n, variant.tile.columns);
    if (tiles > most / p.batches)
      continue;
    for (size_t segments = choice ? choice->segments : 1; segments <= (choice ? choice->segments : size_t(mostSegments));
         segments *= 2) {
      if (!choice && segments > 1 &&
          (tree.root < 0 || int64_t(segments) * results > mostSegmentBytes / bytes ||
           int64_t(segments) * tiles * p.batches > most || p.k / int64_t(segments) < 64))
        break;
      std::vector<const Tree::Node *> cut;
      if (tree.root >= 0)
        cut = tree.cut(segments);
      if (!choice && segments > 1 && cut.size() < segments)
        break;
      ProductShape trial;
      const int stack = spread(product, cut, trial);
      if (std::max(stack, choice ? choice->stack : 0) > variant.stacks.back())
        continue;
      const int64_t cost = costOf(p, variant, segments, longestOf(cut), bytes);
      if (cost < best) {
        best = cost;
        chosen = &variant;
        parts = cut;
      }
    }
  }
  // One thread per result: nothing is shared, but nothing is wasted either.
  const std::string type = productTypeName(product.type);
  if (results <= most && (choice ? choice->rows == 0 : !chosen || std::max(results / (processors * 8) * p.k, p.k * 75) < best)) {
    p.each = true;
    p.kernel = "det_product_each_" + type;
    return p;
  }
  if (!chosen)
    return bad(choice ? "there is no kernel of this choice" : "it has more results than a GPU's grid holds");
  const int stack = std::max(spread(product, parts, p), choice ? choice->stack : 0);
  if (p.segments.empty()) // no terms: zeros
    p.segments.push_back({0, 0, 0});
  const int size = *std::find_if(chosen->stacks.begin(), chosen->stacks.end(), [&](int size) { return size >= stack; });
  p.tile = chosen->tile;
  p.kernel = "det_product_" + type + "_" + std::to_string(p.tile.rows) + "x" + std::to_string(p.tile.columns) + "_" +
             std::to_string(size);
  return p;
}

} // namespace det::device
