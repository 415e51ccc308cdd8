// The structural hash of an expression: equal hashes on every op prove that partitioning kept the
// meaning.
#ifndef DET_ORDER_HASH_H
#define DET_ORDER_HASH_H

#include "det/Order/Order.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace det::order {

/// A node as the hash sees it: where it lies, and the 32 hex digits of its structure.
struct HashedNode {
  Box box;
  std::string hash;
};

/// The first 128 bits of SHA-256 of `text`, as 32 hex digits.
std::string digest(std::string_view text);

/// The hash of a leaf; `terms` names the operand types: "f32", or "bf16*bf16" for a product.
HashedNode hashLeaf(const Order &order, std::string_view terms, const Box &box);

/// The hash of a join. It covers the place of the right operand relative to the left one, so nodes
/// of equal shape have equal hashes, and swapped operands show.
HashedNode hashJoin(const Order &order, const HashedNode &left, const HashedNode &right);

/// The hash of a node, leaves not enumerated: one step per shape of node, some twenty for a million
/// blocks.
HashedNode hashNode(const Order &order, std::string_view terms, const Box &box);

/// The hash of a whole reduction: where its root starts, whether an init is joined, and the result
/// type. No root: the box is empty.
std::string hashRoot(const std::optional<HashedNode> &root, std::string_view result, bool init);

/// The hash of a whole reduction over a box of `sizes`, from the order alone.
std::string orderHash(const Order &order, std::span<const int64_t> sizes, std::string_view terms, std::string_view result,
                      bool init);

} // namespace det::order

#endif // DET_ORDER_HASH_H
