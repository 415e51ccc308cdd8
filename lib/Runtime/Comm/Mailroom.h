// The mailboxes of some routes in one piece of memory, which may belong to several processes.
#ifndef DET_LIB_RUNTIME_COMM_MAILROOM_H
#define DET_LIB_RUNTIME_COMM_MAILROOM_H

#include "Mailbox.h"
#include "RingMemory.h"

namespace det::rt {

class Mailroom {
public:
  /// For these of the traffic's routes, by index. Whoever says the same gets the same places.
  Mailroom(const Traffic &traffic, const std::vector<uint32_t> &routes);

  /// The memory that it takes.
  uint64_t bytes() const { return total; }
  /// Makes the mailboxes of those routes that this process wants. Errors: no memory.
  Status open(RingMemory memory, const std::function<bool(const Route &)> &wanted);
  /// Null if it is not open here.
  Mailbox *box(uint32_t route) const { return route < boxes.size() ? boxes[route].get() : nullptr; }

private:
  struct Place {
    uint32_t route;
    Route what;
    uint64_t slots, ring; // offsets
  };
  std::vector<Place> places;
  uint64_t slotBytes = 0, total = 0;
  RingMemory memory;
  std::vector<std::unique_ptr<Mailbox>> boxes; // by route
};

} // namespace det::rt

#endif // DET_LIB_RUNTIME_COMM_MAILROOM_H
