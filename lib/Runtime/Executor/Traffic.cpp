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

struct UnderWay {
  uint32_t exchange;
  uint64_t bytes;
  bool ended = false;
};

Route playPair(uint32_t sender, uint32_t receiver, const std::vector<ExchangeEvent> &order,
               const std::map<uint32_t, uint64_t> &messages) {
  std::deque<UnderWay> queue;
  uint64_t bytes = 0, peakBytes = 0;
  size_t peakCount = 0;
  for (const ExchangeEvent &event : order) {
    const auto message = messages.find(event.exchange);
    if (message == messages.end())
      continue;
    if (event.begin) {
      queue.push_back({event.exchange, messageBytes(message->second)});
      bytes += queue.back().bytes;
      peakBytes = std::max(peakBytes, bytes);
      peakCount = std::max(peakCount, queue.size());
      continue;
    }
    for (UnderWay &candidate : queue)
      if (candidate.exchange == event.exchange && !candidate.ended) {
        candidate.ended = true;
        break;
      }
    while (!queue.empty() && queue.front().ended) {
      bytes -= queue.front().bytes;
      queue.pop_front();
    }
  }
  return {sender, receiver, peakBytes + std::min(peakBytes, mostAhead), uint32_t(2 * peakCount)};
}

} // namespace

Traffic planTraffic(const LoadedPlan &plan) {
  Traffic traffic{plan.mesh.ranks(), uint32_t(plan.rules.size()), {}};
  const artifact::ProgramT &program = *plan.plan.programs.front();
  const auto order = exchangeOrder(program);
  std::map<std::pair<uint32_t, uint32_t>, std::map<uint32_t, uint64_t>> pairs;
  for (uint32_t exchange = 0; exchange < plan.rules.size(); ++exchange)
    for (const Expansion &expansion : plan.expansions[exchange])
      for (const Piece &piece : expansion.sends)
        pairs[{piece.sender, piece.receiver}][exchange] = uint64_t(piece.elements()) * program.exchanges[exchange]->element_bytes;
  if (order)
    for (const auto &[pair, messages] : pairs)
      traffic.routes.push_back(playPair(pair.first, pair.second, *order, messages));
  return traffic;
}

} // namespace det::rt
