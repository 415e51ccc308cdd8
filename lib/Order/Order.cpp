// The order of a reduction: printing, checking, and the split of a node.
#include "det/Order/Order.h"

#include <bit>

namespace det::order {

std::string leafName(const Order &order) {
  switch (order.leaf) {
  case Leaf::Fold:
    return "fold";
  case Leaf::Lanes32:
    return "lanes<32>";
  case Leaf::Mma:
    return "mma<" + order.model + ">";
  }
  return {};
}

std::string toString(const Order &order) {
  std::string levels;
  for (const Level &level : order.levels)
    levels += (levels.empty() ? "(" : ", (") + std::to_string(level.dim) + ", " + std::to_string(level.block) + ")";
  return "#det.order<levels = [" + levels + "], leaf = " + leafName(order) + ", acc = " + order.acc + ">";
}

rt::Status verify(const Order &order, int64_t dims) {
  for (auto [dim, block] : order.levels) {
    if (dim < 0 || dim >= dims)
      return rt::Error{"expected a level on one of " + std::to_string(dims) + " reduced dims, got dim " + std::to_string(dim)};
    if (block <= 0 || !std::has_single_bit(static_cast<uint64_t>(block)))
      return rt::Error{"expected a power of two, got block " + std::to_string(block) + " on dim " + std::to_string(dim)};
  }
  return {};
}

std::optional<std::pair<Box, Box>> children(const Order &order, const Box &node) {
  for (auto [dim, block] : order.levels) {
    Range ks = blocksOf(node, dim, block);
    if (ks.size() < 2)
      continue;
    int64_t edge = (ks.begin + pow2(ks.size() - 1)) * block;
    return std::pair(within(node, dim, 0, edge), within(node, dim, edge, node[dim].end));
  }
  return std::nullopt;
}

} // namespace det::order
