// Kernels of regions that end in one reduction over other dims than a row.
//
// The order's tree is walked leaf by leaf; finished nodes wait on a stack in scratch memory, and after each leaf the kernel joins
// as often as the tree says (a count of trailing zeros, as in a binary counter). So one kernel serves every size.
//   columns  the innermost loop is kept: a chunk of columns at a time, rows ascending
//   inner    the innermost loop is reduced: leaves along it, in 32 lanes; one element of the result at a time
// A large reduction to few elements is cut at its outermost blocks into groups that are nodes; a second kernel joins the groups.
//
// On a GPU everything is scalar. Leaves that are folds are walked by one thread per result: of columns, threads side by side read
// elements side by side. Leaves of 32 lanes are walked by a warp, each thread one lane; each holds the stack.
#ifndef DET_TRANSFORMS_LOWER_KERNELS_TREEKERNEL_H
#define DET_TRANSFORMS_LOWER_KERNELS_TREEKERNEL_H

#include "KernelFrame.h"

namespace det {

struct TreePlan {
  ReduceOp root;
  bool isPartial = false; ///< stores the node; init is not joined
  bool isColumns = false;
  bool isFold = true;
  bool isPair = false;     ///< lanes 16 to 31 may exist
  bool hasTail = false;    ///< inner: a leaf may end inside a chunk
  bool isBuffered = false; ///< inner: a leaf has several rows that do not fill lanes evenly; its elements are laid out first
  bool isScalar = false;   ///< of a GPU
  bool isWarp = false;     ///< of a GPU: a thread is a lane of the leaf
  int64_t lanes = 16;      ///< width of a chunk
  int64_t chunks = 1;      ///< columns: chunks of the innermost loop
  int64_t groups = 1, groupBlocks = 0; ///< inner: groups, and blocks of the outermost level in one; 0 blocks: all
  int64_t stackOffset = stagingBytes, bufferOffset = 0, scratchBytes = stagingBytes;
  llvm::SmallVector<int> kept, reduced, levels; ///< loops; levels: reduced loops with blocks
  llvm::SmallVector<int> inLeaf;                ///< of a GPU: reduced loops of which a leaf may have several iterations
};

/// Fails, with an error at the reduction, where its order is missing or no kernel evaluates it.
mlir::FailureOr<TreePlan> planTree(RegionOp region, const RegionSpace &space, const KernelNest &nest, ScalarOps &ops,
                                   KernelUse use);

/// Builds the kernel; with groups, its results go to the buffer behind the tensors, in the accumulation type, groups innermost.
/// Extra parameters: 0: chunks, 1: groups, 2: blocks per group.
mlir::LogicalResult emitTreeKernel(KernelFrame &frame, RegionOp region, const RegionSpace &space, const TreePlan &plan);

/// Builds the kernel that joins the groups.
mlir::LogicalResult emitGroupKernel(KernelFrame &frame, RegionOp region, const RegionSpace &space, const TreePlan &plan);

} // namespace det

#endif // DET_TRANSFORMS_LOWER_KERNELS_TREEKERNEL_H
