// Connects ranks of one process by mailboxes.
#include "det/Runtime/Comm/InProcess.h"
#include "Mailbox.h"

#include <cerrno>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

namespace det::rt {

namespace {

constexpr uint64_t page = 4096;

// All mailboxes and their memory; lives as long as the last rank's end.
class Mailroom {
public:
  explicit Mailroom(uint32_t ranks) : ranks(ranks), boxes(size_t(ranks) * ranks) {}
  ~Mailroom() {
    for (const auto &[start, size] : mappings)
      munmap(start, size);
    if (memory >= 0)
      close(memory);
  }
  Mailroom(const Mailroom &) = delete;
  Mailroom &operator=(const Mailroom &) = delete;

  Status open(const Traffic &traffic);
  Mailbox *box(uint32_t sender, uint32_t receiver) { return boxes[size_t(sender) * ranks + receiver].get(); }

private:
  Result<uint8_t *> mapTwice(uint64_t offset, uint64_t size);

  uint32_t ranks;
  int memory = -1;
  std::vector<std::pair<void *, size_t>> mappings;
  std::vector<std::unique_ptr<Mailbox>> boxes;
};

Error outOfMemory(uint64_t bytes) {
  return Error{"cannot take " + std::to_string(bytes) + " bytes for messages: " + std::strerror(errno)};
}

Result<uint8_t *> Mailroom::mapTwice(uint64_t offset, uint64_t size) {
  void *start = mmap(nullptr, 2 * size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (start == MAP_FAILED)
    return outOfMemory(size);
  mappings.emplace_back(start, 2 * size);
  for (int copy = 0; copy < 2; ++copy)
    if (mmap(static_cast<uint8_t *>(start) + copy * size, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, memory,
             off_t(offset)) == MAP_FAILED)
      return outOfMemory(size);
  return static_cast<uint8_t *>(start);
}

Status Mailroom::open(const Traffic &traffic) {
  std::vector<uint64_t> sizes;
  uint64_t total = 0;
  for (const Route &route : traffic.routes) {
    sizes.push_back((route.window + page - 1) / page * page + (route.window == 0 ? page : 0));
    total += sizes.back();
  }
  if (total == 0)
    return {};
  memory = memfd_create("messages", MFD_CLOEXEC);
  if (memory < 0 || ftruncate(memory, off_t(total)) != 0)
    return outOfMemory(total);
  uint64_t offset = 0;
  for (size_t i = 0; i < sizes.size(); ++i) {
    const Route &route = traffic.routes[i];
    Result<uint8_t *> base = mapTwice(offset, sizes[i]);
    if (!base)
      return base.error();
    boxes[size_t(route.sender) * ranks + route.receiver] = std::make_unique<Mailbox>(*base, sizes[i], route.messages);
    offset += sizes[i];
  }
  return {};
}

class InProcess final : public Communicator {
public:
  InProcess(std::shared_ptr<Mailroom> room, uint32_t rank) : room(std::move(room)), rank(rank) {}

  void *beginSend(uint32_t exchange, uint32_t peer, uint64_t bytes) override {
    return room->box(rank, peer)->beginSend(exchange, bytes);
  }
  void post(uint32_t peer) override { room->box(rank, peer)->post(); }
  const void *receive(uint32_t exchange, uint32_t peer) override { return room->box(peer, rank)->receive(exchange); }
  void release(uint32_t exchange, uint32_t peer) override { room->box(peer, rank)->release(exchange); }

private:
  std::shared_ptr<Mailroom> room;
  uint32_t rank;
};

} // namespace

Result<std::vector<std::unique_ptr<Communicator>>> connectInProcess(const Traffic &traffic) {
  auto room = std::make_shared<Mailroom>(traffic.ranks);
  if (Status status = room->open(traffic); !status)
    return status.error();
  std::vector<std::unique_ptr<Communicator>> ends;
  for (uint32_t rank = 0; rank < traffic.ranks; ++rank)
    ends.push_back(std::make_unique<InProcess>(room, rank));
  return ends;
}

} // namespace det::rt
