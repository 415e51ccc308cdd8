// The messages of one ordered pair of ranks: a ring of bytes and a ring of what lies in it.
#ifndef DET_LIB_RUNTIME_COMM_MAILBOX_H
#define DET_LIB_RUNTIME_COMM_MAILBOX_H

#include <atomic>
#include <cstdint>

namespace det::rt {

/// One end of a mailbox, or both. One sender, one receiver, each a single thread at a time; they may be in two processes that
/// share the memory. The byte ring is mapped twice, one copy behind the other, so a message that passes its end is contiguous all
/// the same and no byte of the window is wasted.
class Mailbox {
public:
  /// What both ends see of a message. All zero at first.
  struct alignas(64) Slot {
    std::atomic<uint64_t> state{0}; // 4 * number of the message + State
    uint64_t end = 0;               // position in the endless stream of bytes behind this message
    uint64_t begin = 0;
    uint32_t exchange = 0;
  };
  /// How many slots a mailbox for `messages` messages has.
  static uint64_t slotsFor(uint32_t messages);

  /// `base`: `capacity` bytes, followed by a second mapping of the same ones. `slots`: slotsFor(messages) of them.
  Mailbox(uint8_t *base, uint64_t capacity, Slot *slots, uint32_t messages)
      : base(base), capacity(capacity), mask(slotsFor(messages) - 1), slots(slots) {}

  // The sender's side.
  void *beginSend(uint32_t exchange, uint64_t bytes);
  /// Gives the number of the message.
  uint64_t post();

  // The receiver's side. Messages of different exchanges may be released in any order.
  const void *receive(uint32_t exchange);
  /// Gives the number of the message.
  uint64_t release(uint32_t exchange);

  // For who carries messages from one mailbox to another of the same size.
  struct View {
    const uint8_t *bytes;
    uint64_t size;
    uint32_t exchange;
  };
  /// A posted message that is not released.
  View view(uint64_t message) const;
  /// Releases a posted message by its number.
  void releaseNumber(uint64_t message);

private:
  enum State : uint64_t { empty, posted, released };

  Slot &slot(uint64_t message) const { return slots[message & mask]; }
  void reclaim();
  Slot *find(uint32_t exchange);

  uint8_t *base;
  uint64_t capacity;
  uint64_t mask;
  Slot *slots;
  // The sender's: next message, oldest one not reclaimed, bytes behind the newest and the oldest.
  alignas(64) uint64_t next = 0;
  uint64_t oldest = 0, head = 0, tail = 0;
  // The receiver's: oldest message that is not released.
  alignas(64) uint64_t first = 0;
};

} // namespace det::rt

#endif // DET_LIB_RUNTIME_COMM_MAILBOX_H
