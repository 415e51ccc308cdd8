// Which ops become one region.
#ifndef DET_TRANSFORMS_LOWER_COMMON_FUSEGROUPS_H
#define DET_TRANSFORMS_LOWER_COMMON_FUSEGROUPS_H

#include "FuseGraph.h"

namespace det {

/// Ops that become one region.
struct FuseGroup {
  llvm::SmallVector<int> members; ///< ascending
  llvm::SmallVector<int64_t, 4> space;
  llvm::SmallVector<mlir::Attribute, 4> cuts;
  int height = 0;
  int64_t cost = 0;
  bool hasRow = false;      ///< reduces its innermost dim, so this dim stays a row
  bool hasRowLevel = false; ///< holds values that lack the innermost dim
  bool isRoot = false;      ///< ends in a reduction over other dims
  bool isGone = false;      ///< merged into `mergedInto`
  int mergedInto = -1;
};

/// Groups the Point, Row and Root nodes of a graph. Two groups merge if
///   - their heights agree, so that no barrier lies between them;
///   - their iteration spaces agree, or one is the other's without its row dim, with equal cuts;
///   - every value that passes between them is aligned, that is, each row needs values of the same row only;
///   - no way leads from one through a third group to the other;
///   - the result stays within the limits on size.
/// Every op first tries the groups that produce its operands, in order; afterwards groups that read the same tensors merge.
class FuseGroups {
public:
  explicit FuseGroups(const FuseGraph &graph);

  llvm::SmallVector<FuseGroup, 0> groups;
  llvm::SmallVector<int> groupOf; ///< by node; -1 for ops that are in no group

private:
  void place(int node);
  bool tryMerge(int a, int b);
  bool isAlignedAcross(int a, int b) const;
  bool hasWayThroughOthers(int a, int b);
  int countTensors(int a, int b) const;
  void mergeSiblings();

  const FuseGraph &graph;
  llvm::SmallVector<llvm::SmallVector<int, 2>> users; ///< by node: fused users
  llvm::SmallVector<unsigned> visited;                ///< by group: number of the last search that was there
  unsigned search = 0;
};

} // namespace det

#endif // DET_TRANSFORMS_LOWER_COMMON_FUSEGROUPS_H
