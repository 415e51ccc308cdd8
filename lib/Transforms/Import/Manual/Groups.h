// Groups of logical ranks: from a value of every rank to one tensor per group and back.
#ifndef DET_LIB_TRANSFORMS_IMPORT_MANUAL_GROUPS_H
#define DET_LIB_TRANSFORMS_IMPORT_MANUAL_GROUPS_H

#include "Ranks.h"

namespace det::import {

/// A tensor of whole rows `[rows, ...]`: row i is row `rows[i]` of `source`, or `filler` (one row) for -1.
mlir::Value assembleRows(mlir::OpBuilder &b, mlir::Location loc, mlir::Value source, llvm::ArrayRef<int64_t> rows,
                         mlir::Value filler);

/// A row of zeros for `assembleRows`.
mlir::Value zeroRow(mlir::OpBuilder &b, mlir::Location loc, mlir::Value source);

/// How a collective groups logical ranks. Where the groups run along axes, values are only seen in another shape; other
/// groups are put together row by row.
class Groups {
public:
  /// `groups` has a row of ranks per group, in order; -1 is nobody.
  Groups(const Ranks &ranks, mlir::DenseIntElementsAttr groups);

  int64_t size() const { return memberCount; }
  /// Whether every rank is in a group, and no group lacks members.
  bool isComplete() const { return complete; }
  /// Whether a rank is in a group, and is the first of it.
  llvm::SmallVector<bool> grouped() const;

  /// [groups, members, ...]; `filler` (a row) stands for nobody. A rank in no group gets one of its own at the end.
  mlir::Value collect(mlir::OpBuilder &b, mlir::Location loc, RankValue value,
                      llvm::function_ref<mlir::Value(mlir::Value)> filler);
  /// Every member gets what its group has: [groups, ...].
  RankValue spread(mlir::OpBuilder &b, mlir::Location loc, mlir::Value perGroup) const;
  /// Every member gets what it has: [groups, members, ...].
  RankValue scatter(mlir::OpBuilder &b, mlir::Location loc, mlir::Value perMember) const;

private:
  /// The axes, major to minor, along which the groups run.
  std::optional<llvm::SmallVector<unsigned>> findAxes() const;
  bool runsAlong(llvm::ArrayRef<unsigned> along) const;
  bool extend(llvm::SmallVectorImpl<unsigned> &along, int64_t product) const;

  const Ranks &ranks;
  llvm::SmallVector<llvm::SmallVector<int64_t>> rows;
  int64_t memberCount, given;
  bool complete = true;
  std::optional<llvm::SmallVector<unsigned>> along;
  AxisSet rest = 0; ///< of the value that was collected: its axes across groups
};

} // namespace det::import

#endif // DET_LIB_TRANSFORMS_IMPORT_MANUAL_GROUPS_H
