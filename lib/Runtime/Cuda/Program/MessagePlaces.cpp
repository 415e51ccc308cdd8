// Who talks with whom in an exchange, in which form, and where the bytes lie. All of it follows from the plan, so all ranks agree.
#include "MessagePlaces.h"
#include "../../Executor/ExchangeMemory.h"
#include "../../Executor/ExchangePieces.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace det::rt::cuda {

namespace {

uint64_t aligned(uint64_t bytes) { return (bytes + 255) / 256 * 256; }

/// One exchange, seen from any rank.
struct Seen {
  const LoadedPlan &plan;
  uint32_t exchange;

  const ExchangeRule &rule() const { return plan.rules[exchange]; }
  const artifact::ExchangeT &tableOf(uint32_t rank) const { return *plan.program(rank).exchanges[exchange]; }
  const Expansion &expansion(uint32_t rank) const { return plan.expansions[exchange][rank]; }
  uint64_t bytesOf(const Piece &piece) const { return uint64_t(piece.elements()) * tableOf(0).element_bytes; }

  /// True if the rank's source and target share memory: messages then have to leave before others come in.
  bool isInPlace(uint32_t rank) const {
    const artifact::ExchangeT &table = tableOf(rank);
    if (table.source->space() != table.target->space())
      return false;
    const uint64_t from = table.source->offset(), to = table.target->offset();
    const uint64_t fromBytes = uint64_t(sourceShape(rule(), plan.mesh, rank).elements()) * table.element_bytes,
                   toBytes = uint64_t(targetShape(rule(), rank).elements()) * table.element_bytes;
    return from < to + toBytes && to < from + fromBytes;
  }

  MessagePlace place(const Piece &piece, uint32_t peer, const ExchangeSide *source, const ExchangeSide *target, bool inPlace) const {
    MessagePlace made{peer, bytesOf(piece), 0, false};
    const std::vector<PieceCopy> copies = copyPiece(piece, source, target);
    if (!inPlace && copies.size() == 1 && denseRun(copies.front().dims)) {
      made.direct = true;
      made.offset = uint64_t(source ? copies.front().from : copies.front().to) * tableOf(0).element_bytes;
    }
    return made;
  }

