// Factors: which dims of an op's operands and results are the same, and of what kind (partition.md section 1).
#ifndef DET_DIALECT_DET_FACTORS_H
#define DET_DIALECT_DET_FACTORS_H

#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <utility>

namespace det {

enum class FactorKind {
  Pass,    ///< may be split freely
  Reduced, ///< summed over; split only into nodes of the op's order
  Whole    ///< never split: operands are gathered along it
};

struct Factor {
  int64_t size;
  FactorKind kind;
  /// For a reduced factor: its dim in the reduction's box; -1 otherwise.
  int64_t boxDim = -1;
};

/// A dim of an operand that is read through a window which moves with a factor, so that who has some of the factor reads some of
/// the dim: spatial dims of convolutions, slices, padding, parts of a concatenation. Element p of the factor reads the places
/// [p * stride - low, p * stride - low + extent) of the operand spread out, its elements `dilation` apart.
struct FactorWindow {
  uint32_t operand, dim;
  int64_t factor;
  int64_t stride = 1, low = 0, extent = 1, dilation = 1;

  /// The elements, of `size`, that lie between the first and the last that elements [begin, end) of the factor read.
  std::pair<int64_t, int64_t> reads(int64_t begin, int64_t end, int64_t size) const;

  /// `low` of the same window over a part of the dim that begins at element `first`, for a part of the factor from `begin` on.
  int64_t lowInside(int64_t begin, int64_t first) const { return low - begin * stride + first * dilation; }
};

/// The factors of an op. A dim is a list of factors, major to minor (empty for a dim of size 1 that corresponds to
/// nothing, and for a dim that is broadcast); a reshape of 512 into 16x32 has the dims [f0, f1] and [f0], [f1].
/// A dim with several factors may be split along its first one only: its grain is the product of the others. A dim that is
/// read through a window has no factor of its own.
struct FactorMap {
  using Dim = llvm::SmallVector<int64_t, 1>;
  using Tensor = llvm::SmallVector<Dim, 4>;

  llvm::SmallVector<Factor, 6> factors;
  llvm::SmallVector<Tensor, 3> operands;
  llvm::SmallVector<Tensor, 1> results;
  llvm::SmallVector<FactorWindow, 2> windows; ///< one per operand dim at most

  /// Adds a factor and returns its number.
  int64_t add(int64_t size, FactorKind kind, int64_t boxDim = -1) {
    factors.push_back({size, kind, boxDim});
    return static_cast<int64_t>(factors.size()) - 1;
  }
};

} // namespace det

#endif // DET_DIALECT_DET_FACTORS_H
