// The nodes of split reductions.
#include "det/Transforms/PartitionNodes.h"

#include "det/Dialect/Det/OrderModel.h"
#include "det/Order/Nodes.h"
#include "det/Order/Program.h"
#include <map>

using namespace mlir;

namespace det {

size_t PartialNodes::getMostNodes() const {
  size_t most = 0;
  for (const std::vector<uint32_t> &nodes : shards)
    most = std::max(most, nodes.size());
  return most;
}

/// The part of the reduction's box that each shard holds.
static std::vector<order::Box> partsOf(ArrayRef<int64_t> sizes, ArrayRef<DimLayoutAttr> dims) {
  std::vector<order::Box> parts{{}};
  for (auto [size, dim] : llvm::zip(sizes, dims)) {
    std::vector<order::Box> longer;
    for (const order::Box &part : parts) {
      int64_t shards = dim.getAxes().empty() ? 1 : dim.getNumShards();
      for (int64_t i = 0; i < shards; ++i) {
        auto [begin, end] = dim.getAxes().empty() ? std::pair<int64_t, int64_t>(0, size) : dim.getShard(i);
        longer.push_back(part);
        longer.back().push_back({begin, end});
      }
    }
    parts = std::move(longer);
  }
  return parts;
}

namespace {
/// Numbers nodes in the order in which the tree has them, left to right.
struct Numbering {
  const order::Order &order;
  std::map<std::vector<int64_t>, uint32_t> pending; // the shard of each node, by its box
  PartialNodes &nodes;

  static std::vector<int64_t> key(const order::Box &box) {
    std::vector<int64_t> key;
    for (order::Range range : box) {
      key.push_back(range.begin);
      key.push_back(range.end);
    }
    return key;
  }

  /// False if some leaf is no node and below none.
  bool visit(const order::Box &box) {
    if (auto found = pending.find(key(box)); found != pending.end()) {
      nodes.shards[found->second].push_back(nodes.all.size());
      nodes.all.push_back(box);
      return true;
    }
    auto pair = order::children(order, box);
    return pair && visit(pair->first) && visit(pair->second);
  }
};
} // namespace

FailureOr<PartialNodes> getPartialNodes(OrderedOpInterface op, LayoutAttr layout, MeshAttr mesh) {
  PartialNodes nodes;
  for (DimLayoutAttr dim : layout.getPartial())
    llvm::append_range(nodes.axes, dim.getAxes());
  SmallVector<int64_t> sizes = op.getBoxSizes();
  std::vector<order::Box> parts = partsOf(sizes, layout.getPartial());
  nodes.shards.resize(parts.size());

  if (isFree(op)) {
    for (auto [shard, part] : llvm::enumerate(parts)) {
      if (order::isEmpty(part))
        continue;
      nodes.pops.push_back(nodes.all.empty() ? 0 : 1);
      nodes.shards[shard].push_back(nodes.all.size());
      nodes.all.push_back(part);
    }
    return nodes;
  }

  order::Order order = toModel(op.getFixedOrder());
  order::Box whole = order::wholeBox(sizes);
  Numbering numbering{order, {}, nodes};
  for (auto [shard, part] : llvm::enumerate(parts)) {
    rt::Result<std::vector<order::Box>> own = order::nodesOf(order, whole, part);
    if (!own)
      return failure();
    for (const order::Box &box : *own)
      numbering.pending[Numbering::key(box)] = shard;
  }
  if (order::isEmpty(whole))
    return nodes;
  if (!numbering.visit(whole))
    return failure();
  rt::Result<std::vector<uint8_t>> pops = order::programOverNodes(order, whole, nodes.all);
  if (!pops)
    return failure();
  nodes.pops = std::move(*pops);
  return nodes;
}

} // namespace det
