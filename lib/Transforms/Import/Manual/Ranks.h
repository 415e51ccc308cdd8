// Values of logical ranks as ordinary tensors: one more, leading, dim holds the ranks.
#ifndef DET_LIB_TRANSFORMS_IMPORT_MANUAL_RANKS_H
#define DET_LIB_TRANSFORMS_IMPORT_MANUAL_RANKS_H

#include "det/Dialect/Det/Det.h"
#include "mlir/IR/Builders.h"

namespace det::import {

/// An axis of manual computations as `det.manual` spells it: `data`, or `data:(1)2` for a part of it.
std::string axisKey(AxisRefAttr axis);
/// The axis of such a spelling.
AxisRefAttr axisOf(mlir::MLIRContext *context, llvm::StringRef key);

/// Axes by their place in Ranks, one bit each. Axes of size 1 are in no set.
using AxisSet = uint64_t;

/// What every logical rank has: ranks that differ only along axes that are not in the set have the same. The value has a
/// leading dim for the position along the set's axes, row-major, and none if the set is empty.
struct RankValue {
  mlir::Value value;
  AxisSet axes = 0;
};

/// The logical ranks of nested manual computations: their axes, outermost first, and how values pass between sets of axes.
class Ranks {
public:
  struct Axis {
    AxisRefAttr axis;
    int64_t size;
    bool onMesh; ///< real ranks divide it where they can
  };

  void enter(llvm::ArrayRef<Axis> inner) { llvm::append_range(axes, inner); }
  void leave(size_t count) { axes.resize(axes.size() - count); }

  llvm::ArrayRef<Axis> getAxes() const { return axes; }
  /// All axes of more than one rank.
  AxisSet all() const;
  /// The number of positions along a set.
  int64_t count(AxisSet set) const;
  /// Members of a set in ascending place, and their sizes.
  llvm::SmallVector<unsigned> members(AxisSet set) const;
  llvm::SmallVector<int64_t> sizes(llvm::ArrayRef<unsigned> places) const;

  /// The same value over more axes.
  RankValue widen(mlir::OpBuilder &b, mlir::Location loc, RankValue value, AxisSet set) const;
  /// The value at position 0 along axes that are not in `set`.
  RankValue narrow(mlir::OpBuilder &b, mlir::Location loc, RankValue value, AxisSet set) const;

  /// What each rank has of a value that `sharding` cuts; axes of enclosing computations stay. Errors: dims that do not divide.
  mlir::FailureOr<RankValue> split(mlir::OpBuilder &b, mlir::Location loc, RankValue value, ShardingAttr sharding) const;
  /// The whole value from what each rank has; the axes of `outer` stay.
  mlir::FailureOr<mlir::Value> join(mlir::OpBuilder &b, mlir::Location loc, RankValue value, ShardingAttr sharding,
                                    AxisSet outer) const;

  /// Asks for the leading dim to be divided over real ranks, and other dims as `sharding` says with its axes of the mesh.
  mlir::Value constrain(mlir::OpBuilder &b, mlir::Location loc, RankValue value, ShardingAttr sharding) const;

private:
  /// Per dim of a sharding the places of its manual axes, major to minor.
  llvm::SmallVector<llvm::SmallVector<unsigned>> cuts(ShardingAttr sharding) const;
  std::optional<unsigned> find(AxisRefAttr axis) const;

  llvm::SmallVector<Axis> axes;
};

/// Shapes: a reshape or transpose that is left out where it changes nothing.
mlir::Value reshapeTo(mlir::OpBuilder &b, mlir::Location loc, mlir::Value value, llvm::ArrayRef<int64_t> shape);
mlir::Value transposeBy(mlir::OpBuilder &b, mlir::Location loc, mlir::Value value, llvm::ArrayRef<int64_t> permutation);
inline mlir::RankedTensorType tensorOf(mlir::Value value) { return llvm::cast<mlir::RankedTensorType>(value.getType()); }

} // namespace det::import

#endif // DET_LIB_TRANSFORMS_IMPORT_MANUAL_RANKS_H
