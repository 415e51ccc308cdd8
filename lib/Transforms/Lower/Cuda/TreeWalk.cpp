// Evaluates the expression of an order.
#include "TreeWalk.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace det::cuda {

TreeWalk::TreeWalk(CudaCode &code, const order::Order &order, ArrayRef<int64_t> sizes, ValueRange identities, Join join,
                   Step step, Value lane)
    : code(code), order(order), sizes(sizes), identities(identities), join(join), step(step), lane(lane) {}

TreeWalk::Values TreeWalk::run() {
  Node whole;
  for (int64_t size : sizes) {
    if (size == 0)
      return identities;
    whole.push_back({code.index(0), code.index(size), size, true});
  }
  return evaluate(0, whole);
}

TreeWalk::Values TreeWalk::evaluate(size_t level, const Node &node) {
  if (level == order.levels.size()) {
    if (order.leaf == order::Leaf::Lanes32)
      return laneLeaf(node);
    Values coordinates;
    return foldLeaf(node, 0, coordinates, identities);
  }
  auto [dim, block] = order.levels[level];
  const Extent extent = node[dim];
  if (block >= extent.most)
    return evaluate(level + 1, node);

  // The extent begins at a multiple of the block: it is the whole dim, or a block of an outer level, which is larger.
  const int64_t mostBlocks = order::ceilDiv(extent.most, block);
  std::optional<int64_t> known;
  Value count;
  if (extent.isExact) {
    known = mostBlocks;
    count = code.index(mostBlocks);
  } else {
    count = code.div(code.add(code.sub(extent.end, extent.begin), code.index(block - 1)), code.index(block));
  }
  const unsigned bits = llvm::Log2_64(mostBlocks) + 1;
  Values empty;
  for (unsigned bit = 0; bit < bits; ++bit)
    llvm::append_range(empty, identities);
  const bool isEven = extent.isExact && extent.most % block == 0;
  Values slots = code.loop(code.index(0), count, 1, empty, [&](Value number, ValueRange carried) {
    Value begin = code.add(extent.begin, code.mul(number, code.index(block)));
    Value end = code.add(begin, code.index(block));
    Node inner = node;
    inner[dim] = {begin, isEven ? end : code.min(end, extent.end), block, isEven || block == 1};
    return push(number, carried, evaluate(level + 1, inner));
  });
  return joinSlots(count, known, slots);
}

/// Adds one to the counter `block`: the node is joined to each full slot from the smallest on, and stays in the first empty one.
TreeWalk::Values TreeWalk::push(Value block, ValueRange slots, Values node) {
  const unsigned width = identities.size(), bits = slots.size() / width;
  Values next(slots);
  Value isCarried = code.flag(true);
  for (unsigned bit = 0; bit < bits; ++bit) {
    Value isFull = code.isSet(block, bit);
    Value isJoined = code.both(isCarried, isFull);
    Value isPlaced = code.both(isCarried, arith::XOrIOp::create(code.builder, code.loc, isFull, code.flag(true)));
    for (unsigned i = 0; i < width; ++i) {
      Value held = slots[bit * width + i];
      next[bit * width + i] = code.select(isPlaced, node[i], held);
      node[i] = code.select(isJoined, join(held, node[i]), node[i]);
    }
    isCarried = isJoined;
  }
  return next;
}

TreeWalk::Values TreeWalk::joinSlots(Value count, std::optional<int64_t> known, ValueRange slots) {
  const unsigned width = identities.size(), bits = slots.size() / width;
  Values root(identities);
  bool isEmpty = true;
  for (unsigned bit = 0; bit < bits; ++bit) {
    if (known && !(*known >> bit & 1))
      continue;
    for (unsigned i = 0; i < width; ++i) {
      Value held = slots[bit * width + i];
      Value joined = known && isEmpty ? held : join(held, root[i]);
      root[i] = known ? joined : code.select(code.isSet(count, bit), joined, root[i]);
    }
    isEmpty = false;
  }
  return root;
}

TreeWalk::Values TreeWalk::foldLeaf(const Node &node, size_t dim, Values &coordinates, ValueRange accumulators) {
  if (dim == node.size())
    return step(coordinates, accumulators);
  const Extent &extent = node[dim];
  auto inside = [&](Value index, ValueRange carried) {
    coordinates.push_back(index);
    Values next = foldLeaf(node, dim + 1, coordinates, carried);
    coordinates.pop_back();
    return next;
  };
  if (extent.most == 1)
    return inside(extent.begin, accumulators);
  return code.loop(extent.begin, extent.end, 1, accumulators, inside);
}

/// Element i of the leaf belongs to lane i mod 32. A lane without elements holds the identity, which changes no bit.
TreeWalk::Values TreeWalk::laneLeaf(const Node &node) {
  Values lengths;
  Value count = code.index(1);
  for (const Extent &extent : node) {
    lengths.push_back(extent.isExact ? code.index(extent.most) : code.sub(extent.end, extent.begin));
    count = code.mul(count, lengths.back());
  }
  Values lanes = code.loop(lane, count, warpSize, identities, [&](Value flat, ValueRange carried) {
    Values coordinates = code.delinearize(flat, lengths);
    for (auto [coordinate, extent] : llvm::zip_equal(coordinates, node))
      coordinate = code.add(extent.begin, coordinate);
    return step(coordinates, carried);
  });
  // Lane j takes lane j + 16, then j + 8, ... By exchange, lane j + 16 takes lane j at the same time: a join of two values has
  // equal bits either way round.
  for (int64_t half = warpSize / 2; half; half /= 2)
    for (Value &value : lanes)
      value = join(value, code.shuffle(value, half));
  return lanes;
}

} // namespace det::cuda
