// The order of a reduction: which expression it denotes over its box of reduced dims.
//
//   E(box, no level left)         the leaf over the box, elements row-major
//   E(box, first level (d, b))    cut the box along d at the multiples of b into m blocks; T(m) of
//   the blocks, each
//                                 evaluated with the other levels
//   T(1) = e0      T(m) = T(first h) + T(rest), h = the largest power of two below m; the lower
//   index is the left operand
#ifndef DET_ORDER_ORDER_H
#define DET_ORDER_ORDER_H

#include "det/Order/Box.h"
#include "det/Runtime/Result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace det::order {

/// One level of blocks: `dim` is a position in the box, `block` a power of two.
struct Level {
  int64_t dim = 0, block = 1;
  bool operator==(const Level &) const = default;
};

/// How the elements of a leaf's box are summed.
enum class Leaf {
  Fold,    ///< ((x0 + x1) + x2) + ...
  Lanes32, ///< element i belongs to lane i mod 32; a lane folds, lanes are joined by halving (j
           ///< with j+16, j+8, ...)
  Mma,     ///< one chain of tensor-core steps in ascending k, products only
};

/// The order. `acc` is the type of every intermediate ("f32", "f64", or an integer type); `model`
/// names the tensor core
/// ("hopper_16") where the leaf is Mma and is empty otherwise.
struct Order {
  std::vector<Level> levels; ///< outermost first; a dim may have several levels or none
  Leaf leaf = Leaf::Fold;
  std::string model;
  std::string acc = "f32";
  bool operator==(const Order &) const = default;
};

/// The leaf as #det.order prints it: fold, lanes<32>, mma<hopper_16>.
std::string leafName(const Order &order);

/// Prints as #det.order<levels = [(0, 64)], leaf = lanes<32>, acc = f32>.
std::string toString(const Order &order);

/// An error if a level names a dim outside a box of `dims` dims, or a block is no power of two.
rt::Status verify(const Order &order, int64_t dims);

/// The two operands of a node, or nothing for a leaf: a node splits at the first level of which it
/// holds several blocks.
std::optional<std::pair<Box, Box>> children(const Order &order, const Box &node);

} // namespace det::order

#endif // DET_ORDER_ORDER_H
