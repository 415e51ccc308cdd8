// Walks a program's exchanges.
#include "det/Runtime/Artifact/ExchangeOrder.h"

#include <algorithm>
#include <set>

namespace det::rt {

namespace {

using Entries = std::vector<std::unique_ptr<artifact::EntryT>>;

Status walk(const Entries &entries, int64_t repeats, std::vector<ExchangeEvent> &events) {
  std::set<uint32_t> open;
  for (const auto &entry : entries) {
    if (const auto *begin = entry->action.AsExchangeBegin()) {
      if (!open.insert(begin->exchange).second)
        return Error{"exchange " + std::to_string(begin->exchange) + " begins twice without an end"};
      events.push_back({begin->exchange, true, repeats});
    } else if (const auto *end = entry->action.AsExchangeEnd()) {
      if (open.erase(end->exchange) == 0)
        return Error{"exchange " + std::to_string(end->exchange) + " ends without a begin in the same loop"};
      events.push_back({end->exchange, false, repeats});
    } else if (const auto *loop = entry->action.AsLoop()) {
      const size_t before = events.size();
      for (int64_t i = 0; i < std::min<int64_t>(loop->count, 2); ++i) {
        if (Status status = walk(loop->body, repeats * loop->count, events); !status)
          return status;
        if (events.size() == before)
          break;
      }
    } else if (const auto *loop = entry->action.AsWhile()) {
      const size_t before = events.size();
      for (int i = 0; i < 2; ++i) {
        for (const Entries *part : {&loop->condition, &loop->body})
          if (Status status = walk(*part, repeats, events); !status)
            return status;
        if (events.size() == before)
          break;
      }
      if (events.size() != before)
        if (Status status = walk(loop->condition, repeats, events); !status)
          return status;
    }
  }
  if (!open.empty())
    return Error{"exchange " + std::to_string(*open.begin()) + " has no end in the same loop"};
  return {};
}

} // namespace

Result<std::vector<ExchangeEvent>> exchangeOrder(const artifact::ProgramT &program) {
  std::vector<ExchangeEvent> events;
  if (Status status = walk(program.entries, 1, events); !status)
    return status.error();
  return events;
}

} // namespace det::rt
