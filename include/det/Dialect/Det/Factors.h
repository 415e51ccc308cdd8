// Factors: which dims of an op's operands and results are the same, and of what kind (partition.md section 1).
#ifndef DET_DIALECT_DET_FACTORS_H
#define DET_DIALECT_DET_FACTORS_H

#include "llvm/ADT/SmallVector.h"
#include <cstdint>

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

/// The factors of an op. A dim is a list of factors, major to minor (empty for a dim of size 1 that corresponds to
/// nothing, and for a dim that is broadcast); a reshape of 512 into 16x32 has the dims [f0, f1] and [f0], [f1].
/// A dim with several factors may be split along its first one only: its grain is the product of the others.
struct FactorMap {
  using Dim = llvm::SmallVector<int64_t, 1>;
  using Tensor = llvm::SmallVector<Dim, 4>;

  llvm::SmallVector<Factor, 6> factors;
  llvm::SmallVector<Tensor, 3> operands;
  llvm::SmallVector<Tensor, 1> results;

  /// Adds a factor and returns its number.
  int64_t add(int64_t size, FactorKind kind, int64_t boxDim = -1) {
    factors.push_back({size, kind, boxDim});
    return static_cast<int64_t>(factors.size()) - 1;
  }
};

} // namespace det

#endif // DET_DIALECT_DET_FACTORS_H
