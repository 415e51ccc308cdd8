// Leaves and trees of orders as code.
#ifndef DET_TRANSFORMS_LOWER_KERNELS_KERNELTREE_H
#define DET_TRANSFORMS_LOWER_KERNELS_KERNELTREE_H

#include "KernelCode.h"

namespace det {

/// One reduction's join, in its accumulation type.
struct KernelJoin {
  Combiner combiner;
  mlir::Type acc;

  mlir::Value operator()(KernelCode &code, mlir::Value left, mlir::Value right) const {
    return code.ops.combine(code.builder, code.loc, combiner, acc, left, right);
  }
  mlir::TypedAttr identity(KernelCode &code) const { return code.ops.identity(combiner, acc); }
};

/// Joins the lanes of a leaf by halving: j with j + half, down to one. `accumulators` are chunks, two of 16 lanes in any order or
/// one: a join of two values has equal bits either way round.
mlir::Value joinLanes(KernelCode &code, const KernelJoin &join, mlir::ValueRange accumulators);

/// T(count) of known size: value(i) gives leaf i.
mlir::Value joinStatic(KernelCode &code, const KernelJoin &join, int64_t first, int64_t count,
                       llvm::function_ref<mlir::Value(int64_t)> value);

/// The number of joins after block `index` of `count` in T(count): trailing zeros of index + 1, or what is left to join at the
/// last one.
mlir::Value countPops(KernelCode &code, mlir::Value index, mlir::Value count);

} // namespace det

#endif // DET_TRANSFORMS_LOWER_KERNELS_KERNELTREE_H
