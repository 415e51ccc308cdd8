// Marks: locations that say which operation of the text something came from.
#ifndef DET_LIB_TRANSFORMS_AUDIT_MARKS_H
#define DET_LIB_TRANSFORMS_AUDIT_MARKS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include <optional>

namespace det::audit {

/// A copy in which every operation has its number, in the order of a walk outside in, as the outermost name of its location.
mlir::OwningOpRef<mlir::ModuleOp> markedCopy(mlir::ModuleOp module);

/// The number in a location; nothing if it comes from no operation of the text.
std::optional<int64_t> markOf(mlir::Location loc);

/// The number in the name of a location, as reports print it.
std::optional<int64_t> markIn(llvm::StringRef name);

} // namespace det::audit

#endif // DET_LIB_TRANSFORMS_AUDIT_MARKS_H
