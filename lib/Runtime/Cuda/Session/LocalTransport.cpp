// Messages between ranks of one process: the sender copies them when both sides are ready.
#include "Transport.h"

#include <algorithm>

namespace det::rt::cuda {

namespace {

Lane *laneOf(std::span<Lane> lanes, uint32_t rank) {
  const auto found = std::lower_bound(lanes.begin(), lanes.end(), rank, [](const Lane &lane, uint32_t wanted) { return lane.rank < wanted; });
  return found != lanes.end() && found->rank == rank ? &*found : nullptr;
}

const Message *from(const std::vector<Message> &messages, uint32_t peer) {
  const auto found =
      std::lower_bound(messages.begin(), messages.end(), peer, [](const Message &message, uint32_t wanted) { return message.peer < wanted; });
  return found != messages.end() && found->peer == peer ? &*found : nullptr;
}

class LocalTransport final : public Transport {
public:
  explicit LocalTransport(Driver &driver) : driver(driver) {}

  Status move(uint32_t exchange, size_t round, std::span<Lane> lanes) override {
    for (Lane &sender : lanes) {
      const std::vector<Message> &sends = sender.program.exchanges[exchange].round(round).sends;
      for (const Message &message : sends) {
        const Lane *receiver = laneOf(lanes, message.peer);
        const Message *place = receiver ? from(receiver->program.exchanges[exchange].round(round).receives, sender.rank) : nullptr;
        if (!place || place->bytes != message.bytes)
          return Error{"bad plan: rank " + std::to_string(message.peer) + " expects another message of rank " + std::to_string(sender.rank) +
                       " than that sends"};
        if (Status status = driver.wait(sender.moves, receiver->posted); !status)
          return status;
        if (Status status = driver.copyOnDevice(place->memory, message.memory, message.bytes, sender.moves); !status)
          return status;
      }
      if (!sends.empty())
        if (Status status = driver.record(sender.sent, sender.moves); !status)
          return status;
    }
    for (Lane &receiver : lanes)
      for (const Message &message : receiver.program.exchanges[exchange].round(round).receives)
        if (Status status = driver.wait(receiver.moves, laneOf(lanes, message.peer)->sent); !status)
          return status;
    return {};
  }

private:
  Driver &driver;
};

} // namespace

std::unique_ptr<Transport> makeLocalTransport(Driver &driver) { return std::make_unique<LocalTransport>(driver); }

} // namespace det::rt::cuda
