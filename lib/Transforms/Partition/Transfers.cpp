// Counting of transfers.
#include "Transfers.h"

#include <map>

using namespace mlir;

namespace det {

order::Box boxOf(MeshAttr mesh, LayoutAttr layout, ArrayRef<int64_t> shape, int64_t rank) {
  order::Box box;
  for (auto [d, size] : llvm::enumerate(shape)) {
    auto [begin, end] = layout.getInterval(mesh, rank, d, size);
    box.push_back({begin, end});
  }
  return box;
}

int64_t largestBox(LayoutAttr layout, ArrayRef<int64_t> shape) {
  int64_t elements = 1;
  for (auto [dim, size] : llvm::zip(layout.getDims(), shape))
    elements *= dim.getEdges().empty() ? size : dim.getLargestShard();
  return elements;
}

const std::vector<int32_t> &Transfers::shardsOf(DimLayoutAttr cut) const {
  auto [it, isNew] = shards.try_emplace(cut);
  if (isNew)
    for (int64_t rank = 0; rank < ranks; ++rank)
      it->second.push_back(static_cast<int32_t>(mesh.getFlatIndex(rank, cut.getAxes())));
  return it->second;
}

order::Box Transfers::boxOfRank(LayoutAttr layout, ArrayRef<int64_t> shape, int64_t rank) const {
  order::Box box(shape.size());
  for (auto [d, size] : llvm::enumerate(shape)) {
    DimLayoutAttr cut = layout.getDims()[d];
    if (cut.getEdges().empty()) {
      box[d] = {0, size};
      continue;
    }
    auto [begin, end] = cut.getShard(shardsOf(cut)[rank]);
    box[d] = {begin, end};
  }
  return box;
}

int64_t Transfers::mostReceived(RankedTensorType type, LayoutAttr from, LayoutAttr to) {
  if (from == to || from.isReplicated())
    return 0;
  auto [it, isNew] = received.try_emplace({type, from, to}, 0);
  if (isNew)
    for (int64_t rank = 0; rank < ranks; ++rank) {
      order::Box need = boxOfRank(to, type.getShape(), rank);
      int64_t missing = order::volume(need) - order::volume(order::overlap(need, boxOfRank(from, type.getShape(), rank)));
      it->second = std::max(it->second, missing);
    }
  return it->second;
}

int64_t Transfers::chooseOwner(ArrayRef<int64_t> owners, int64_t receiver) const {
  auto distance = [&](int64_t owner) {
    int64_t differing = 0, a = owner, b = receiver;
    for (int64_t size : llvm::reverse(mesh.getSizes())) {
      differing += a % size != b % size;
      a /= size;
      b /= size;
    }
    return differing;
  };
  int64_t least = std::numeric_limits<int64_t>::max();
  SmallVector<int64_t> nearest;
  for (int64_t owner : owners) {
    int64_t d = distance(owner);
    if (d < least)
      nearest.clear();
    least = std::min(least, d);
    if (d == least)
      nearest.push_back(owner);
  }
  return nearest[receiver % static_cast<int64_t>(nearest.size())];
}

/// Boxes that exist, each with the ranks that hold it, ascending.
static std::map<std::vector<int64_t>, SmallVector<int64_t>> ownersOf(int64_t ranks, function_ref<order::Box(int64_t)> boxOfRank) {
  std::map<std::vector<int64_t>, SmallVector<int64_t>> owners;
  for (int64_t rank = 0; rank < ranks; ++rank) {
    order::Box box = boxOfRank(rank);
    if (order::isEmpty(box))
      continue;
    std::vector<int64_t> key;
    for (order::Range range : box) {
      key.push_back(range.begin);
      key.push_back(range.end);
    }
    owners[key].push_back(rank);
  }
  return owners;
}

static order::Box boxFrom(const std::vector<int64_t> &key) {
  order::Box box;
  for (size_t i = 0; i < key.size(); i += 2)
    box.push_back({key[i], key[i + 1]});
  return box;
}

std::vector<int64_t> Transfers::sent(RankedTensorType type, LayoutAttr from, LayoutAttr to) const {
  std::vector<int64_t> sent(ranks, 0);
  ArrayRef<int64_t> shape = type.getShape();
  auto owners = ownersOf(ranks, [&](int64_t rank) { return boxOfRank(from, shape, rank); });
  for (int64_t receiver = 0; receiver < ranks; ++receiver) {
    order::Box need = boxOfRank(to, shape, receiver);
    if (order::isEmpty(need))
      continue;
    // Boxes of one layout are disjoint or equal, so what the receiver holds is a box of its own in the list.
    for (const auto &[key, holders] : owners) {
      order::Box part = order::overlap(need, boxFrom(key));
      if (!order::isEmpty(part) && !llvm::is_contained(holders, receiver))
        sent[chooseOwner(holders, receiver)] += order::volume(part);
    }
  }
  return sent;
}

std::vector<int64_t> Transfers::sentForJoin(RankedTensorType type, LayoutAttr partial, const PartialNodes &nodes,
                                            LayoutAttr to) const {
  std::vector<int64_t> sent(ranks, 0);
  ArrayRef<int64_t> shape = type.getShape();
  // Ranks of one shard of the reduction hold the same nodes, each over its box of the result.
  for (auto [shard, own] : llvm::enumerate(nodes.shards)) {
    if (own.empty())
      continue;
    std::vector<bool> member(ranks);
    for (int64_t rank = 0; rank < ranks; ++rank)
      member[rank] = mesh.getFlatIndex(rank, nodes.axes) == static_cast<int64_t>(shard);
    auto owners = ownersOf(ranks, [&](int64_t rank) {
      order::Box box = boxOfRank(partial, shape, rank);
      if (!member[rank])
        box.assign(box.size() + 1, {0, 0}); // another shard's: holds nothing of these nodes
      return box;
    });
    for (int64_t receiver = 0; receiver < ranks; ++receiver) {
      order::Box need = boxOfRank(to, shape, receiver);
      if (order::isEmpty(need))
        continue;
      for (const auto &[key, holders] : owners) {
        order::Box part = order::overlap(need, boxFrom(key));
        if (!order::isEmpty(part) && !llvm::is_contained(holders, receiver))
          sent[chooseOwner(holders, receiver)] += order::volume(part) * static_cast<int64_t>(own.size());
      }
    }
  }
  return sent;
}

int64_t Transfers::mostReceivedForJoin(RankedTensorType type, LayoutAttr partial, const PartialNodes &nodes, LayoutAttr to) {
  auto [it, isNew] = receivedForJoin.try_emplace({type, partial, to, &nodes}, 0);
  if (!isNew)
    return it->second;
  int64_t most = 0;
  for (int64_t rank = 0; rank < ranks; ++rank) {
    order::Box need = boxOfRank(to, type.getShape(), rank);
    int64_t shard = 0;
    for (DimLayoutAttr cut : partial.getPartial())
      if (!cut.getAxes().empty())
        shard = shard * cut.getNumShards() + shardsOf(cut)[rank];
    int64_t own = static_cast<int64_t>(nodes.shards[shard].size());
    int64_t held = order::volume(order::overlap(need, boxOfRank(partial, type.getShape(), rank)));
    most = std::max(most, order::volume(need) * static_cast<int64_t>(nodes.all.size()) - held * own);
  }
  return it->second = most;
}

} // namespace det
