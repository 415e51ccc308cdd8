// First fit among the exchanges that are under way at the same time.
#include "ExchangeMemory.h"

#include <algorithm>

namespace det::rt {

ExchangeMemory::ExchangeMemory(const artifact::ProgramT &program) : spans(program.exchanges.size()), taken(program.exchanges.size()) {
  size_t position = 0;
  addSpans(program.entries, position);
}

void ExchangeMemory::addSpans(const std::vector<std::unique_ptr<artifact::EntryT>> &entries, size_t &position) {
  for (const auto &entry : entries) {
    ++position;
    if (const auto *begin = entry->action.AsExchangeBegin())
      spans[begin->exchange].push_back({position, position});
    else if (const auto *end = entry->action.AsExchangeEnd())
      spans[end->exchange].back().end = position;
    for (const auto *inner : bodiesOf(*entry))
      addSpans(*inner, position);
  }
}

bool ExchangeMemory::meet(uint32_t a, uint32_t b) const {
  return std::any_of(spans[a].begin(), spans[a].end(), [&](const Span &one) {
    return std::any_of(spans[b].begin(), spans[b].end(), [&](const Span &other) { return one.begin <= other.end && other.begin <= one.end; });
  });
}

uint64_t ExchangeMemory::place(uint32_t exchange, uint64_t bytes) {
  uint64_t base = 0;
  for (bool moved = bytes > 0; moved;) {
    moved = false;
    for (uint32_t other = 0; other < exchange; ++other)
      if (taken[other].first < base + bytes && base < taken[other].second && meet(exchange, other)) {
        base = taken[other].second;
        moved = true;
      }
  }
  taken[exchange] = {base, base + bytes};
  most = std::max(most, base + bytes);
  return base;
}

} // namespace det::rt
