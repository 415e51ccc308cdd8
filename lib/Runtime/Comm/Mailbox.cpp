// The ring of one pair of ranks.
#include "Mailbox.h"
#include "det/Runtime/Comm/Communicator.h"

namespace det::rt {

Mailbox::Mailbox(uint8_t *base, uint64_t capacity, uint32_t messages) : base(base), capacity(capacity) {
  uint64_t count = 2;
  while (count < messages)
    count *= 2;
  mask = count - 1;
  slots = std::make_unique<Slot[]>(count);
}

void Mailbox::reclaim() {
  for (; oldest < next; ++oldest) {
    const Slot &done = slot(oldest);
    if (done.state.load(std::memory_order_acquire) != 4 * oldest + released)
      return;
    tail = done.end;
  }
}

void *Mailbox::beginSend(uint32_t exchange, uint64_t bytes) {
  const uint64_t size = messageBytes(bytes);
  reclaim();
  if (next - oldest > mask || head + size - tail > capacity)
    return nullptr;
  Slot &made = slot(next);
  made.exchange = exchange;
  made.begin = head;
  made.end = head + size;
  return base + head % capacity;
}

void Mailbox::post() {
  Slot &made = slot(next);
  head = made.end;
  made.state.store(4 * next + posted, std::memory_order_release);
  ++next;
}

Mailbox::Slot *Mailbox::find(uint32_t exchange) {
  for (uint64_t message = first;; ++message) {
    Slot &candidate = slot(message);
    const uint64_t state = candidate.state.load(std::memory_order_acquire);
    // Released, or released and its slot already used again: states only grow.
    if (state >= 4 * message + released) {
      first += message == first;
      continue;
    }
    if (state != 4 * message + posted)
      return nullptr;
    if (candidate.exchange == exchange)
      return &candidate;
  }
}

const void *Mailbox::receive(uint32_t exchange) {
  const Slot *found = find(exchange);
  return found ? base + found->begin % capacity : nullptr;
}

void Mailbox::release(uint32_t exchange) {
  if (Slot *found = find(exchange))
    found->state.store(found->state.load(std::memory_order_relaxed) - posted + released, std::memory_order_release);
}

} // namespace det::rt
