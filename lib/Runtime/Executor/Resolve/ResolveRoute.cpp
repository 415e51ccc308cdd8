// A rank's part of an exchange by levels. Every round is an operation for what comes and one for what leaves, so that teams meet between them.
#include "../ExchangeMemory.h"
#include "../ExchangePieces.h"
#include "Resolve.h"

namespace det::rt {

namespace {

Piece pieceOf(const Content &content) { return {0, 0, content.region, content.positions}; }

/// One rank's sides, and what it keeps between the rounds.
struct RoutedExchange {
  const ExchangeRoute &route;
  RankRoute mine;
  ExchangeSide source, target;
  int64_t elementBytes;
  std::map<uint32_t, uint8_t *> kept;

  uint64_t bytesOf(uint32_t content) const { return uint64_t(route.contents[content].elements() * elementBytes); }

  /// A content between a message and kept memory.
  Status addDense(uint32_t content, uint64_t offset, MessageOp &message) const {
    Result<host::PreparedCopy> copy = prepareElements({{route.contents[content].elements(), 1, 1}}, elementBytes);
    if (!copy)
      return copy.error();
    message.parts.push_back({std::move(*copy), kept.at(content), offset});
    return {};
  }
  /// Between a message and the source (`sends`) or the target.
  Status addStrided(uint32_t content, uint64_t offset, bool sends, MessageOp &message) const {
    for (const PieceCopy &part : copyPiece(pieceOf(route.contents[content]), sends ? &source : nullptr, sends ? nullptr : &target)) {
      Result<host::PreparedCopy> copy = prepareElements(part.dims, elementBytes);
      if (!copy)
        return copy.error();
      uint8_t *buffer = sends ? source.buffer + part.from * elementBytes : target.buffer + part.to * elementBytes;
      message.parts.push_back({std::move(*copy), buffer, offset + uint64_t((sends ? part.to : part.from) * elementBytes)});
    }
    return {};
  }

  Result<std::vector<MessageOp>> sends(size_t round) const {
    std::vector<MessageOp> made;
    for (const RouteMessage *message : mine.rounds[round].sends) {
      MessageOp op{message->receiver, 0, {}};
      for (const uint32_t content : message->contents) {
        if (Status status = round == 0 ? addStrided(content, op.bytes, true, op) : addDense(content, op.bytes, op); !status)
          return status.error();
        op.bytes += bytesOf(content);
      }
      made.push_back(std::move(op));
    }
    return made;
  }
  Result<std::vector<MessageOp>> receives(size_t round, uint32_t rank) const {
    std::vector<MessageOp> made;
    for (const RouteMessage *message : mine.rounds[round].receives) {
      MessageOp op{message->sender, 0, {}};
      for (const uint32_t content : message->contents) {
        Status status;
        if (route.contents[content].isWantedBy(rank))
          status = addStrided(content, op.bytes, false, op);
        if (status && kept.count(content))
          status = addDense(content, op.bytes, op);
        if (!status)
          return status.error();
        op.bytes += bytesOf(content);
      }
      made.push_back(std::move(op));
    }
    return made;
  }
  /// What the rank itself has and sends in a later round: source and target may be one buffer, so it is put by first.
  Result<std::vector<CopyOp>> ownCopies() const {
    std::vector<CopyOp> made;
    for (size_t i = 0; i < mine.kept.size(); ++i)
      if (mine.own[i])
        for (const PieceCopy &part : copyPiece(pieceOf(route.contents[mine.kept[i]]), &source, nullptr)) {
          Result<host::PreparedCopy> copy = prepareElements(part.dims, elementBytes);
          if (!copy)
            return copy.error();
          made.push_back({std::move(*copy), source.buffer + part.from * elementBytes, kept.at(mine.kept[i]) + part.to * elementBytes});
        }
    return made;
  }
};

Result<RoutedExchange> describe(const Resolver &resolver, uint32_t exchange) {
  const artifact::ExchangeT &description = *resolver.plan.program(resolver.space.rank).exchanges[exchange];
  const ExchangeRule &rule = resolver.plan.rules[exchange];
  const ExchangeRoute &route = *resolver.passing->routeOf(exchange);
  Result<ExchangeSide> source = sourceSide(rule, description, resolver.space), target = targetSide(rule, description, resolver.space);
  if (!source || !target)
    return (!source ? source : target).error();
  RoutedExchange made{route, routeOf(route, resolver.space.rank), std::move(*source), std::move(*target), description.element_bytes, {}};
  uint8_t *next = resolver.passing->start + resolver.passing->offsets[exchange];
  for (const uint32_t content : made.mine.kept) {
    made.kept[content] = next;
    next += passingBytes(route.contents[content], made.elementBytes);
  }
  return made;
}

} // namespace

PassingMemory placePassing(const LoadedPlan &plan, const Routes &routes, uint32_t rank) {
  PassingMemory made{&routes, {}, 0, nullptr};
  ExchangeMemory memory(plan.program(rank));
  for (uint32_t exchange = 0; exchange < plan.rules.size(); ++exchange) {
    uint64_t bytes = 0;
    if (const ExchangeRoute *route = routes.at(exchange))
      for (const uint32_t content : routeOf(*route, rank).kept)
        bytes += passingBytes(route->contents[content], plan.program(rank).exchanges[exchange]->element_bytes);
    made.offsets.push_back(memory.place(exchange, bytes));
  }
  made.bytes = memory.bytes();
  return made;
}

Result<std::vector<BeginOp>> Resolver::beginByLevels(uint32_t exchange) const {
  const Result<RoutedExchange> routed = describe(*this, exchange);
  if (!routed)
    return routed.error();
  Result<BeginOp> flat = begin(exchange); // its local copies are the same
  Result<std::vector<MessageOp>> sends = routed->sends(0);
  Result<std::vector<CopyOp>> own = routed->ownCopies();
  if (!flat || !sends || !own)
    return !flat ? flat.error() : !sends ? sends.error() : own.error();
  const uint32_t tag = messageTag(exchange, 0);
  std::vector<BeginOp> made;
  if (own->empty()) {
    made.push_back({tag, std::move(*sends), std::move(flat->local)});
    return made;
  }
  made.push_back({tag, std::move(*sends), std::move(*own)});
  made.push_back({tag, {}, std::move(flat->local)});
  return made;
}

Result<std::vector<std::variant<BeginOp, EndOp>>> Resolver::endByLevels(uint32_t exchange) const {
  const Result<RoutedExchange> routed = describe(*this, exchange);
  if (!routed)
    return routed.error();
  std::vector<std::variant<BeginOp, EndOp>> made;
  for (size_t round = 0; round < ExchangeRoute::mostRounds; ++round) {
    Result<std::vector<MessageOp>> sends = std::vector<MessageOp>(), receives = routed->receives(round, space.rank);
    if (round > 0)
      sends = routed->sends(round);
    if (!sends || !receives)
      return (!sends ? sends : receives).error();
    if (!sends->empty())
      made.push_back(BeginOp{messageTag(exchange, round), std::move(*sends), {}});
    if (!receives->empty())
      made.push_back(EndOp{messageTag(exchange, round), std::move(*receives)});
  }
  if (made.empty())
    made.push_back(EndOp{messageTag(exchange, 0), {}});
  return made;
}

} // namespace det::rt
