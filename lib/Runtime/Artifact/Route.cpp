// Finds who collects, who crosses and who spreads.
#include "det/Runtime/Artifact/Route.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>

namespace det::rt {

namespace {

using Pair = std::pair<uint32_t, uint32_t>; // sender, receiver: ranks, or machines

/// The ranks of every machine, ascending, and the number of each among them.
struct Places {
  explicit Places(const Machines &machines) : machineOf(machines), number(machines.size()) {
    for (uint32_t rank = 0; rank < machines.size(); ++rank) {
      members.resize(std::max<size_t>(members.size(), machines[rank] + 1));
      number[rank] = uint32_t(members[machines[rank]].size());
      members[machines[rank]].push_back(rank);
    }
  }
  uint32_t size(uint32_t machine) const { return uint32_t(members[machine].size()); }

  const Machines &machineOf;
  std::vector<std::vector<uint32_t>> members;
  std::vector<uint32_t> number;
};

/// Lane l of `lanes` belongs to a run of a machine's ranks.
uint32_t laneOf(uint32_t number, uint32_t size, uint32_t lanes) { return ((number + 1) * lanes - 1) / size; }

class Router {
public:
  Router(const std::vector<Expansion> &flat, int64_t elementBytes, const Machines &machines)
      : flat(flat), elementBytes(elementBytes), places(machines) {}

  ExchangeRoute run() {
    findContents();
    for (uint32_t content = 0; content < route.contents.size(); ++content)
      deliver(content);
    for (auto &[machines, crossing] : crossings)
      cross(machines.first, machines.second, crossing);
    makeRounds();
    return std::move(route);
  }

private:
  struct Crossing {
    uint32_t content, sender;
  };
  struct Lane {
    std::vector<Crossing> crossing;
    std::set<uint32_t> senders, receivers;
  };
  /// One content of a message. A thousand ranks have a million.
  struct Part {
    Pair pair;
    uint32_t content;
    auto operator<=>(const Part &) const = default;
  };
  using Parts = std::vector<Part>;

  /// The bytes of what a piece is.
  static std::string keyOf(const Piece &piece) {
    std::string key;
    const auto add = [&](int64_t number) { key.append(reinterpret_cast<const char *>(&number), sizeof number); };
    for (const Interval &side : piece.region) {
      add(side.begin);
      add(side.end);
    }
    for (const uint32_t position : piece.positions)
      add(position);
    return key;
  }
  static uint64_t numberOf(uint32_t rank, uint32_t content) { return uint64_t(rank) << 32 | content; }
  bool holds(uint32_t rank, uint32_t content) const { return std::binary_search(holders[content].begin(), holders[content].end(), rank); }

  void findContents() {
    std::unordered_map<std::string, uint32_t> numbers;
    for (uint32_t rank = 0; rank < flat.size(); ++rank)
      for (const Piece &piece : flat[rank].receives) {
        const auto [known, isNew] = numbers.try_emplace(keyOf(piece), uint32_t(route.contents.size()));
        if (isNew) {
          route.contents.push_back({piece.region, piece.positions, {}});
          holders.emplace_back();
          senders.emplace_back();
        }
        route.contents[known->second].receivers.push_back(rank);
        senders[known->second].push_back(piece.sender);
        holders[known->second].push_back(piece.sender);
      }
    for (uint32_t rank = 0; rank < flat.size(); ++rank)
      for (const Piece &piece : flat[rank].local)
        if (const auto known = numbers.find(keyOf(piece)); known != numbers.end())
          holders[known->second].push_back(rank);
    for (std::vector<uint32_t> &ranks : holders) {
      std::sort(ranks.begin(), ranks.end());
      ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
    }
  }

  /// Within the machines that have it; for each of the others it has to cross once.
  void deliver(uint32_t content) {
    std::map<uint32_t, std::vector<uint32_t>> near; // holders by machine
    for (const uint32_t holder : holders[content])
      near[places.machineOf[holder]].push_back(holder);
    std::set<uint32_t> crosses;
    for (size_t i = 0; i < senders[content].size(); ++i) {
      const uint32_t receiver = route.contents[content].receivers[i], sender = senders[content][i], machine = places.machineOf[receiver];
      if (const auto found = near.find(machine); found != near.end()) {
        const bool isNear = places.machineOf[sender] == machine;
        first.push_back({{isNear ? sender : found->second[places.number[receiver] % found->second.size()], receiver}, content});
        given.insert(numberOf(receiver, content));
      } else if (crosses.insert(machine).second) {
        crossings[{places.machineOf[sender], machine}].push_back({content, sender});
      }
    }
  }

  uint64_t bytesOf(uint32_t content) const { return uint64_t(route.contents[content].elements() * elementBytes); }

