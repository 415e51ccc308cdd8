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

/// The places of a dim's indices [begin, end) in the ascending list of those that exist.
Range placesIn(const std::vector<int64_t> &present, Range range) {
  auto at = [&](int64_t index) { return std::lower_bound(present.begin(), present.end(), index) - present.begin(); };
  return {at(range.begin), at(range.end)};
}

/// False, and nothing emitted, where no element of `box` exists.
bool emitPresent(const Order &order, const Box &box, std::span<const std::vector<int64_t>> present, Program &out) {
  Box places;
  for (size_t dim = 0; dim < box.size(); ++dim)
    places.push_back(placesIn(present[dim], box[dim]));
  if (isEmpty(places))
    return false;
  auto pair = children(order, box);
  if (!pair) {
    out.leaves.push_back(places);
    out.pops.push_back(0);
    return true;
  }
  bool left = emitPresent(order, pair->first, present, out), right = emitPresent(order, pair->second, present, out);
  if (left && right)
    ++out.pops.back();
  return left || right;
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

Program programOfPresent(const Order &order, const Box &box, std::span<const std::vector<int64_t>> present) {
  Program out;
  if (!isEmpty(box))
    emitPresent(order, box, present, out);
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
