// Postfix programs of expressions.
#include "det/Order/Program.h"

#include <algorithm>

namespace det::order {

namespace {

void emit(const Order &order, const Box &box, Program &out) {
  auto pair = children(order, box);
  if (!pair) {
    out.leaves.push_back(box);
    out.pops.push_back(0);
    return;
  }
  emit(order, pair->first, out);
  emit(order, pair->second, out);
  ++out.pops.back(); // a join follows the last leaf of its right operand
}

/// Walks down from `box` to the given nodes; false where they do not cover it.
bool joinNodes(const Order &order, const Box &box, std::span<const Box> nodes, std::vector<uint8_t> &pops) {
  if (pops.size() == nodes.size())
    return false;
  if (nodes[pops.size()] == box) {
    pops.push_back(0);
    return true;
  }
  auto pair = children(order, box);
  if (!pair || !joinNodes(order, pair->first, nodes, pops) || !joinNodes(order, pair->second, nodes, pops))
    return false;
  ++pops.back();
  return true;
}

} // namespace

Program program(const Order &order, const Box &box) {
  Program out;
  if (!isEmpty(box))
    emit(order, box, out);
  return out;
}

rt::Result<std::vector<uint8_t>> programOverNodes(const Order &order, const Box &global, std::span<const Box> nodes) {
  std::vector<uint8_t> pops;
  if (isEmpty(global) && nodes.empty())
    return pops;
  if (!joinNodes(order, global, nodes, pops) || pops.size() != nodes.size())
    return rt::Error{"expected nodes that cover " + toString(global) + " in ascending order, got " +
                     std::to_string(nodes.size()) + ", of which " + std::to_string(pops.size()) + " fit"};
  return pops;
}

int64_t stackDepth(std::span<const uint8_t> pops) {
  int64_t held = 0, most = 0;
  for (uint8_t pop : pops) {
    most = std::max(most, ++held);
    held -= pop;
  }
  return most;
}

} // namespace det::order
