// A rank's part of an exchange: strided copies between buffers and messages.
#include "../ExchangePieces.h"
#include "Resolve.h"

namespace det::rt {

static Result<MessageOp> makeMessage(const Piece &piece, const ExchangeSide *source, const ExchangeSide *target, int64_t elementBytes) {
  MessageOp message{source ? piece.receiver : piece.sender, uint64_t(piece.elements() * elementBytes), {}};
  for (const PieceCopy &part : copyPiece(piece, source, target)) {
    Result<host::PreparedCopy> copy = prepareElements(part.dims, elementBytes);
    if (!copy)
      return copy.error();
    uint8_t *buffer = source ? source->buffer + part.from * elementBytes : target->buffer + part.to * elementBytes;
    message.parts.push_back({std::move(*copy), buffer, uint64_t((source ? part.to : part.from) * elementBytes)});
  }
  return message;
}

Result<BeginOp> Resolver::begin(uint32_t exchange) const {
  const artifact::ExchangeT &description = *plan.program(space.rank).exchanges[exchange];
  const ExchangeRule &rule = plan.rules[exchange];
  const Expansion &expansion = plan.expansions[exchange][space.rank];
  const int64_t bytes = description.element_bytes;
  Result<ExchangeSide> source = sourceSide(rule, description, space), target = targetSide(rule, description, space);
  if (!source || !target)
    return (!source ? source : target).error();
  BeginOp begin{messageTag(exchange, 0), {}, {}};
  for (const Piece &piece : expansion.sends) {
    Result<MessageOp> message = makeMessage(piece, &*source, nullptr, bytes);
    if (!message)
      return message.error();
    begin.sends.push_back(std::move(*message));
  }
  for (const Piece &piece : expansion.local)
    for (const PieceCopy &part : copyPiece(piece, &*source, &*target)) {
      Result<host::PreparedCopy> copy = prepareElements(part.dims, bytes);
      if (!copy)
        return copy.error();
      CopyOp op{std::move(*copy), source->buffer + part.from * bytes, target->buffer + part.to * bytes};
      // Source and target may be one buffer, and a rank's own part already lies where it belongs.
      if (op.from != op.to || !part.alike)
        begin.local.push_back(std::move(op));
    }
  return begin;
}

Result<EndOp> Resolver::end(uint32_t exchange) const {
  const artifact::ExchangeT &description = *plan.program(space.rank).exchanges[exchange];
  Result<ExchangeSide> target = targetSide(plan.rules[exchange], description, space);
  if (!target)
    return target.error();
  EndOp end{messageTag(exchange, 0), {}};
  for (const Piece &piece : plan.expansions[exchange][space.rank].receives) {
    Result<MessageOp> message = makeMessage(piece, nullptr, &*target, description.element_bytes);
    if (!message)
      return message.error();
    end.receives.push_back(std::move(*message));
  }
  return end;
}

} // namespace det::rt
