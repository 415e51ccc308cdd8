// Orders: the tree of a reduction, and its hash (docs/order.md).
#ifndef DET_LIB_VERIFY_ORDER_H
#define DET_LIB_VERIFY_ORDER_H

#include "Boxes.h"
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace det::verify {

/// An op of the certificate's `ops`: what its result's bits depend on.
struct Ordered {
  uint32_t value;
  std::string name, kind, combiner, leaf, acc, terms, result, hash, level;
  std::vector<std::pair<int64_t, int64_t>> levels; ///< dim, block
  Index box;
  bool init;

  /// At not_guaranteed: every term counts once, in whatever order.
  bool isFree() const { return level == "not_guaranteed"; }

  explicit Ordered(const nlohmann::json &op);
};

/// A node: its box and the hash of its expression.
struct Node {
  Box box;
  std::string hash;
};

/// The operands of a node of the tree; nothing for a leaf.
std::optional<std::pair<Box, Box>> operandsOf(const Ordered &order, const Box &node);

/// The leaves below a node, left to right, and how many joins follow each.
struct Leaves {
  std::vector<Box> boxes;
  std::vector<int> joins;
};
Leaves leavesOf(const Ordered &order, const Box &node);

/// A node as the order has it; the join of two nodes, wherever they lie; the whole with what the root adds.
Node nodeOf(const Ordered &order, const Box &box);
Node join(const Ordered &order, const Node &left, const Node &right);
std::string rootHash(const Ordered &order, const std::optional<Node> &root, bool init);

} // namespace det::verify

#endif // DET_LIB_VERIFY_ORDER_H
