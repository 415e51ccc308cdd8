// The level of an op: the module's, or one of its own for what only selected results need (det-select-levels).
#ifndef DET_DIALECT_DET_LEVELS_H
#define DET_DIALECT_DET_LEVELS_H

#include "det/Dialect/Det/Det.h"

namespace det {

/// `det.below`: on an op that has a level of its own (`det.level`), for whom and why: {results = ["loss"], why = "--level='...'"}.
inline constexpr llvm::StringLiteral kBelowAttr = "det.below";

/// The level that `op` states, else that of the module that holds it; `mesh_to_mesh` if none is set.
llvm::StringRef getLevel(mlir::Operation *op);

/// True for an op at `not_guaranteed`: the terms of its sum may be added in any order.
bool isFree(mlir::Operation *op);

} // namespace det

#endif // DET_DIALECT_DET_LEVELS_H
