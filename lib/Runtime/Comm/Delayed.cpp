// Holds messages back by a seeded number of polls.
#include "det/Runtime/Comm/Delayed.h"
#include "det/Runtime/Trace/SplitMix.h"

#include <cstring>

namespace det::rt {

namespace {

class Delayed final : public Communicator {
public:
  Delayed(std::unique_ptr<Communicator> inner, uint64_t seed, uint32_t most, uint32_t ranks, uint32_t exchanges)
      : inner(std::move(inner)), seed(seed), most(most), ranks(ranks), incoming(size_t(ranks) * exchanges),
        outgoing(size_t(ranks) * exchanges) {}

  void *beginSend(uint32_t exchange, uint32_t peer, uint64_t bytes) override {
    Channel &channel = outgoing[size_t(exchange) * ranks + peer];
    if (!due(channel, exchange, peer, 1))
      return nullptr;
    void *memory = inner->beginSend(exchange, peer, bytes);
    if (memory) {
      std::memset(memory, int(splitmix64(seed ^ channel.number) & 0xff), bytes);
      finish(channel);
    }
    return memory;
  }
  void post(uint32_t peer) override { inner->post(peer); }

  const void *receive(uint32_t exchange, uint32_t peer) override {
    const void *message = inner->receive(exchange, peer);
    return message && due(incoming[size_t(exchange) * ranks + peer], exchange, peer, 0) ? message : nullptr;
  }
  void release(uint32_t exchange, uint32_t peer) override {
    finish(incoming[size_t(exchange) * ranks + peer]);
    inner->release(exchange, peer);
  }
  Status status() const override { return inner->status(); }

private:
  // What happens to the message that is next on a channel.
  struct Channel {
    uint64_t number = 0;
    uint32_t polls = 0;
  };

  bool due(Channel &channel, uint32_t exchange, uint32_t peer, uint64_t direction) const {
    const uint64_t key = (uint64_t(exchange) << 33) ^ (uint64_t(peer) << 1) ^ direction;
    return channel.polls++ >= splitmix64(splitmix64(seed ^ key) ^ channel.number) % (uint64_t(most) + 1);
  }
  static void finish(Channel &channel) {
    ++channel.number;
    channel.polls = 0;
  }

  std::unique_ptr<Communicator> inner;
  uint64_t seed;
  uint32_t most, ranks;
  std::vector<Channel> incoming, outgoing;
};

} // namespace

CommunicatorFactory delayMessages(CommunicatorFactory inner, uint64_t seed, uint32_t most) {
  return [=](const Traffic &traffic) -> Result<std::vector<std::unique_ptr<Communicator>>> {
    Result<std::vector<std::unique_ptr<Communicator>>> ends = inner(traffic);
    if (!ends)
      return ends;
    for (uint32_t rank = 0; rank < ends->size(); ++rank)
      (*ends)[rank] =
          std::make_unique<Delayed>(std::move((*ends)[rank]), splitmix64(seed ^ rank), most, traffic.ranks, traffic.exchanges);
    return ends;
  };
}

} // namespace det::rt
