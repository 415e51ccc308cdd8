// Which nodes of an order's tree each shard of a partial value holds, and how they join.
#ifndef DET_TRANSFORMS_PARTITIONNODES_H
#define DET_TRANSFORMS_PARTITIONNODES_H

#include "det/Dialect/Det/Levels.h"
#include "det/Order/Box.h"

namespace det {

/// The nodes of a reduction that is split over ranks.
struct PartialNodes {
  /// The mesh axes over which the reduction is split: those of the box's dims, one dim after the other. Rank r holds the
  /// nodes of the shard `mesh.getFlatIndex(r, axes)`.
  llvm::SmallVector<AxisRefAttr> axes;
  /// All nodes, ascending, as boxes of the reduction; together they are the whole reduction.
  std::vector<order::Box> all;
  /// Per shard: positions in `all` of its nodes, ascending. A shard with an empty part has none.
  std::vector<std::vector<uint32_t>> shards;
  /// The postfix program that joins `all`: after node i, `pops[i]` joins of the two topmost values.
  std::vector<uint8_t> pops;

  /// The largest number of nodes of any shard.
  size_t getMostNodes() const;
};

/// The nodes of `op` under the partial layout `layout`. Orders are kept (docs/order.md section 4): a shard holds the maximal
/// nodes that its part of the box covers; failure if a part cuts a leaf. Of an op at `not_guaranteed` a shard's part is one
/// node whatever the order says, and nodes join in the order of shards.
mlir::FailureOr<PartialNodes> getPartialNodes(OrderedOpInterface op, LayoutAttr layout, MeshAttr mesh);

} // namespace det

#endif // DET_TRANSFORMS_PARTITIONNODES_H
