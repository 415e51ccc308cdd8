// A rank's part of an exchange: strided copies between buffers and messages.
#include "Resolve.h"

#include <algorithm>

namespace det::rt {

namespace {

// One side of an exchange: a rank's buffer of nodes (one, in an exchange of boxes), each dense over the rank's box.
struct Side {
  uint8_t *buffer;
  Region box;
  std::vector<uint32_t> positions; // of the nodes in the buffer, ascending

  // The number of a node in the buffer.
  int64_t slot(uint32_t position) const {
    return std::lower_bound(positions.begin(), positions.end(), position) - positions.begin();
  }
};

// Strides of a region in a dense box, and the offset of its first element.
std::vector<int64_t> stridesIn(const Region &box, const Region &region, int64_t &offset) {
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

// A piece as copies: between two sides, or between a side and a message (null).
struct PieceCopy {
  host::PreparedCopy copy;
  int64_t from, to; // offsets of the first element, in elements
  bool alike;       // both sides have the same strides
};

Result<std::vector<PieceCopy>> copyPiece(const Piece &piece, const Side *source, const Side *target, int64_t elementBytes) {
  // A message holds the piece's nodes one after the other, each dense over the piece's region.
  const Side message{nullptr, piece.region, piece.positions};
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
    Result<host::PreparedCopy> copy = prepareElements(dims, elementBytes);
    if (!copy)
      return copy.error();
    copies.push_back({std::move(*copy), slotFrom * fromNode + fromOffset, slotTo * toNode + toOffset, alike});
    i = end;
  }
  return copies;
}

Result<MessageOp> makeMessage(const Piece &piece, const Side *source, const Side *target, int64_t elementBytes) {
  Result<std::vector<PieceCopy>> copies = copyPiece(piece, source, target, elementBytes);
  if (!copies)
    return copies.error();
  MessageOp message{source ? piece.receiver : piece.sender, uint64_t(piece.elements() * elementBytes), {}};
  for (PieceCopy &part : *copies) {
    uint8_t *buffer = source ? source->buffer + part.from * elementBytes : target->buffer + part.to * elementBytes;
    message.parts.push_back({std::move(part.copy), buffer, uint64_t((source ? part.to : part.from) * elementBytes)});
  }
  return message;
}

Result<Side> makeSource(const ExchangeRule &rule, const artifact::ExchangeT &exchange, const AddressSpace &space) {
  Side side{nullptr, rule.source->box(space.rank), {0}};
  if (rule.hasNodes())
    side.positions = rule.nodes[space.plan->mesh.flatIndex(rule.nodeAxes, space.rank)];
  const Result<uint8_t *> address =
      space.resolve(*exchange.source, 0, Extent::dense(volume(side.box) * int64_t(side.positions.size())), exchange.element_bytes,
                    AddressSpace::read);
  if (!address)
    return Error{"source: " + address.error().message};
  side.buffer = *address;
  return side;
}

Result<Side> makeTarget(const ExchangeRule &rule, const artifact::ExchangeT &exchange, const AddressSpace &space) {
  Side side{nullptr, rule.target->box(space.rank), {0}};
  if (rule.hasNodes()) {
    side.positions.resize(rule.nodeCount);
    for (uint32_t i = 0; i < rule.nodeCount; ++i)
      side.positions[i] = i;
  }
  const Result<uint8_t *> address =
      space.resolve(*exchange.target, 0, Extent::dense(volume(side.box) * int64_t(side.positions.size())), exchange.element_bytes,
                    AddressSpace::write);
  if (!address)
    return Error{"target: " + address.error().message};
  side.buffer = *address;
  return side;
}

} // namespace

Result<BeginOp> Resolver::begin(uint32_t exchange) const {
  const artifact::ExchangeT &description = *plan.program(space.rank).exchanges[exchange];
  const ExchangeRule &rule = plan.rules[exchange];
  const Expansion &expansion = plan.expansions[exchange][space.rank];
  const int64_t bytes = description.element_bytes;
  Result<Side> source = makeSource(rule, description, space), target = makeTarget(rule, description, space);
  if (!source || !target)
    return (!source ? source : target).error();
  BeginOp begin{exchange, {}, {}};
  for (const Piece &piece : expansion.sends) {
    Result<MessageOp> message = makeMessage(piece, &*source, nullptr, bytes);
    if (!message)
      return message.error();
    begin.sends.push_back(std::move(*message));
  }
  for (const Piece &piece : expansion.local) {
    Result<std::vector<PieceCopy>> copies = copyPiece(piece, &*source, &*target, bytes);
    if (!copies)
      return copies.error();
    for (PieceCopy &copy : *copies) {
      CopyOp op{std::move(copy.copy), source->buffer + copy.from * bytes, target->buffer + copy.to * bytes};
      // Source and target may be one buffer, and a rank's own part already lies where it belongs.
      if (op.from != op.to || !copy.alike)
        begin.local.push_back(std::move(op));
    }
  }
  return begin;
}

Result<EndOp> Resolver::end(uint32_t exchange) const {
  const artifact::ExchangeT &description = *plan.program(space.rank).exchanges[exchange];
  Result<Side> target = makeTarget(plan.rules[exchange], description, space);
  if (!target)
    return target.error();
  EndOp end{exchange, {}};
  for (const Piece &piece : plan.expansions[exchange][space.rank].receives) {
    Result<MessageOp> message = makeMessage(piece, nullptr, &*target, description.element_bytes);
    if (!message)
      return message.error();
    end.receives.push_back(std::move(*message));
  }
  return end;
}

} // namespace det::rt
