// Programs whose values jump: a rounding, however small, may change such a value by as much as it is.
#ifndef DET_LIB_C_JUMPS_H
#define DET_LIB_C_JUMPS_H

#include "mlir/IR/BuiltinOps.h"

namespace det {

/// Whether a program, as it is written, does something with floats that is not continuous: rounds them to integers, takes their sign,
/// orders or compares them, or has an angle that jumps by a whole turn. Functions that jump to or from infinity alone do not count, nor
/// do `maximum`, `minimum`, `clamp` and `abs`, and what an importer makes of an elementary function is not looked at.
///
/// Operations of which nothing is known count.
bool mayJump(mlir::ModuleOp module);

} // namespace det

#endif // DET_LIB_C_JUMPS_H