  /// One of the ranks that a lane has anything to do with anyway, if possible of the lane's own; with another machine another one.
  uint32_t gateway(uint32_t machine, uint32_t other, const std::set<uint32_t> &ranks, uint32_t lane, uint32_t lanes) const {
    std::vector<uint32_t> candidates;
    for (const uint32_t rank : ranks)
      if (laneOf(places.number[rank], places.size(machine), lanes) == lane)
        candidates.push_back(rank);
    if (candidates.empty())
      candidates.assign(ranks.begin(), ranks.end());
    const auto count = uint32_t(places.members.size());
    return candidates[(other + count - machine - 1) % count % candidates.size()];
  }

  void cross(uint32_t from, uint32_t to, const std::vector<Crossing> &crossing) {
    uint64_t bytes = 0;
    for (const Crossing &one : crossing)
      bytes += bytesOf(one.content);
    const uint64_t most = std::min(places.size(from), places.size(to));
    const auto lanes = uint32_t(std::clamp<uint64_t>((bytes + laneBytes - 1) / laneBytes, 1, most));
    std::map<uint32_t, Lane> byLane;
    for (const Crossing &one : crossing) {
      Lane &lane = byLane[laneOf(places.number[one.sender], places.size(from), lanes)];
      lane.crossing.push_back(one);
      lane.senders.insert(one.sender);
      for (const uint32_t receiver : route.contents[one.content].receivers)
        if (places.machineOf[receiver] == to)
          lane.receivers.insert(receiver);
    }
    for (const auto &[number, lane] : byLane) {
      const uint32_t leaves = gateway(from, to, lane.senders, number, lanes), arrives = gateway(to, from, lane.receivers, number, lanes);
      for (const Crossing &one : lane.crossing) {
        if (!holds(leaves, one.content) && given.insert(numberOf(leaves, one.content)).second)
          first.push_back({{one.sender, leaves}, one.content});
        second.push_back({{leaves, arrives}, one.content});
        for (const uint32_t receiver : route.contents[one.content].receivers)
          if (places.machineOf[receiver] == to && receiver != arrives)
            third.push_back({{arrives, receiver}, one.content});
      }
    }
  }

  /// Every message as early as what is in it allows.
  void makeRounds() {
    std::unordered_map<uint64_t, size_t> got; // in which round a rank gets a content
    for (Parts *level : {&first, &second, &third}) {
      std::sort(level->begin(), level->end());
      std::unordered_map<uint64_t, size_t> gets; // within a level no rank passes on what it gets
      for (size_t begin = 0, end; begin < level->size(); begin = end) {
        RouteMessage message{(*level)[begin].pair.first, (*level)[begin].pair.second, {}};
        size_t round = 0;
        for (end = begin; end < level->size() && (*level)[end].pair == (*level)[begin].pair; ++end) {
          message.contents.push_back((*level)[end].content);
          if (const auto found = got.find(numberOf(message.sender, message.contents.back())); found != got.end())
            round = std::max(round, found->second + 1);
        }
        for (const uint32_t content : message.contents)
          if (level != &third)
            gets.emplace(numberOf(message.receiver, content), round);
        route.rounds[round].push_back(std::move(message));
      }
      got.merge(gets);
    }
    for (auto &round : route.rounds)
      std::sort(round.begin(), round.end(), [](const RouteMessage &a, const RouteMessage &b) {
        return Pair(a.sender, a.receiver) < Pair(b.sender, b.receiver);
      });
  }

