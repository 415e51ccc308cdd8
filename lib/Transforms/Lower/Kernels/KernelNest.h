// The loops of a region on one rank: local sizes and strides, with adjacent dims merged where memory allows.
#ifndef DET_TRANSFORMS_LOWER_KERNELS_KERNELNEST_H
#define DET_TRANSFORMS_LOWER_KERNELS_KERNELNEST_H

#include "det/Transforms/Lower/KernelLibrary.h"
#include "det/Transforms/Lower/RegionSpace.h"

namespace det {

/// What a loop is to a region.
enum class LoopRole : uint8_t {
  Kept,    ///< a dim of the results
  Row,     ///< the innermost dim of a region that reduces rows: its size is part of the kernel
  Reduced, ///< a dim of the root's box
};

struct KernelLoop {
  LoopRole role = LoopRole::Kept;
  int64_t size = 1;               ///< local
  int64_t block = 0;              ///< reduced: elements per block of the order's level; 0 without a level
  llvm::SmallVector<int, 2> dims; ///< iteration dims merged into this loop, outermost first
};

/// How a tensor of the region lies along the loops.
struct KernelTensor {
  mlir::Type element;                 ///< in memory
  llvm::SmallVector<int64_t> strides; ///< by loop, in elements; 0 where it does not vary
  bool isEmpty = false;               ///< has no elements on this rank
  int64_t alignment = 0; ///< of a GPU: bytes that divide the address of element 0, a power of two; 0: those of an element
};

/// True if `reduce` has no elements: its result is its init.
bool isEmptyReduce(ReduceOp reduce);

/// The loops, outermost first, and the tensors: inputs, then outputs.
struct KernelNest {
  llvm::SmallVector<KernelLoop> loops;
  llvm::SmallVector<KernelTensor> tensors;
  llvm::SmallVector<int64_t> dimSizes; ///< local sizes of the iteration dims
  int64_t points = 1;                  ///< local iterations in all

  /// The loop that an iteration dim became; -1 if its local size is 1.
  int loopOf(int dim) const;
};

/// Fails, with an error at the region, where the local tensors contradict each other.
mlir::FailureOr<KernelNest> makeNest(RegionOp region, const RegionSpace &space, llvm::ArrayRef<LocalTensor> inputs,
                                     llvm::ArrayRef<LocalTensor> outputs, const order::Box *node);

} // namespace det

#endif // DET_TRANSFORMS_LOWER_KERNELS_KERNELNEST_H
