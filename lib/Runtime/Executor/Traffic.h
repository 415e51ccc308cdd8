// How much can be under way between each pair of ranks at once.
#ifndef DET_LIB_RUNTIME_EXECUTOR_TRAFFIC_H
#define DET_LIB_RUNTIME_EXECUTOR_TRAFFIC_H

#include "det/Runtime/Artifact/Route.h"
#include "det/Runtime/Comm/Communicator.h"

namespace det::rt {

/// The windows that a plan needs: per pair the most that begun and not yet ended exchanges send, counted first in,
/// first out, and as much again, up to a limit, so that a sender can run ahead of its receiver.
Traffic planTraffic(const LoadedPlan &plan, const Routes &routes);

} // namespace det::rt

#endif // DET_LIB_RUNTIME_EXECUTOR_TRAFFIC_H