  const std::vector<Expansion> &flat;
  const int64_t elementBytes;
  const Places places;
  ExchangeRoute route;
  std::vector<std::vector<uint32_t>> holders;  // by content: who has it for sure, ascending
  std::vector<std::vector<uint32_t>> senders;  // by content: of each of its receivers
  std::map<Pair, std::vector<Crossing>> crossings; // by machines
  std::unordered_set<uint64_t> given;          // rank and content, at the first level
  Parts first, second, third;                  // collected or delivered near by; crossing; spread
};

void count(ExchangeTraffic &traffic, uint32_t sender, uint32_t receiver, uint64_t bytes, const Machines &machines) {
  ExchangeTraffic::Count &kind = machines[sender] == machines[receiver] ? traffic.within : traffic.between;
  ++kind.messages;
  kind.bytes += bytes;
}

bool saves(const ExchangeTraffic &flat, const ExchangeTraffic &levels) {
  return levels.between.bytes < flat.between.bytes ||
         (levels.between.messages < flat.between.messages && flat.between.bytes < flat.between.messages * laneBytes);
}

bool alike(const ExchangeRule &a, const ExchangeRule &b) {
  const auto sameAxis = [](const artifact::Axis &one, const artifact::Axis &other) {
    return one.axis() == other.axis() && one.pre() == other.pre() && one.size() == other.size();
  };
  return a.source == b.source && a.target == b.target && a.nodes == b.nodes &&
         std::equal(a.nodeAxes.begin(), a.nodeAxes.end(), b.nodeAxes.begin(), b.nodeAxes.end(), sameAxis);
}

void addTraffic(const std::vector<std::unique_ptr<artifact::EntryT>> &entries, uint64_t repeats, const std::vector<ExchangeTraffic> &each,
                ExchangeTraffic &sum) {
  for (const auto &entry : entries) {
    if (const auto *begin = entry->action.AsExchangeBegin()) {
      const ExchangeTraffic &one = each[begin->exchange];
      for (const auto part : {&ExchangeTraffic::within, &ExchangeTraffic::between}) {
        (sum.*part).messages += repeats * (one.*part).messages;
        (sum.*part).bytes += repeats * (one.*part).bytes;
      }
    }
    const auto *loop = entry->action.AsLoop();
    for (const auto *inner : bodiesOf(*entry))
      addTraffic(*inner, loop ? repeats * uint64_t(loop->count) : repeats, each, sum);
  }
}

} // namespace

bool Content::isWantedBy(uint32_t rank) const { return std::binary_search(receivers.begin(), receivers.end(), rank); }

uint64_t ExchangeRoute::elements(const RouteMessage &message) const {
  uint64_t sum = 0;
  for (const uint32_t content : message.contents)
    sum += uint64_t(contents[content].elements());
  return sum;
}

ExchangeRoute routeByLevels(const std::vector<Expansion> &flat, int64_t elementBytes, const Machines &machines) {
  return Router(flat, elementBytes, machines).run();
}

RankRoute routeOf(const ExchangeRoute &route, uint32_t rank) {
  RankRoute made;
  std::set<uint32_t> kept, received;
  for (size_t round = 0; round < route.rounds.size(); ++round)
    for (const RouteMessage &message : route.rounds[round]) {
      if (message.sender == rank) {
        made.rounds[round].sends.push_back(&message);
        if (round > 0)
          kept.insert(message.contents.begin(), message.contents.end());
      }
      if (message.receiver == rank) {
        made.rounds[round].receives.push_back(&message);
        received.insert(message.contents.begin(), message.contents.end());
      }
    }
  for (const uint32_t content : kept) {
    made.kept.push_back(content);
    made.own.push_back(!received.count(content));
  }
  return made;
}

Routes planRoutes(const LoadedPlan &plan, Machines machines, RouteChoice choice) {
  Routes routes{std::move(machines), {}};
  const bool isOne = std::all_of(routes.machines.begin(), routes.machines.end(), [](uint32_t machine) { return machine == 0; });
  if (isOne || choice == RouteChoice::flat)
    return routes;
  const auto &exchanges = plan.plan.programs.front()->exchanges;
  for (uint32_t exchange = 0; exchange < plan.rules.size(); ++exchange) {
    const uint64_t bytes = exchanges[exchange]->element_bytes;
    // The layers of a network have few different ones.
    uint32_t like = 0;
    while (like < exchange && !(alike(plan.rules[like], plan.rules[exchange]) && exchanges[like]->element_bytes == bytes))
      ++like;
    if (like < exchange) {
      routes.exchanges.push_back(routes.exchanges[like]);
      continue;
    }
    const ExchangeTraffic flat = trafficOf(plan.expansions[exchange], int64_t(bytes), routes.machines);
    std::shared_ptr<const ExchangeRoute> made;
    if (flat.between.messages > 0)
      made = std::make_shared<const ExchangeRoute>(routeByLevels(plan.expansions[exchange], int64_t(bytes), routes.machines));
    if (made && choice == RouteChoice::automatic && !saves(flat, trafficOf(*made, int64_t(bytes), routes.machines)))
      made.reset();
    routes.exchanges.push_back(std::move(made));
  }
  return routes;
}

ExchangeTraffic trafficOf(const std::vector<Expansion> &flat, int64_t elementBytes, const Machines &machines) {
  ExchangeTraffic traffic;
  for (const Expansion &expansion : flat)
    for (const Piece &piece : expansion.sends)
      count(traffic, piece.sender, piece.receiver, uint64_t(piece.elements() * elementBytes), machines);
  return traffic;
}

ExchangeTraffic trafficOf(const ExchangeRoute &route, int64_t elementBytes, const Machines &machines) {
  ExchangeTraffic traffic;
  for (const auto &round : route.rounds)
    for (const RouteMessage &message : round)
      count(traffic, message.sender, message.receiver, route.elements(message) * uint64_t(elementBytes), machines);
  return traffic;
}

ExchangeTraffic stepTraffic(const LoadedPlan &plan, const Routes &routes) {
  std::vector<ExchangeTraffic> each;
  const artifact::ProgramT &program = *plan.plan.programs.front();
  for (uint32_t exchange = 0; exchange < plan.rules.size(); ++exchange) {
    const int64_t bytes = program.exchanges[exchange]->element_bytes;
    const ExchangeRoute *route = routes.at(exchange);
    each.push_back(route ? trafficOf(*route, bytes, routes.machines) : trafficOf(plan.expansions[exchange], bytes, routes.machines));
  }
  ExchangeTraffic sum;
  addTraffic(program.entries, 1, each, sum);
  return sum;
}

} // namespace det::rt