  /// Messages of a rank; those that are not direct have no place yet.
  ExchangePlaces placesOf(uint32_t rank) const {
    ExchangePlaces places;
    const bool inPlace = isInPlace(rank);
    const ExchangeSide source = sourceShape(rule(), plan.mesh, rank), target = targetShape(rule(), rank);
    for (const Piece &piece : expansion(rank).sends)
      places.sends.push_back(place(piece, piece.receiver, &source, nullptr, inPlace));
    for (const Piece &piece : expansion(rank).receives)
      places.receives.push_back(place(piece, piece.sender, nullptr, &target, inPlace));
    std::sort(places.sends.begin(), places.sends.end(), [](const auto &a, const auto &b) { return a.peer < b.peer; });
    return places;
  }
};

bool isDirect(const std::vector<MessagePlace> &messages) {
  return std::all_of(messages.begin(), messages.end(), [](const MessagePlace &message) { return message.direct; });
}

size_t numberIn(const std::vector<uint32_t> &group, uint32_t rank) {
  return size_t(std::lower_bound(group.begin(), group.end(), rank) - group.begin());
}

/// A message of `bytes` for every other member of the group.
bool coversAll(const std::vector<MessagePlace> &messages, const std::vector<uint32_t> &group, uint64_t bytes) {
  return messages.size() + 1 == group.size() &&
         std::all_of(messages.begin(), messages.end(), [&](const MessagePlace &message) { return message.bytes == bytes; });
}

/// True if the member sends its whole source to all, and gets theirs one behind the other, with its own among them.
bool gathers(const Seen &seen, uint32_t rank, const std::vector<uint32_t> &group, uint64_t bytes, uint64_t &start) {
  const ExchangePlaces places = seen.placesOf(rank);
  const Expansion &expansion = seen.expansion(rank);
  if (!coversAll(places.sends, group, bytes) || !coversAll(places.receives, group, bytes) || !isDirect(places.sends) ||
      !isDirect(places.receives) || expansion.local.size() != 1)
    return false;
  const ExchangeSide source = sourceShape(seen.rule(), seen.plan.mesh, rank), target = targetShape(seen.rule(), rank);
  const MessagePlace own = seen.place(expansion.local.front(), rank, nullptr, &target, false);
  const size_t number = numberIn(group, rank);
  if (!own.direct || own.bytes != bytes || uint64_t(source.elements()) * seen.tableOf(0).element_bytes != bytes || own.offset < number * bytes)
    return false;
  start = own.offset - number * bytes;
  return std::all_of(places.receives.begin(), places.receives.end(), [&](const MessagePlace &message) {
    return message.offset == start + numberIn(group, message.peer) * bytes;
  });
}

Pattern patternOf(const Seen &seen, uint32_t rank, const std::vector<uint32_t> &group, const ExchangePlaces &own, uint64_t &start) {
  if (group.size() < 2)
    return Pattern::pairs;
  if (!own.sends.empty() && coversAll(own.sends, group, own.sends.front().bytes)) {
    const uint64_t bytes = own.sends.front().bytes;
    uint64_t other = 0;
    if (gathers(seen, rank, group, bytes, start) &&
        std::all_of(group.begin(), group.end(), [&](uint32_t member) { return gathers(seen, member, group, bytes, other); }))
      return Pattern::allGather;
  }
  // From here on by what all members do.
  const uint64_t bytes = seen.bytesOf(seen.expansion(group.front()).sends.empty() ? seen.expansion(group.front()).receives.front()
                                                                                   : seen.expansion(group.front()).sends.front());
  bool all = group.size() > 2, packs = false;
  size_t senders = 0;
  bool one = true;
  for (const uint32_t member : group) {
    const ExchangePlaces places = seen.placesOf(member);
    all &= coversAll(places.sends, group, bytes) && coversAll(places.receives, group, bytes);
    packs |= !isDirect(places.sends) || !isDirect(places.receives);
    senders += !places.sends.empty();
    const auto &sends = seen.expansion(member).sends;
    const bool same = std::all_of(sends.begin(), sends.end(), [&](const Piece &piece) {
      return piece.region == sends.front().region && piece.positions == sends.front().positions;
    });
    one &= places.sends.empty() ? places.receives.size() == 1 : coversAll(places.sends, group, bytes) && places.receives.empty() && same;
    one &= isDirect(places.sends) && isDirect(places.receives);
    if (!all && (!one || senders > 1))
      return Pattern::pairs;
  }
  if (all)
    return packs ? Pattern::allToAll : Pattern::pairs;
  return senders == 1 && one && group.size() > 2 ? Pattern::broadcast : Pattern::pairs;
}

/// What an exchange's form depends on: two with equal keys have one form. The layers of a network have few.
std::string keyOf(const Seen &seen, const std::vector<uint32_t> &group) {
  const artifact::ExchangeT &table = seen.tableOf(group.front());
  std::string key;
  const auto add = [&](uint64_t number) { key += std::to_string(number) + " "; };
  for (const uint64_t number : {uint64_t(table.source_layout), uint64_t(table.target_layout), uint64_t(table.element_bytes), uint64_t(table.node_count)})
    add(number);
  for (const artifact::Axis &axis : table.node_axes)
    for (const uint64_t number : {uint64_t(axis.axis()), uint64_t(axis.pre()), uint64_t(axis.size())})
      add(number);
  for (const std::vector<uint32_t> &positions : seen.rule().nodes) {
    key += "n";
    for (const uint32_t position : positions)
      add(position);
  }
  for (const uint32_t member : group)
    key += seen.isInPlace(member) ? '1' : '0';
  return key;
}

struct Form {
  ExchangePlaces places;
  uint64_t start = 0; ///< allGather: where the parts begin in the target
};

} // namespace

