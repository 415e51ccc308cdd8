// Reductions and products by postfix programs, many outputs at once. The expression of each output is the order's, to
// the letter; only which outputs are computed side by side is chosen here.
#ifndef DET_REFERENCE_KERNELS_REDUCTION_H
#define DET_REFERENCE_KERNELS_REDUCTION_H

#include "Joins.h"

#include "det/Order/Program.h"

#include <cstdint>
#include <span>
#include <vector>

namespace det::reference {

/// A reduction over a box of an array.
struct Reduction {
  order::Program program;       ///< of the whole box, which is not empty
  bool lanes = false;           ///< leaves are lanes<32>, else folds
  std::vector<int64_t> strides; ///< per box dim, in elements
};

/// result[j] = the expression over x[bases[j] + (index in the box) . strides]. False for a join that T lacks.
template <class T> bool reduce(const Reduction &reduction, Join join, const T *x, std::span<const int64_t> bases, T *result);

/// The leaves of a product whose contracted dims were packed into one, in the order of the leaves.
struct PackedProduct {
  std::vector<int64_t> leafSizes;
  std::vector<uint8_t> pops;
};

/// result[m][n] = the expression over k of lhs[m][k] * rhs[k][n]: in every leaf the first term is a product, each
/// further one a fused multiply-add (integers wrap). All row-major; k is at least 1.
template <class T> void multiply(const PackedProduct &product, const T *lhs, const T *rhs, int64_t m, int64_t n, T *result);

} // namespace det::reference

#endif // DET_REFERENCE_KERNELS_REDUCTION_H
