// The ring of one pair of ranks.
#include "Mailbox.h"
#include "det/Runtime/Comm/Communicator.h"

namespace det::rt {

uint64_t Mailbox::slotsFor(uint32_t messages) {
  uint64_t count = 2;
  while (count < messages)
    count *= 2;
  return count;
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

uint64_t Mailbox::post() {
  Slot &made = slot(next);
  head = made.end;
  made.state.store(4 * next + posted, std::memory_order_release);
  return next++;
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

uint64_t Mailbox::release(uint32_t exchange) {
  Slot *found = find(exchange);
  if (!found)
    return 0;
  const uint64_t state = found->state.load(std::memory_order_relaxed);
  found->state.store(state - posted + released, std::memory_order_release);
  return state / 4;
}

Mailbox::View Mailbox::view(uint64_t message) const {
  const Slot &found = slot(message);
  found.state.load(std::memory_order_acquire);
  return {base + found.begin % capacity, found.end - found.begin, found.exchange};
}

void Mailbox::releaseNumber(uint64_t message) { slot(message).state.store(4 * message + released, std::memory_order_release); }

} // namespace det::rt
