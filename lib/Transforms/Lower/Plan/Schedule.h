// The order in which the ops of @main run; the same on all ranks.
#ifndef DET_LIB_TRANSFORMS_LOWER_PLAN_SCHEDULE_H
#define DET_LIB_TRANSFORMS_LOWER_PLAN_SCHEDULE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace det::plan {

/// Reorders the block of a function, and the blocks of its loops, so that values are made late and die early: an op moves down to its first consumer
/// if nothing that it reads has to live longer for that, or if what it makes is larger than what it keeps alive. Joins
/// and their exchanges stay right behind the partial value. Deterministic; the program's meaning does not change.
void schedule(mlir::func::FuncOp function);

} // namespace det::plan

#endif // DET_LIB_TRANSFORMS_LOWER_PLAN_SCHEDULE_H
