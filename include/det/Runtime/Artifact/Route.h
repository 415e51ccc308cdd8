// How the messages of an exchange travel where ranks are on several machines: straight from rank to rank, or by levels.
//
// By levels, what goes from one machine to another is collected there by few ranks, crosses in one message for each pair of machines (in several
// where it is much), and is spread from the rank that gets it. What several ranks of a machine want crosses once; what one of them has does not cross at all.
// A pure function of the expansion and of who is on which machine, so all ranks agree without talking. Bytes are moved, nothing else: the bits are
// those of the straight way.
#ifndef DET_RUNTIME_ARTIFACT_ROUTE_H
#define DET_RUNTIME_ARTIFACT_ROUTE_H

#include "det/Runtime/Artifact/LoadedPlan.h"

#include <array>
#include <memory>

namespace det::rt {

enum class RouteChoice : uint8_t {
  automatic, ///< by levels where that saves bytes between machines, or messages that are small
  flat,      ///< from rank to rank
  levels,    ///< by levels wherever something goes from one machine to another
};

/// The number of each rank's machine, from 0 in order of the ranks.
using Machines = std::vector<uint32_t>;

/// A message of this many bytes takes a network about as long as it takes to begin one: two machines talk in another message for each.
inline constexpr uint64_t laneBytes = uint64_t(1) << 18;

/// Equal elements, whoever wants them: `region` of the tensor for each node in `positions`, as in a Piece.
struct Content {
  Region region;
  std::vector<uint32_t> positions;
  std::vector<uint32_t> receivers; ///< who wants it in its target, ascending

  int64_t elements() const { return volume(region) * int64_t(positions.size()); }
  bool isWantedBy(uint32_t rank) const;
};

/// Contents, by number, ascending, dense one behind the other.
struct RouteMessage {
  uint32_t sender = 0, receiver = 0;
  std::vector<uint32_t> contents;
};

/// An exchange by levels. A round's messages leave when the sender has those of the rounds before: the first round's when the exchange begins.
/// At most one message from rank to rank in a round.
struct ExchangeRoute {
  static constexpr size_t mostRounds = 3;
  std::vector<Content> contents;
  std::array<std::vector<RouteMessage>, mostRounds> rounds; ///< by sender, then receiver

  uint64_t elements(const RouteMessage &message) const;
};

/// The number that a message is known by among all of a step.
inline uint32_t messageTag(uint32_t exchange, size_t round) { return exchange * uint32_t(ExchangeRoute::mostRounds) + uint32_t(round); }

/// `flat`: the expansions of all ranks. What is local stays with them.
ExchangeRoute routeByLevels(const std::vector<Expansion> &flat, int64_t elementBytes, const Machines &machines);

/// What one rank does in an exchange by levels.
struct RankRoute {
  struct Round {
    std::vector<const RouteMessage *> sends, receives; ///< by peer
  };
  std::array<Round, ExchangeRoute::mostRounds> rounds;
  /// What leaves in a later round than the first, ascending. `own`: by it, whether it is in the rank's source; otherwise it comes in a message.
  std::vector<uint32_t> kept;
  std::vector<bool> own;
};

RankRoute routeOf(const ExchangeRoute &route, uint32_t rank);

/// The ways of all exchanges of a plan.
struct Routes {
  Machines machines;
  std::vector<std::shared_ptr<const ExchangeRoute>> exchanges; ///< null: straight

  const ExchangeRoute *at(uint32_t exchange) const { return exchange < exchanges.size() ? exchanges[exchange].get() : nullptr; }
};

Routes planRoutes(const LoadedPlan &plan, Machines machines, RouteChoice choice);

/// Messages of one execution of an exchange, of all ranks.
struct ExchangeTraffic {
  struct Count {
    uint64_t messages = 0, bytes = 0;
    bool operator==(const Count &) const = default;
  };
  Count within, between; ///< machines
};

ExchangeTraffic trafficOf(const std::vector<Expansion> &flat, int64_t elementBytes, const Machines &machines);
ExchangeTraffic trafficOf(const ExchangeRoute &route, int64_t elementBytes, const Machines &machines);

/// Of a step: loops that a value ends count as one iteration.
ExchangeTraffic stepTraffic(const LoadedPlan &plan, const Routes &routes);

} // namespace det::rt

#endif // DET_RUNTIME_ARTIFACT_ROUTE_H
