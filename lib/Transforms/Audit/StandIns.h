// Stand-ins: unknown values in the place of an operation that det refuses, so that the rest of the graph still compiles.
#ifndef DET_LIB_TRANSFORMS_AUDIT_STANDINS_H
#define DET_LIB_TRANSFORMS_AUDIT_STANDINS_H

#include "mlir/IR/BuiltinOps.h"

namespace det::audit {

/// Whether every result of an operation has a type of which there are unknown values.
bool canStandIn(mlir::Operation *op);

/// Replaces the operation with this number (Marks.h) in a marked copy: its results are random.
void putStandIn(mlir::ModuleOp copy, int64_t mark);

} // namespace det::audit

#endif // DET_LIB_TRANSFORMS_AUDIT_STANDINS_H
