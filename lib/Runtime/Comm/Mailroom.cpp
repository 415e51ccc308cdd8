// Slots in front, rings behind.
#include "Mailroom.h"

namespace det::rt {

Mailroom::Mailroom(const Traffic &traffic, const std::vector<uint32_t> &routes) : boxes(traffic.routes.size()) {
  for (uint32_t route : routes) {
    places.push_back({route, traffic.routes[route], slotBytes, 0});
    slotBytes += Mailbox::slotsFor(traffic.routes[route].messages) * sizeof(Mailbox::Slot);
  }
  total = slotBytes = wholePages(slotBytes);
  for (Place &place : places) {
    place.ring = total;
    total += wholePages(place.what.window + (place.what.window == 0));
  }
}

Status Mailroom::open(RingMemory taken, const std::function<bool(const Route &)> &wanted) {
  memory = std::move(taken);
  if (total == 0)
    return {};
  Result<uint8_t *> slots = memory.map(0, slotBytes);
  if (!slots)
    return slots.error();
  for (const Place &place : places) {
    if (!wanted(place.what))
      continue;
    const uint64_t size = wholePages(place.what.window + (place.what.window == 0));
    Result<uint8_t *> ring = memory.mapTwice(place.ring, size);
    if (!ring)
      return ring.error();
    boxes[place.route] =
        std::make_unique<Mailbox>(*ring, size, reinterpret_cast<Mailbox::Slot *>(*slots + place.slots), place.what.messages);
  }
  return {};
}

} // namespace det::rt