std::vector<uint32_t> groupsOf(const LoadedPlan &plan, uint32_t exchange) {
  std::vector<uint32_t> lowest(plan.mesh.ranks());
  std::iota(lowest.begin(), lowest.end(), 0);
  const auto root = [&](uint32_t rank) {
    while (lowest[rank] != rank)
      rank = lowest[rank] = lowest[lowest[rank]];
    return rank;
  };
  for (const Expansion &expansion : plan.expansions[exchange])
    for (const Piece &piece : expansion.sends) {
      const uint32_t a = root(piece.sender), b = root(piece.receiver);
      lowest[std::max(a, b)] = std::min(a, b);
    }
  for (uint32_t rank = 0; rank < lowest.size(); ++rank)
    lowest[rank] = root(rank);
  return lowest;
}

MessagePlaces placeMessages(const LoadedPlan &plan, uint32_t rank, bool ncclAdds, const Routes *routes) {
  MessagePlaces made;
  ExchangeMemory memory(plan.program(rank));
  std::map<std::string, Form> forms;
  const FreeReductions reductions = ncclAdds ? freeReductions(plan, rank) : FreeReductions();
  for (uint32_t exchange = 0; exchange < plan.rules.size(); ++exchange) {
    const Seen seen{plan, exchange};
    if (const ExchangeRoute *route = routes ? routes->at(exchange) : nullptr; route && !reductions.count(exchange)) {
      ExchangePlaces places;
      places.routed = placeRoute(*route, rank, seen.tableOf(rank).element_bytes);
      places.routed->moveBy(memory.place(exchange, places.routed->bytes));
      made.exchanges.push_back(std::move(places));
      continue;
    }
    std::vector<uint32_t> group;
    const std::vector<uint32_t> lowest = groupsOf(plan, exchange);
    for (uint32_t other = 0; other < lowest.size(); ++other)
      if (lowest[other] == lowest[rank])
        group.push_back(other);
    const auto [known, isNew] = forms.try_emplace(keyOf(seen, group));
    if (isNew) {
      Form &form = known->second;
      form.places = seen.placesOf(rank);
      form.places.group = std::move(group);
      form.places.pattern = patternOf(seen, rank, form.places.group, form.places, form.start);
    }
    ExchangePlaces places = known->second.places;
    uint64_t bytes = 0; // of this exchange's message memory
    const auto take = [&](std::vector<MessagePlace> &messages, uint64_t &first) {
      if (places.pattern == Pattern::allToAll) {
        first = bytes;
        for (MessagePlace &message : messages) {
          message.direct = false;
          message.offset = first + numberIn(places.group, message.peer) * message.bytes;
        }
        bytes = aligned(first + places.group.size() * messages.front().bytes);
        return;
      }
      for (MessagePlace &message : messages)
        if (!message.direct) {
          message.offset = bytes;
          bytes = aligned(bytes + message.bytes);
        }
    };
    if (const auto joins = reductions.find(exchange); joins != reductions.end()) {
      places.pattern = joins->second.scatters ? Pattern::reduceScatter : Pattern::allReduce;
      places.sends.clear();
      places.receives.clear();
      places.reduction = joins->second;
      if (places.reduction->isPacked)
        bytes = aligned(places.group.size() * places.reduction->elements * seen.tableOf(rank).element_bytes);
    }
    take(places.sends, places.sendStart);
    take(places.receives, places.receiveStart);
    if (places.pattern == Pattern::allGather)
      places.receiveStart = known->second.start;
    const uint64_t base = memory.place(exchange, bytes);
    for (auto *messages : {&places.sends, &places.receives})
      for (MessagePlace &message : *messages)
        if (!message.direct)
          message.offset += base;
    if (places.pattern == Pattern::allToAll || places.pattern == Pattern::reduceScatter) {
      places.sendStart += base;
      places.receiveStart += base;
    }
    made.exchanges.push_back(std::move(places));
  }
  made.bytes = memory.bytes();
  return made;
}

} // namespace det::rt::cuda
