// Who sends what to whom when a value changes its layout.
#ifndef DET_LIB_TRANSFORMS_PARTITION_TRANSFERS_H
#define DET_LIB_TRANSFORMS_PARTITION_TRANSFERS_H

#include "det/Dialect/Det/Det.h"
#include "det/Order/Box.h"
#include "det/Transforms/PartitionNodes.h"

namespace det {

/// The box of a tensor of `shape` that a rank holds.
order::Box boxOf(MeshAttr mesh, LayoutAttr layout, llvm::ArrayRef<int64_t> shape, int64_t rank);

/// The largest number of elements that any rank holds.
int64_t largestBox(LayoutAttr layout, llvm::ArrayRef<int64_t> shape);

/// Counts the elements that ranks send and receive. A rank takes from itself what it holds; the rest comes from one owner
/// each: of the ranks that hold it the one that differs from the receiver in the fewest mesh coordinates; among equals,
/// ascending, number (receiver modulo their count).
class Transfers {
public:
  explicit Transfers(MeshAttr mesh) : mesh(mesh), ranks(mesh.getNumRanks()) {}

  /// The most elements that a rank receives when a value goes from one layout to another.
  int64_t mostReceived(mlir::RankedTensorType type, LayoutAttr from, LayoutAttr to);

  /// Elements that each rank sends.
  std::vector<int64_t> sent(mlir::RankedTensorType type, LayoutAttr from, LayoutAttr to) const;

  /// Elements of nodes that each rank sends when a partial value is joined in layout `to`: every receiver gets every node
  /// over its box.
  std::vector<int64_t> sentForJoin(mlir::RankedTensorType type, LayoutAttr partial, const PartialNodes &nodes,
                                   LayoutAttr to) const;

  /// The most elements of nodes that a rank receives for a join.
  int64_t mostReceivedForJoin(mlir::RankedTensorType type, LayoutAttr partial, const PartialNodes &nodes, LayoutAttr to);

private:
  /// The box of a rank, by remembered shard numbers.
  order::Box boxOfRank(LayoutAttr layout, llvm::ArrayRef<int64_t> shape, int64_t rank) const;
  /// Per rank: the number of its shard of a cut.
  const std::vector<int32_t> &shardsOf(DimLayoutAttr cut) const;
  /// The rank among `owners` (ascending, not empty) that serves `receiver`.
  int64_t chooseOwner(llvm::ArrayRef<int64_t> owners, int64_t receiver) const;

  MeshAttr mesh;
  int64_t ranks;
  llvm::DenseMap<std::tuple<mlir::Type, LayoutAttr, LayoutAttr>, int64_t> received;
  llvm::DenseMap<std::tuple<mlir::Type, LayoutAttr, LayoutAttr, const PartialNodes *>, int64_t> receivedForJoin;
  mutable llvm::DenseMap<DimLayoutAttr, std::vector<int32_t>> shards;
};

} // namespace det

#endif // DET_LIB_TRANSFORMS_PARTITION_TRANSFERS_H
