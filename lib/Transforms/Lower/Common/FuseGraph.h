// The graph that fusion works on: what each op is to it, where operands come from, and when an op is needed.
#ifndef DET_TRANSFORMS_LOWER_COMMON_FUSEGRAPH_H
#define DET_TRANSFORMS_LOWER_COMMON_FUSEGRAPH_H

#include "det/Transforms/Lower/RegionSpace.h"
#include "det/Transforms/Lower/ScalarOps.h"

namespace det {

/// What an op is to fusion.
enum class FuseKind : uint8_t {
  Barrier, ///< stays outside
  Free,    ///< splats, iotas and a few ops on them: computed wherever they are used, never stored for a region
  View,    ///< broadcasts, and reshapes that add or drop dims of size 1: access patterns of whoever uses them
  Point,   ///< elementwise
  Row,     ///< reduces the innermost dim
  Root,    ///< any other reduction: a region of its own, with its producers
};

/// Where an operand comes from once views are looked through.
struct FuseEdge {
  mlir::Value base;
  int node = -1; ///< the op that defines `base`; -1 for block arguments
  /// For each dim of `base` above 1, counted without the dims of size 1, the place of the dim that it becomes in the operand.
  llvm::SmallVector<int, 4> dims;

  /// The dims of base are the operand's leading dims, in order.
  bool isAligned() const {
    for (int i = 0, e = dims.size(); i < e; ++i)
      if (dims[i] != i)
        return false;
    return true;
  }
};

struct FuseNode {
  mlir::Operation *op = nullptr;
  FuseKind kind = FuseKind::Barrier;
  int64_t cost = 0;
  /// Barriers and roots on the longest way to the end. Along an edge it never grows, and behind a barrier it is lower: ops of
  /// equal height can be one region without a barrier between them. It is taken from the users, so an op that only late ops need
  /// is late.
  int height = 0;
  int owner = -1;                             ///< the root that alone needs this op; -1 otherwise
  bool isStored = false;                      ///< an op that stays outside, or a view for one, reads it
  llvm::SmallVector<int64_t, 4> space;        ///< sizes above 1 that the op iterates over (of the operand for reductions)
  llvm::SmallVector<mlir::Attribute, 4> cuts; ///< the layout of each of these dims; empty before partitioning
  llvm::SmallVector<FuseEdge, 3> edges;       ///< of Point, Row and Root: operands that are not free. Of others: all operands
};

/// The nodes of a block, in order.
class FuseGraph {
public:
  FuseGraph(mlir::Block &block, ScalarOps &scalars);

  llvm::SmallVector<FuseNode, 0> nodes;
  llvm::DenseMap<mlir::Operation *, int> numbers;

  const FuseNode *getNode(mlir::Value value) const;
  bool isFree(mlir::Value value) const;
  /// Looks through views.
  FuseEdge resolve(mlir::Value operand) const;

private:
  void classify(FuseNode &node, ScalarOps &scalars);
  void setSpace(FuseNode &node);
  void setHeights();
  void setUses();
};

/// Sizes above 1, in order.
llvm::SmallVector<int64_t, 4> squeeze(llvm::ArrayRef<int64_t> shape);

} // namespace det

#endif // DET_TRANSFORMS_LOWER_COMMON_FUSEGRAPH_H
