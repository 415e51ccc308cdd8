// Default orders: a function of op kind, global shape, dims, element type and recipe, and of
// nothing else.
#ifndef DET_ORDER_DEFAULT_H
#define DET_ORDER_DEFAULT_H

#include "det/Order/Order.h"

#include <span>
#include <string_view>

namespace det::order {

/// The numbers behind the default orders. Its values change bits, the same way on every mesh. Block
/// sizes are powers of two, min <= max; `mma` names a family of tensor cores ("volta", "ampere",
/// "hopper") or is empty, and the operand types select its model; `version` covers the constants of `defaultOrder` itself.
struct Recipe {
  int64_t k_leaf_min = 64, k_leaf_max = 512;
  int64_t row_leaf_min = 64, row_leaf_max = 512;
  int64_t column_leaf_max = 64;
  std::string mma;
  int64_t version = 1;
  bool operator==(const Recipe &) const = default;
};

/// An error that names the first value which breaks a rule of `Recipe`.
rt::Status verify(const Recipe &recipe);

/// Sets recipe values from "k_leaf_min=16,k_leaf_max=16,mma=hopper" (mma=none: no tensor cores);
/// an empty text is the default recipe.
rt::Result<Recipe> parseRecipe(std::string_view text);

/// What is reduced; it says what `shape` and `dims` of `defaultOrder` are.
enum class Kind {
  Reduce,         ///< shape of the operand; dims: the reduced dims (taken ascending)
  Product,        ///< shape of the left operand; dims: its contracting dims, as the op lists them
  Convolution,    ///< shape of the kernel; dims: its window dims, then its input feature dim
  WeightGradient, ///< shape of the kernel; dims: its input feature dim (which is the batch), then
                  ///< its window dims
  Scatter,        ///< shape of the updates; dims: the scatter dims, without batching dims
};

/// The order of a sum over `dims` of a tensor of `shape` with elements of `type` ("f32", "bf16",
/// "f8E4M3FN", "i32", ...). The box has these dims in this order. Dims of size 1 do not count.
Order defaultOrder(Kind kind, std::span<const int64_t> shape, std::span<const int64_t> dims, std::string_view type,
                   const Recipe &recipe = {});

/// The type in which sums over elements of `type` accumulate: f64 for f64, f32 for narrower floats,
/// integers their own.
std::string accumulationType(std::string_view type);

} // namespace det::order

#endif // DET_ORDER_DEFAULT_H
