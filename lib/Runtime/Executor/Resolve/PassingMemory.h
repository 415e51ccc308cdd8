// A rank's memory for what it passes on in exchanges by levels (Artifact/Route.h).
#ifndef DET_LIB_RUNTIME_EXECUTOR_RESOLVE_PASSINGMEMORY_H
#define DET_LIB_RUNTIME_EXECUTOR_RESOLVE_PASSINGMEMORY_H

#include "det/Runtime/Artifact/Route.h"

namespace det::rt {

struct PassingMemory {
  const Routes *routes = nullptr;
  std::vector<uint64_t> offsets; ///< by exchange: where what is kept lies, each content aligned
  uint64_t bytes = 0;
  uint8_t *start = nullptr;

  const ExchangeRoute *routeOf(uint32_t exchange) const { return routes ? routes->at(exchange) : nullptr; }
};

/// All but `start`.
PassingMemory placePassing(const LoadedPlan &plan, const Routes &routes, uint32_t rank);

/// Of one content.
inline uint64_t passingBytes(const Content &content, int64_t elementBytes) { return (uint64_t(content.elements() * elementBytes) + 63) / 64 * 64; }

} // namespace det::rt

#endif // DET_LIB_RUNTIME_EXECUTOR_RESOLVE_PASSINGMEMORY_H
