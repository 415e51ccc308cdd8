// An order in words.
#ifndef DET_LIB_TRANSFORMS_AUDIT_ORDERTEXT_H
#define DET_LIB_TRANSFORMS_AUDIT_ORDERTEXT_H

#include "det/Dialect/Det/Det.h"

namespace det::audit {

/// `tree of 16 blocks of 512, each in lanes<32>, f32`. docs/order.md says what it means.
std::string orderText(OrderedOpInterface op);

} // namespace det::audit

#endif // DET_LIB_TRANSFORMS_AUDIT_ORDERTEXT_H
