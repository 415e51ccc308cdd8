// Maximal nodes: what a rank that holds a part of a reduction's box can evaluate, and has to send.
#ifndef DET_ORDER_NODES_H
#define DET_ORDER_NODES_H

#include "det/Order/Order.h"

#include <vector>

namespace det::order {

/// The boxes of the maximal nodes of the expression over `global` that lie inside `part`,
/// ascending. An empty part has none. An error if the part cuts a leaf. No leaf is enumerated: a
/// run of L blocks costs O(log L) per enclosing block.
rt::Result<std::vector<Box>> nodesOf(const Order &order, const Box &global, const Box &part);

/// The number of maximal nodes that the run [begin, end) of blocks makes in T(blocks): at most
/// max(1, 2 log2 L).
int64_t countNodes(int64_t begin, int64_t end, int64_t blocks);

} // namespace det::order

#endif // DET_ORDER_NODES_H
