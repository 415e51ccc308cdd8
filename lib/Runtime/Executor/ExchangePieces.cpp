// Pieces to copies.
#include "ExchangePieces.h"

#include <algorithm>
#include <numeric>

namespace det::rt {

int64_t ExchangeSide::slot(uint32_t position) const {
  return std::lower_bound(positions.begin(), positions.end(), position) - positions.begin();
}

// Strides of a region in a dense box, and the offset of its first element.
static std::vector<int64_t> stridesIn(const Region &box, const Region &region, int64_t &offset) {
  std::vector<int64_t> strides(box.size());
  int64_t stride = 1;
  offset = 0;
  for (size_t d = box.size(); d-- > 0;) {
    strides[d] = stride;
    offset += (region[d].begin - box[d].begin) * stride;
    stride *= box[d].size();
  }
  return strides;
}

std::vector<PieceCopy> copyPiece(const Piece &piece, const ExchangeSide *source, const ExchangeSide *target) {
  const ExchangeSide message{nullptr, piece.region, piece.positions};
  if (!source)
    source = &message;
  if (!target)
    target = &message;
  int64_t fromOffset = 0, toOffset = 0;
  const std::vector<int64_t> from = stridesIn(source->box, piece.region, fromOffset);
  const std::vector<int64_t> to = stridesIn(target->box, piece.region, toOffset);
  const int64_t fromNode = volume(source->box), toNode = volume(target->box);
  std::vector<PieceCopy> copies;
  const auto &positions = piece.positions;
  for (size_t i = 0; i < positions.size();) {
    // A run of nodes that lie at equal distances on both sides is one more dim of the copy.
    const int64_t slotFrom = source->slot(positions[i]), slotTo = target->slot(positions[i]);
    int64_t stepFrom = 1, stepTo = 1;
    size_t end = i + 1;
    if (end < positions.size()) {
      stepFrom = source->slot(positions[end]) - slotFrom;
      stepTo = target->slot(positions[end]) - slotTo;
    }
    while (end < positions.size() && source->slot(positions[end]) == slotFrom + int64_t(end - i) * stepFrom &&
           target->slot(positions[end]) == slotTo + int64_t(end - i) * stepTo)
      ++end;
    std::vector<host::CopyDim> dims{{int64_t(end - i), stepFrom * fromNode, stepTo * toNode}};
    for (size_t d = 0; d < piece.region.size(); ++d)
      dims.push_back({piece.region[d].size(), from[d], to[d]});
    const bool alike =
        std::all_of(dims.begin(), dims.end(), [](const host::CopyDim &dim) { return dim.size == 1 || dim.from == dim.to; });
    copies.push_back({std::move(dims), slotFrom * fromNode + fromOffset, slotTo * toNode + toOffset, alike});
    i = end;
  }
  return copies;
}

std::optional<int64_t> denseRun(const std::vector<host::CopyDim> &dims) {
  int64_t elements = 1;
  for (size_t d = dims.size(); d-- > 0;) {
    if (dims[d].size != 1 && (dims[d].from != elements || dims[d].to != elements))
      return std::nullopt;
    elements *= dims[d].size;
  }
  return elements;
}

ExchangeSide sourceShape(const ExchangeRule &rule, const Mesh &mesh, uint32_t rank) {
  ExchangeSide side{nullptr, rule.source->box(rank), {0}};
  if (rule.hasNodes())
    side.positions = rule.nodes[mesh.flatIndex(rule.nodeAxes, rank)];
  return side;
}

ExchangeSide targetShape(const ExchangeRule &rule, uint32_t rank) {
  ExchangeSide side{nullptr, rule.target->box(rank), {0}};
  if (rule.hasNodes()) {
    side.positions.resize(rule.nodeCount);
    std::iota(side.positions.begin(), side.positions.end(), 0);
  }
  return side;
}

// The side with its address in the space.
static Result<ExchangeSide> placed(ExchangeSide side, const artifact::Ref &ref, int64_t elementBytes, const AddressSpace &space,
                                   AddressSpace::Access access) {
  const Result<uint8_t *> address = space.resolve(ref, 0, Extent::dense(side.elements()), elementBytes, access);
  if (!address)
    return Error{(access == AddressSpace::read ? "source: " : "target: ") + address.error().message};
  side.buffer = *address;
  return side;
}

Result<ExchangeSide> sourceSide(const ExchangeRule &rule, const artifact::ExchangeT &exchange, const AddressSpace &space) {
  return placed(sourceShape(rule, space.plan->mesh, space.rank), *exchange.source, exchange.element_bytes, space, AddressSpace::read);
}

Result<ExchangeSide> targetSide(const ExchangeRule &rule, const artifact::ExchangeT &exchange, const AddressSpace &space) {
  return placed(targetShape(rule, space.rank), *exchange.target, exchange.element_bytes, space, AddressSpace::write);
}

} // namespace det::rt
