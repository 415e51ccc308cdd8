// Pinned products: by an algorithm of a library, which may not change the order.
#ifndef DET_LIB_VERIFY_PINS_H
#define DET_LIB_VERIFY_PINS_H

#include "det/Runtime/Artifact/plan_generated.h"
#include <string_view>

namespace det::verify {

/// Pins do not enter the order, so each must be one that cannot change it; and `section` (empty: there is none) says for which chip
/// and which release of the library they hold, which are the plan's. Gives how many products are pinned.
int64_t checkPins(const artifact::PlanT &plan, std::string_view section);

} // namespace det::verify

#endif // DET_LIB_VERIFY_PINS_H
