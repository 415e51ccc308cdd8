// Who holds what: the boxes of all values on all ranks, and the classes of ranks that are alike.
#ifndef DET_LIB_TRANSFORMS_LOWER_PLAN_PLACEMENTS_H
#define DET_LIB_TRANSFORMS_LOWER_PLAN_PLACEMENTS_H

#include "det/Dialect/Det/OrderModel.h"
#include "det/Order/Program.h"
#include "det/Transforms/PartitionNodes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace det::plan {

/// The shape of a value's type.
llvm::ArrayRef<int64_t> globalShape(mlir::Value value);

/// Sizes of a box.
llvm::SmallVector<int64_t> sizesOf(const order::Box &box);

/// The op whose order a partial value follows: its defining op, or the op that a region yields.
OrderedOpInterface orderedOpOf(mlir::Value partial);

/// Boxes of the values of one function. Without a mesh there is one rank, which holds everything.
class Placements {
public:
  Placements(mlir::func::FuncOp function, MeshAttr mesh);

  /// Finds the nodes of all partial values; fails, with an error at the op, where a part cuts a leaf.
  mlir::LogicalResult findNodes();

  MeshAttr mesh() const { return meshAttr; }
  int64_t ranks() const { return meshAttr ? meshAttr.getNumRanks() : 1; }

  /// The layout of a value; replicated where the program states none.
  LayoutAttr layout(mlir::Value value) const;
  /// The box of the value's elements that a rank holds.
  order::Box box(mlir::Value value, int64_t rank) const { return box(layout(value), globalShape(value), rank); }
  order::Box box(LayoutAttr layout, llvm::ArrayRef<int64_t> shape, int64_t rank) const;
  /// The shape of that box.
  llvm::SmallVector<int64_t> localShape(mlir::Value value, int64_t rank) const { return sizesOf(box(value, rank)); }

  /// For a partial value: the part of the reduction's box that a rank has summed.
  order::Box part(mlir::Value partial, int64_t rank) const;
  /// For a partial value: the nodes of all ranks, and those of one rank.
  const PartialNodes &allNodes(mlir::Value partial) const { return partialNodes.find(partial)->second; }
  llvm::SmallVector<order::Box> nodes(mlir::Value partial, int64_t rank) const;

  /// `low` of a window of an op with one result, as it moves over what a rank holds of the operand for the rank's part of the
  /// factor.
  int64_t localLow(mlir::Operation *op, const FactorMap &factors, const FactorWindow &window, int64_t rank) const;

  /// True if on every rank the box under `target` lies inside the box under `source`.
  bool isContained(LayoutAttr target, LayoutAttr source, llvm::ArrayRef<int64_t> shape) const;

  /// Ranks with equal local shapes of all values and equal nodes; classes ordered by their first rank.
  std::vector<std::vector<uint32_t>> rankClasses() const;

private:
  mlir::LogicalResult findNodes(mlir::Operation *op, mlir::Value result);

  mutable mlir::func::FuncOp function; // a handle; its accessors are not const
  MeshAttr meshAttr;
  llvm::SmallVector<mlir::Value> partials; ///< in program order
  llvm::DenseMap<mlir::Value, PartialNodes> partialNodes;
};

} // namespace det::plan

#endif // DET_LIB_TRANSFORMS_LOWER_PLAN_PLACEMENTS_H
