// Connects ranks of one process by mailboxes.
#include "det/Runtime/Comm/InProcess.h"
#include "Mailroom.h"

#include <numeric>

namespace det::rt {

namespace {

// Mailboxes by sender and receiver; lives as long as the last rank's end.
struct Boxes {
  explicit Boxes(const Traffic &traffic, std::vector<uint32_t> routes)
      : ranks(traffic.ranks), room(traffic, routes), boxes(size_t(traffic.ranks) * traffic.ranks) {}

  Mailbox *box(uint32_t sender, uint32_t receiver) const { return boxes[size_t(sender) * ranks + receiver]; }

  uint32_t ranks;
  Mailroom room;
  std::vector<Mailbox *> boxes;
};

class InProcess final : public Communicator {
public:
  InProcess(std::shared_ptr<Boxes> boxes, uint32_t rank) : boxes(std::move(boxes)), rank(rank) {}

  void *beginSend(uint32_t exchange, uint32_t peer, uint64_t bytes) override {
    return boxes->box(rank, peer)->beginSend(exchange, bytes);
  }
  void post(uint32_t peer) override { boxes->box(rank, peer)->post(); }
  const void *receive(uint32_t exchange, uint32_t peer) override { return boxes->box(peer, rank)->receive(exchange); }
  void release(uint32_t exchange, uint32_t peer) override { boxes->box(peer, rank)->release(exchange); }

private:
  std::shared_ptr<Boxes> boxes;
  uint32_t rank;
};

} // namespace

Result<std::vector<std::unique_ptr<Communicator>>> connectInProcess(const Traffic &traffic) {
  std::vector<uint32_t> routes(traffic.routes.size());
  std::iota(routes.begin(), routes.end(), 0);
  auto boxes = std::make_shared<Boxes>(traffic, routes);
  Result<RingMemory> memory = RingMemory::create(boxes->room.bytes());
  if (!memory)
    return memory.error();
  if (Status status = boxes->room.open(std::move(*memory), [](const Route &) { return true; }); !status)
    return status.error();
  for (uint32_t route : routes)
    boxes->boxes[size_t(traffic.routes[route].sender) * traffic.ranks + traffic.routes[route].receiver] = boxes->room.box(route);
  std::vector<std::unique_ptr<Communicator>> ends;
  for (uint32_t rank = 0; rank < traffic.ranks; ++rank)
    ends.push_back(std::make_unique<InProcess>(boxes, rank));
  return ends;
}

} // namespace det::rt
