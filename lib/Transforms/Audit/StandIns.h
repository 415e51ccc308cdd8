// Stand-ins: unknown values in the place of an operation that det refuses, so that the rest of the graph still compiles.
#ifndef DET_LIB_TRANSFORMS_AUDIT_STANDINS_H
#define DET_LIB_TRANSFORMS_AUDIT_STANDINS_H

#include "mlir/IR/BuiltinOps.h"

namespace det::audit {

/// Whether every result of an operation has a type of which there are unknown values.
bool canStandIn(mlir::Operation *op);

/// Replaces the operations with these numbers (Marks.h) in a marked copy: their results are random.
void putStandIns(mlir::ModuleOp copy, llvm::ArrayRef<int64_t> marks);

} // namespace det::audit

#endif // DET_LIB_TRANSFORMS_AUDIT_STANDINS_H
