// What the region of a reduction, scatter or collective does with two values.
#ifndef DET_LIB_TRANSFORMS_AUDIT_BODY_H
#define DET_LIB_TRANSFORMS_AUDIT_BODY_H

#include "mlir/IR/Region.h"

namespace det::audit {

enum class Body {
  Free,       ///< any order gives the same bits: integers and booleans, minimum, maximum, a choice that decides ties
  Rounds,     ///< the order decides the last bits, or everything
  Picks,      ///< chooses one of two records; the order decides between equal keys
  Overwrites, ///< the second value
};

/// A region of one block whose arguments are as many left values as right ones. Anything else rounds.
Body bodyOf(mlir::Region &region);

} // namespace det::audit

#endif // DET_LIB_TRANSFORMS_AUDIT_BODY_H
