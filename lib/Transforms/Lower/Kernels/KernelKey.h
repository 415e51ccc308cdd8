// What makes two kernels one.
#ifndef DET_TRANSFORMS_LOWER_KERNELS_KERNELKEY_H
#define DET_TRANSFORMS_LOWER_KERNELS_KERNELKEY_H

#include "RowKernel.h"
#include "TreeKernel.h"
#include "det/Transforms/Lower/KernelLibrary.h"

#include <string>

namespace det {

/// Everything that the code of a region's kernel depends on, as text: its ops without shapes, loops, access patterns. Sizes and
/// strides are not in it where they are parameters. Equal keys mean equal code.
std::string makeKey(RegionOp region, const RegionSpace &space, const KernelNest &nest, const RowPlan &plan);
std::string makeKey(RegionOp region, const RegionSpace &space, const KernelNest &nest, const TreePlan &plan);

/// What a region's kernel computes, and in `ops` the region's operations in that order. Regions of equal keys have equal bodies.
KernelBody bodyOf(RegionOp region, llvm::SmallVectorImpl<mlir::Operation *> &ops);

} // namespace det

#endif // DET_TRANSFORMS_LOWER_KERNELS_KERNELKEY_H
