// Maximal nodes inside a part.
#include "det/Order/Nodes.h"

#include <algorithm>
#include <bit>

namespace det::order {

namespace {

/// Collects the maximal nodes below `box`; returns a leaf that the part cuts, if there is one.
std::optional<Box> collect(const Order &order, const Box &box, const Box &part, std::vector<Box> &nodes) {
  if (contains(part, box)) {
    nodes.push_back(box);
    return std::nullopt;
  }
  if (isEmpty(overlap(box, part)))
    return std::nullopt;
  auto pair = children(order, box);
  if (!pair)
    return box;
  if (auto leaf = collect(order, pair->first, part, nodes))
    return leaf;
  return collect(order, pair->second, part, nodes);
}

} // namespace

rt::Result<std::vector<Box>> nodesOf(const Order &order, const Box &global, const Box &part) {
  std::vector<Box> nodes;
  if (isEmpty(global) || isEmpty(part))
    return nodes;
  if (auto leaf = collect(order, global, part, nodes))
    return rt::Error{"expected a part that cuts no leaf, got " + toString(part) + ", which cuts " + toString(*leaf)};
  return nodes;
}

int64_t countNodes(int64_t begin, int64_t end, int64_t blocks) {
  // The largest node from `begin` on is an aligned group of 2^j blocks, full or up to the end of
  // all blocks.
  int64_t count = 0;
  for (; begin < end; ++count) {
    if (end == blocks) {
      int64_t group = static_cast<int64_t>(std::bit_ceil(static_cast<uint64_t>(end - begin)));
      if (begin % group == 0)
        return count + 1;
    }
    int64_t aligned = begin ? begin & -begin : pow2(end);
    begin += std::min(aligned, pow2(end - begin));
  }
  return count;
}

} // namespace det::order
