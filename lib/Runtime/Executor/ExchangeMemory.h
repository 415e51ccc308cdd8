// Memory that exchanges need only while they are under way: those that never are at the same time share it.
#ifndef DET_LIB_RUNTIME_EXECUTOR_EXCHANGEMEMORY_H
#define DET_LIB_RUNTIME_EXECUTOR_EXCHANGEMEMORY_H

#include "det/Runtime/Artifact/LoadedPlan.h"

namespace det::rt {

class ExchangeMemory {
public:
  explicit ExchangeMemory(const artifact::ProgramT &program);

  /// Where an exchange's bytes lie: the first place that none under way with it has. Once for each, in ascending order.
  uint64_t place(uint32_t exchange, uint64_t bytes);
  /// Of all.
  uint64_t bytes() const { return most; }

private:
  // When an exchange is under way, in positions of a walk over all entries.
  struct Span {
    size_t begin, end;
  };
  void addSpans(const std::vector<std::unique_ptr<artifact::EntryT>> &entries, size_t &position);
  bool meet(uint32_t a, uint32_t b) const;

  std::vector<std::vector<Span>> spans;            // by exchange
  std::vector<std::pair<uint64_t, uint64_t>> taken; // by exchange: from, to
  uint64_t most = 0;
};

} // namespace det::rt

#endif // DET_LIB_RUNTIME_EXECUTOR_EXCHANGEMEMORY_H
