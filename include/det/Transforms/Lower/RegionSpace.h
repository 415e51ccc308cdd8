// The iteration space of a region: which dims of its values are the same loop.
#ifndef DET_TRANSFORMS_LOWER_REGIONSPACE_H
#define DET_TRANSFORMS_LOWER_REGIONSPACE_H

#include "det/Dialect/Det/Det.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/DenseMap.h"

namespace det {

/// True if `reduce` joins nothing but its init: every dim that it reduces has size 1. Then it is an elementwise op.
bool isTrivialReduce(ReduceOp reduce);

/// True if the result of `reduce` is partial: its kernel yields a node of the order's tree, without init, in the accumulation
/// type.
bool isPartialReduce(ReduceOp reduce);

/// The iteration space of a region. Dims of size 1 do not count. Any two dims of values that an op of the region maps to each
/// other (elementwise, broadcast, reshape, reduce) are one iteration dim; they are numbered as the largest value lists them,
/// outermost first.
class RegionSpace {
public:
  /// Fails, with an error at the region, where the ops have no common space.
  static mlir::FailureOr<RegionSpace> create(RegionOp region);

  /// Global sizes of the iteration dims, each above 1.
  llvm::ArrayRef<int64_t> getSizes() const { return sizes; }

  /// For each dim of the value's type its iteration dim; -1 for dims of size 1.
  llvm::ArrayRef<int> getDims(mlir::Value value) const { return dims.find(value)->second; }

  /// True if the value varies along the iteration dim.
  bool varies(mlir::Value value, int dim) const { return llvm::is_contained(getDims(value), dim); }

  /// The reduction that the region exists for, its only result; null for a region of elementwise ops and rows.
  ReduceOp getRoot() const { return root; }

  /// For each dim of the reduction's box its iteration dim, -1 for dims of size 1.
  llvm::SmallVector<int> getBoxDims(ReduceOp reduce) const;

private:
  llvm::SmallVector<int64_t> sizes;
  llvm::DenseMap<mlir::Value, llvm::SmallVector<int>> dims;
  ReduceOp root;
};

} // namespace det

#endif // DET_TRANSFORMS_LOWER_REGIONSPACE_H
