// The import phase: input dialects -> det ops in one function @main with named arguments and results.
#ifndef DET_TRANSFORMS_IMPORT_PASSES_H
#define DET_TRANSFORMS_IMPORT_PASSES_H

#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include <memory>

namespace det {

/// `det-import-inline`: finds the entry function, calls it @main, inlines every call and composite into it.
/// Afterwards @main is the only function. Fails on recursion and on calls of functions that are not there.
std::unique_ptr<mlir::Pass> createInlineCallsPass();

/// `det-import-unroll`: replaces `while` loops with a constant trip count by copies of their body.
/// Fails on other loops, and where trips x operations exceed 4096.
std::unique_ptr<mlir::Pass> createUnrollLoopsPass();

/// `det-import-branches`: replaces `if` and `case` by their branches and a select of the results.
/// Every operation is pure, so computing all branches is the same value.
std::unique_ptr<mlir::Pass> createFlattenBranchesPass();

/// `det-import-names`: names and kinds of arguments and results (docs/architecture.md, names).
/// Arguments get `det.name` and `det.kind` = "state" | "batch", results "state" | "metric". Fails on collisions.
std::unique_ptr<mlir::Pass> createNameValuesPass();

/// `det-import-ops`: input operations -> det operations; meshes and shardings -> `det.mesh`, `det.sharding`,
/// `det.sharding_constraint`. Fails on whatever has no det operation, naming it.
std::unique_ptr<mlir::Pass> createConvertOpsPass();

/// `det-import-fold`: folds constants where the folded bits are exact, drops operations without effect, removes
/// dead ones. No float arithmetic is folded.
std::unique_ptr<mlir::Pass> createFoldConstantsPass();

/// `det-verify-imported`: the gate behind the import phase: one @main, only det operations, static shapes, names and
/// kinds everywhere and without collision.
std::unique_ptr<mlir::Pass> createVerifyImportedPass();

/// All of the above in order, with common subexpressions merged: the pipeline `det-import`.
void addImportPasses(mlir::OpPassManager &pm);

/// Registers the passes, and the pipeline `det-import`.
void registerImportPasses();

} // namespace det

#endif // DET_TRANSFORMS_IMPORT_PASSES_H
