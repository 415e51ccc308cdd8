// Plays a step's exchanges through to size the windows.
#include "Traffic.h"
#include "det/Runtime/Artifact/ExchangeOrder.h"

#include <algorithm>
#include <deque>
#include <map>

namespace det::rt {

namespace {

// Beyond this, running ahead costs more memory than it saves time.
constexpr uint64_t mostAhead = uint64_t(1) << 20;

/// Bytes from one rank to another in one exchange, by rounds; 0: no message.
using Rounds = std::array<uint64_t, ExchangeRoute::mostRounds>;

struct UnderWay {
  uint32_t exchange;
  uint64_t bytes;
  bool ended = false;
};

Route playPair(uint32_t sender, uint32_t receiver, const std::vector<ExchangeEvent> &order,
               const std::map<uint32_t, Rounds> &messages) {
  std::deque<UnderWay> queue;
  uint64_t bytes = 0, peakBytes = 0;
  size_t peakCount = 0;
  for (const ExchangeEvent &event : order) {
    const auto message = messages.find(event.exchange);
    if (message == messages.end())
      continue;
    // The first round leaves at the begin, the others within the end.
    for (size_t round = event.begin ? 0 : 1; round < (event.begin ? 1 : message->second.size()); ++round) {
      if (message->second[round] == 0)
        continue;
      queue.push_back({event.exchange, messageBytes(message->second[round])});
      bytes += queue.back().bytes;
      peakBytes = std::max(peakBytes, bytes);
      peakCount = std::max(peakCount, queue.size());
    }
    if (event.begin)
      continue;
    for (UnderWay &candidate : queue)
      candidate.ended |= candidate.exchange == event.exchange;
    while (!queue.empty() && queue.front().ended) {
      bytes -= queue.front().bytes;
      queue.pop_front();
    }
  }
  return {sender, receiver, peakBytes + std::min(peakBytes, mostAhead), uint32_t(2 * peakCount)};
}

} // namespace

Traffic planTraffic(const LoadedPlan &plan, const Routes &routes) {
  Traffic traffic{plan.mesh.ranks(), messageTag(uint32_t(plan.rules.size()), 0), {}};
  const artifact::ProgramT &program = *plan.plan.programs.front();
  const auto order = exchangeOrder(program);
  std::map<std::pair<uint32_t, uint32_t>, std::map<uint32_t, Rounds>> pairs;
  for (uint32_t exchange = 0; exchange < plan.rules.size(); ++exchange) {
    const uint64_t bytes = program.exchanges[exchange]->element_bytes;
    if (const ExchangeRoute *route = routes.at(exchange)) {
      for (size_t round = 0; round < route->rounds.size(); ++round)
        for (const RouteMessage &message : route->rounds[round])
          pairs[{message.sender, message.receiver}][exchange][round] = route->elements(message) * bytes;
      continue;
    }
    for (const Expansion &expansion : plan.expansions[exchange])
      for (const Piece &piece : expansion.sends)
        pairs[{piece.sender, piece.receiver}][exchange][0] = uint64_t(piece.elements()) * bytes;
  }
  if (order)
    for (const auto &[pair, messages] : pairs)
      traffic.routes.push_back(playPair(pair.first, pair.second, *order, messages));
  return traffic;
}

} // namespace det::rt
