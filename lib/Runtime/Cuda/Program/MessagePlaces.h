// Where the messages of a rank's exchanges lie: in the source or target itself where their bytes lie together there, in message memory otherwise.
#ifndef DET_LIB_RUNTIME_CUDA_PROGRAM_MESSAGEPLACES_H
#define DET_LIB_RUNTIME_CUDA_PROGRAM_MESSAGEPLACES_H

#include "FreeReductions.h"
#include "det/Runtime/Artifact/Route.h"

namespace det::rt::cuda {

/// How the ranks that talk in an exchange do it.
enum class Pattern : uint8_t {
  pairs,     ///< messages from rank to rank
  allGather, ///< every rank's source goes to all others, into their targets, one rank's part behind the other's
  allToAll,  ///< every rank sends as many bytes to every other one, through message memory
  broadcast, ///< one rank sends the same bytes to all others
  // At level not_guaranteed alone.
  allReduce,     ///< every rank has one node, and gets the join of all
  reduceScatter, ///< every rank has one node, and gets a part of the join of all
};

/// One message of a rank. `direct`: it lies `offset` bytes behind the start of the source (or target), not of the message memory.
struct MessagePlace {
  uint32_t peer = 0;
  uint64_t bytes = 0, offset = 0;
  bool direct = false;
};

/// An exchange by levels: every message in message memory, by round and in the order of `mine`.
struct RoutedPlaces {
  const ExchangeRoute *route = nullptr;
  RankRoute mine;
  std::array<std::vector<uint64_t>, ExchangeRoute::mostRounds> sends, receives; ///< offsets
  uint64_t bytes = 0;
  size_t rounds = 1; ///< that any rank has

  void moveBy(uint64_t base) {
    for (auto *messages : {&sends, &receives})
      for (std::vector<uint64_t> &round : *messages)
        for (uint64_t &offset : round)
          offset += base;
  }
};
RoutedPlaces placeRoute(const ExchangeRoute &route, uint32_t rank, int64_t elementBytes);

/// What a rank sends and receives in one exchange; peers ascend.
struct ExchangePlaces {
  Pattern pattern = Pattern::pairs;
  std::vector<uint32_t> group; ///< the ranks that talk with each other, directly or by others, ascending; this rank among them
  std::vector<MessagePlace> sends, receives;
  uint64_t sendStart = 0, receiveStart = 0; ///< allToAll: where in the message memory the parts of the group's first rank lie
  std::optional<RoutedPlaces> routed; ///< in place of sends and receives
  std::optional<FreeReduction> reduction; ///< what NCCL joins instead of messages; its packed source lies at sendStart
};

struct MessagePlaces {
  std::vector<ExchangePlaces> exchanges;
  uint64_t bytes = 0; ///< of message memory; exchanges that are never under way together share it
};

/// Which ranks talk in an exchange: by rank the lowest one of its group.
std::vector<uint32_t> groupsOf(const LoadedPlan &plan, uint32_t exchange);

/// `ncclAdds`: NCCL may join what a plan at level not_guaranteed joins. `routes`: which exchanges go by levels; null: none.
MessagePlaces placeMessages(const LoadedPlan &plan, uint32_t rank, bool ncclAdds = false, const Routes *routes = nullptr);

} // namespace det::rt::cuda

#endif // DET_LIB_RUNTIME_CUDA_PROGRAM_MESSAGEPLACES_H
