// The rule of exchanges, applied.
#include "det/Runtime/Artifact/Expand.h"

#include <algorithm>
#include <map>

namespace det::rt {

namespace {

// What a rank holds: a shard of the source and, with nodes, a list of them. Ranks with equal keys are replicas.
using Holding = std::pair<int64_t, int64_t>; // flat index over the node axes, shard

Holding holdingOf(const ExchangeRule &rule, const Mesh &mesh, uint32_t rank) {
  return {rule.hasNodes() ? mesh.flatIndex(rule.nodeAxes, rank) : 0, rule.source->cell(rank)};
}

using Holders = std::map<Holding, std::vector<uint32_t>>; // ranks ascend

Holders holdersOf(const ExchangeRule &rule, const Mesh &mesh) {
  Holders holders;
  for (uint32_t rank = 0; rank < mesh.ranks(); ++rank)
    holders[holdingOf(rule, mesh, rank)].push_back(rank);
  return holders;
}

uint32_t chooseOwner(const std::vector<uint32_t> &holders, const Mesh &mesh, uint32_t receiver) {
  int nearest = INT32_MAX;
  std::vector<uint32_t> candidates;
  for (uint32_t holder : holders) {
    const int distance = mesh.distance(holder, receiver);
    if (distance < nearest) {
      nearest = distance;
      candidates.clear();
    }
    if (distance == nearest)
      candidates.push_back(holder);
  }
  // Distance 0 is the receiver itself: what it holds, it copies.
  return candidates[receiver % candidates.size()];
}

std::vector<Piece> piecesFor(const ExchangeRule &rule, const Mesh &mesh, const Holders &holders, uint32_t receiver) {
  std::vector<Piece> pieces;
  const Region target = rule.target->box(receiver);
  Region common;
  for (const auto &[holding, ranks] : holders) {
    if (!intersect(rule.source->box(ranks.front()), target, common))
      continue;
    if (rule.hasNodes() && rule.nodes[holding.first].empty())
      continue;
    pieces.push_back({chooseOwner(ranks, mesh, receiver), receiver, common,
                      rule.hasNodes() ? rule.nodes[holding.first] : std::vector<uint32_t>{0}});
  }
  return pieces;
}

} // namespace

Status checkRule(const ExchangeRule &rule, const Mesh &mesh) {
  if (rule.source->shape() != rule.target->shape())
    return Error{"source and target of an exchange have other global shapes"};
  if (!rule.source->tiles())
    return Error{"the shards of an exchange's source are not the whole tensor"};
  if (!rule.hasNodes())
    return {};
  int64_t lists = 1;
  for (const artifact::Axis &axis : rule.nodeAxes) {
    if (Status status = mesh.check(axis); !status)
      return status;
    lists *= mesh.extent(axis);
  }
  if (int64_t(rule.nodes.size()) != lists)
    return Error{"an exchange over " + std::to_string(lists) + " shards has " + std::to_string(rule.nodes.size()) +
                 " node lists"};
  std::vector<uint32_t> all;
  for (const std::vector<uint32_t> &list : rule.nodes) {
    if (!std::is_sorted(list.begin(), list.end()))
      return Error{"the nodes of an exchange are not in ascending order"};
    all.insert(all.end(), list.begin(), list.end());
  }
  std::sort(all.begin(), all.end());
  bool partition = all.size() == rule.nodeCount;
  for (size_t i = 0; partition && i < all.size(); ++i)
    partition = all[i] == i;
  if (!partition)
    return Error{"the node lists of an exchange are not a partition of its " + std::to_string(rule.nodeCount) + " nodes"};
  return {};
}

std::vector<Piece> piecesFor(const ExchangeRule &rule, const Mesh &mesh, uint32_t receiver) {
  return piecesFor(rule, mesh, holdersOf(rule, mesh), receiver);
}

std::vector<Expansion> expand(const ExchangeRule &rule, const Mesh &mesh) {
  const Holders holders = holdersOf(rule, mesh);
  std::vector<Expansion> ranks(mesh.ranks());
  for (uint32_t receiver = 0; receiver < mesh.ranks(); ++receiver) {
    for (Piece &piece : piecesFor(rule, mesh, holders, receiver)) {
      if (piece.sender == receiver) {
        ranks[receiver].local.push_back(std::move(piece));
        continue;
      }
      ranks[piece.sender].sends.push_back(piece);
      ranks[receiver].receives.push_back(std::move(piece));
    }
    std::sort(ranks[receiver].receives.begin(), ranks[receiver].receives.end(),
              [](const Piece &a, const Piece &b) { return a.sender < b.sender; });
  }
  return ranks;
}

} // namespace det::rt
