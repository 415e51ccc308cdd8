// Evaluates the expression of an order: loops over leaves, joined along the tree with nodes in registers.
#ifndef DET_TRANSFORMS_LOWER_CUDA_TREEWALK_H
#define DET_TRANSFORMS_LOWER_CUDA_TREEWALK_H

#include "CudaCode.h"
#include "det/Order/Order.h"

namespace det::cuda {

/// One walk over a reduction's box, by a thread (leaf fold), or by a warp (leaf lanes<32>, where each lane ends with the same
/// value). Several reductions over the same box (a thread's tile of a product) walk together: `identities` has one entry for
/// each.
///
/// Blocks are joined by a binary counter: after block k was added, slot j holds the node of 2^j blocks that bit j of k + 1 stands
/// for. At the end the slots are joined from the smallest upward: T(m) of order.md for any m. Slots are loop-carried values, so
/// they are registers.
class TreeWalk {
public:
  using Values = llvm::SmallVector<mlir::Value>;
  /// left JOIN right, of one reduction.
  using Join = llvm::function_ref<mlir::Value(mlir::Value left, mlir::Value right)>;
  /// The sums `accumulators` with the term at `coordinates` (one per box dim) added on the right.
  using Step = llvm::function_ref<Values(llvm::ArrayRef<mlir::Value> coordinates, mlir::ValueRange accumulators)>;

  /// `sizes`: the box. `lane`: the thread's lane, needed for leaf lanes<32>. The functions must outlive the walk.
  TreeWalk(CudaCode &code, const order::Order &order, llvm::ArrayRef<int64_t> sizes, mlir::ValueRange identities, Join join,
           Step step, mlir::Value lane = {});

  /// The root, for each reduction; identities where the box is empty.
  Values run();

private:
  /// The part of a box dim that a node covers. `most` bounds its size; the size is exact where `isExact`.
  struct Extent {
    mlir::Value begin, end;
    int64_t most;
    bool isExact;
  };
  using Node = llvm::SmallVector<Extent, 4>;

  Values evaluate(size_t level, const Node &node);
  Values push(mlir::Value block, mlir::ValueRange slots, Values node);
  Values joinSlots(mlir::Value count, std::optional<int64_t> known, mlir::ValueRange slots);
  Values foldLeaf(const Node &node, size_t dim, Values &coordinates, mlir::ValueRange accumulators);
  Values laneLeaf(const Node &node);

  CudaCode &code;
  const order::Order &order;
  llvm::SmallVector<int64_t> sizes;
  Values identities;
  Join join;
  Step step;
  mlir::Value lane;
};

} // namespace det::cuda

#endif // DET_TRANSFORMS_LOWER_CUDA_TREEWALK_H
