// Expands an exchange: which box every rank copies locally, sends to and receives from whom.
//
// A pure function of layouts and mesh, so both ends of a message agree without talking. The rule, for each receiver and
// each shard of the source that its target box meets: what the receiver holds itself is copied; otherwise one
// owner sends it, the one of the shard's holders whose coordinates differ from the receiver's along the fewest axes;
// among equally near ones, in ascending order, the one with number (receiver mod their number).
#ifndef DET_RUNTIME_ARTIFACT_EXPAND_H
#define DET_RUNTIME_ARTIFACT_EXPAND_H

#include "det/Runtime/Artifact/Layout.h"

namespace det::rt {

/// A redistribution as the plan states it, plan.fbs `Exchange`: boxes, or nodes of a split reduction.
struct ExchangeRule {
  const Placed *source = nullptr, *target = nullptr;
  /// Nodes only: over which axes they are spread; for each flat index the positions of its nodes, ascending.
  std::vector<artifact::Axis> nodeAxes;
  std::vector<std::vector<uint32_t>> nodes;
  uint32_t nodeCount = 0; ///< of all ranks; 0: an exchange of boxes

  bool hasNodes() const { return !nodes.empty(); }
};

/// Errors: other global shapes, node lists that are not a partition of the positions, a wrong number of them.
Status checkRule(const ExchangeRule &rule, const Mesh &mesh);

/// The part that goes from one rank to another (or stays): `region` of the tensor, for each node in `positions`
/// (ascending; {0} in an exchange of boxes). In a message: node by node, each dense row-major.
struct Piece {
  uint32_t sender = 0, receiver = 0;
  Region region;
  std::vector<uint32_t> positions;

  int64_t elements() const { return volume(region) * int64_t(positions.size()); }
};

/// What one rank does in an exchange. Peers ascend; at most one piece per pair of ranks; no piece is empty.
struct Expansion {
  std::vector<Piece> local, sends, receives;
};

/// Everything that a receiver gets, in ascending order of shards (local pieces are those it sends itself).
std::vector<Piece> piecesFor(const ExchangeRule &rule, const Mesh &mesh, uint32_t receiver);

/// The expansions of all ranks.
std::vector<Expansion> expand(const ExchangeRule &rule, const Mesh &mesh);

} // namespace det::rt

#endif // DET_RUNTIME_ARTIFACT_EXPAND_H
