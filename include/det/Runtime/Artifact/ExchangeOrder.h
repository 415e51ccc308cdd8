// In which order a program begins and ends its exchanges.
#ifndef DET_RUNTIME_ARTIFACT_EXCHANGEORDER_H
#define DET_RUNTIME_ARTIFACT_EXCHANGEORDER_H

#include "det/Runtime/Artifact/plan_generated.h"
#include "det/Runtime/Result.h"

#include <cstdint>
#include <vector>

namespace det::rt {

/// A begin or an end. The body of a loop that runs more than once, or as often as values say, appears twice: what happens
/// between its iterations shows in that.
struct ExchangeEvent {
  uint32_t exchange = 0;
  bool begin = true;
  int64_t repeats = 1; ///< the product of the counts of the loops around it; ranks must agree on it
  bool operator==(const ExchangeEvent &) const = default;
};

/// Errors: an exchange that begins before it has ended, ends before it has begun, or is open at the end of the step or
/// of a loop's body.
Result<std::vector<ExchangeEvent>> exchangeOrder(const artifact::ProgramT &program);

} // namespace det::rt

#endif // DET_RUNTIME_ARTIFACT_EXCHANGEORDER_H
