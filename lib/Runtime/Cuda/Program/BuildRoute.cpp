// An exchange by levels (Artifact/Route.h): rounds of messages, all of them through message memory, which is the exchange's from begin to end.
#include "../../Executor/ExchangePieces.h"
#include "BuildProgram.h"

#include <map>

namespace det::rt::cuda {

namespace {

DevicePointer addressOf(const uint8_t *address) { return reinterpret_cast<DevicePointer>(address); }

Piece pieceOf(const Content &content) { return {0, 0, content.region, content.positions}; }

/// One copy more, or the last one longer.
void append(std::vector<DeviceStep> &steps, DevicePointer to, DevicePointer from, uint64_t bytes) {
  if (!steps.empty())
    if (auto *last = std::get_if<DeviceCopy>(&steps.back()); last && last->to + last->bytes == to && last->from + last->bytes == from) {
      last->bytes += bytes;
      return;
    }
  steps.push_back(DeviceCopy{to, from, bytes});
}

} // namespace

RoutedPlaces placeRoute(const ExchangeRoute &route, uint32_t rank, int64_t elementBytes) {
  RoutedPlaces made{&route, routeOf(route, rank), {}, {}, 0, 1};
  for (size_t round = 0; round < ExchangeRoute::mostRounds; ++round) {
    const auto place = [&](const std::vector<const RouteMessage *> &messages, std::vector<uint64_t> &offsets) {
      for (const RouteMessage *message : messages) {
        offsets.push_back(made.bytes);
        made.bytes += (route.elements(*message) * uint64_t(elementBytes) + 255) / 256 * 256;
      }
    };
    place(made.mine.rounds[round].sends, made.sends[round]);
    place(made.mine.rounds[round].receives, made.receives[round]);
    if (!route.rounds[round].empty())
      made.rounds = round + 1;
  }
  return made;
}

Result<DeviceExchange> ProgramBuilder::exchangeByLevels(uint32_t number) {
  const artifact::ExchangeT &table = *plan.program(space.rank).exchanges[number];
  const ExchangeRule &rule = plan.rules[number];
  const RoutedPlaces &routed = *places.exchanges[number].routed;
  const ExchangeRoute &route = *routed.route;
  const int64_t bytes = table.element_bytes;
  const auto bytesOf = [&](uint32_t content) { return uint64_t(route.contents[content].elements() * bytes); };
  const Result<ExchangeSide> source = sourceSide(rule, table, space), target = targetSide(rule, table, space);
  if (!source || !target)
    return (!source ? source : target).error();
  const DevicePointer from = addressOf(source->buffer), to = addressOf(target->buffer);
  moving.nextEntry();
  DeviceExchange made;
  made.later.resize(routed.rounds - 1);
  std::map<uint32_t, DevicePointer> came; // where a content lies that the rank has got
  for (size_t round = 0; round < routed.rounds; ++round) {
    DeviceRound &now = round ? made.later[round - 1] : made;
    const RankRoute::Round &mine = routed.mine.rounds[round];
    for (size_t i = 0; i < mine.sends.size(); ++i) {
      DevicePointer memory = messages + routed.sends[round][i];
      now.sends.push_back({mine.sends[i]->receiver, memory, 0});
      for (const uint32_t content : mine.sends[i]->contents) {
        if (const auto found = came.find(content); found != came.end()) {
          append(now.packs, memory, found->second, bytesOf(content));
        } else {
          // What the rank itself has leaves its source before anything comes: source and target may be one buffer.
          for (const PieceCopy &part : copyPiece(pieceOf(route.contents[content]), &*source, nullptr))
            if (Status status = addCopy(part.dims, from + uint64_t(part.from * bytes), memory + uint64_t(part.to * bytes), bytes, made.packs); !status)
              return status.error();
        }
        memory += bytesOf(content);
        now.sends.back().bytes += bytesOf(content);
      }
    }
    for (size_t i = 0; i < mine.receives.size(); ++i) {
      DevicePointer memory = messages + routed.receives[round][i];
      now.receives.push_back({mine.receives[i]->sender, memory, 0});
      for (const uint32_t content : mine.receives[i]->contents) {
        came[content] = memory;
        if (route.contents[content].isWantedBy(space.rank))
          for (const PieceCopy &part : copyPiece(pieceOf(route.contents[content]), nullptr, &*target))
            if (Status status = addCopy(part.dims, memory + uint64_t(part.from * bytes), to + uint64_t(part.to * bytes), bytes, now.unpacks); !status)
              return status.error();
        memory += bytesOf(content);
        now.receives.back().bytes += bytesOf(content);
      }
    }
  }
  if (Status status = addLocal(number, *source, *target, made.packs); !status)
    return status.error();
  return made;
}

} // namespace det::rt::cuda
