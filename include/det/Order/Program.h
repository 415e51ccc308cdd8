// Postfix programs: an expression as data, so that one kernel evaluates any tree. Values (leaves or
// nodes) are pushed in ascending order; after value i, `pops[i]` times the two topmost stack
// entries are replaced by their join (the lower entry is the left operand). At the end the stack
// holds one value.
#ifndef DET_ORDER_PROGRAM_H
#define DET_ORDER_PROGRAM_H

#include "det/Order/Order.h"

#include <cstdint>
#include <span>
#include <vector>

namespace det::order {

/// The leaves of an expression, ascending, and the joins after each.
struct Program {
  std::vector<Box> leaves;
  std::vector<uint8_t> pops;
};

/// The program of a box whose evaluation is a node, or the whole. An empty box has no leaf.
Program program(const Order &order, const Box &box);

/// The program of those elements of `box` that exist: `present` lists, per dim, the ascending indices of the box's elements that do.
/// Leaves are boxes over places in these lists; leaves without elements, and joins with nothing, vanish. Nothing at all has no leaf.
Program programOfPresent(const Order &order, const Box &box, std::span<const std::vector<int64_t>> present);

/// The program that joins `nodes` (ascending, together all of `global`) into the root; an error if
/// they are not complete.
rt::Result<std::vector<uint8_t>> programOverNodes(const Order &order, const Box &global, std::span<const Box> nodes);

/// The largest number of stack entries that a program needs.
int64_t stackDepth(std::span<const uint8_t> pops);

} // namespace det::order

#endif // DET_ORDER_PROGRAM_H
