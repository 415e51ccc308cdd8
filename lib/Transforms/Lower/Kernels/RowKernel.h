// Kernels of elementwise regions and of regions that reduce rows.
//
// The kernel walks the rows of its range. A row is worked on in stages: a stage is one pass over the row in chunks of 16, and
// ends with the reductions that its values feed; the next stage may use their results. Values that a later stage needs again are
// kept in a row buffer, or computed again where that is cheaper. Regions without rows whose tensors are all dense are one long
// row, cut anywhere.
//
// On a GPU a warp works on a row; its chunks are 32 elements wide, one in each thread. Where rows are few and long, the four
// warps of a block share the leaves of one. In one long row a thread has vectors of 16 bytes, every 32nd of them; so it has in
// other regions without rows, where their innermost loop is made of whole vectors, and single points elsewhere.
#ifndef DET_TRANSFORMS_LOWER_KERNELS_ROWKERNEL_H
#define DET_TRANSFORMS_LOWER_KERNELS_ROWKERNEL_H

#include "KernelFrame.h"

namespace det {

/// What one pass over a row does.
struct RowStage {
  llvm::SmallVector<ReduceOp, 2> reduces;                 ///< end the pass
  llvm::SmallVector<std::pair<int, mlir::Value>> outputs; ///< (tensor, value) stored along the row
  llvm::SmallVector<mlir::Value> saves;                   ///< values to keep in row buffers
};

/// The stages of a region, decided before any code is built.
struct RowPlan {
  llvm::SmallVector<RowStage> stages;
  llvm::DenseMap<mlir::Value, int> available;   ///< by value: the first stage that can compute it
  llvm::DenseMap<mlir::Value, int64_t> buffers; ///< saved values: byte offset of the row buffer in the scratch buffer
  llvm::SmallVector<std::pair<int, mlir::Value>> rowOutputs; ///< one element per row
  int vectorLoop = -1;
  bool isFlat = false;      ///< one loop that may be cut anywhere: begin and end count elements
  bool isPoints = false;    ///< of a GPU: begin and end count iterations of all loops; `lanes` along the innermost one at a time
  bool isWarp = false;      ///< of a GPU: the lanes of a chunk are threads
  bool isBlock = false;     ///< of a GPU: and the leaves of a row are shared by a block's warps
  bool hasTail = false;     ///< the loop's size is no multiple of the lanes
  bool hasLeafTail = false; ///< a leaf may end inside a chunk
  int64_t lanes = 16;
  bool keepsRows = true; ///< may have row buffers
  int64_t block = 0;     ///< leaf of the row reductions, in elements
  bool isFold = false;   ///< leaves are folds, not lanes
  int64_t partials = 0;  ///< byte offset in scratch of the leaves' values, 8 bytes each, one run per reduction of a stage
  int64_t scratchBytes = stagingBytes;
  int64_t sharedBytes = 0; ///< of a block; where it has some, partials lie there, and those of each stage behind the others
};

/// Fails, with an error at the region, where an order is missing or rows disagree.
mlir::FailureOr<RowPlan> planRows(RegionOp region, const RegionSpace &space, const KernelNest &nest, ScalarOps &ops,
                                  KernelUse use);

/// Builds the kernel.
mlir::LogicalResult emitRowKernel(KernelFrame &frame, RegionOp region, const RegionSpace &space, const RowPlan &plan);

} // namespace det

#endif // DET_TRANSFORMS_LOWER_KERNELS_ROWKERNEL_H
