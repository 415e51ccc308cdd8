// The import phase: input dialects -> det ops in one function @main with named arguments and results.
#ifndef DET_TRANSFORMS_IMPORT_PASSES_H
#define DET_TRANSFORMS_IMPORT_PASSES_H

#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include <memory>

namespace det {

/// `det-import-shapes`: operations that take sizes as operands (`dynamic_pad`, `real_dynamic_slice`, ...) get the static form where
/// the sizes are constants.
std::unique_ptr<mlir::Pass> createStaticShapesPass();

/// `det-verify-input`: checks the constraints of the StableHLO specification of every operation that det reads, under their labels
/// there (C1, C2, ...). What follows need not ask again whether shapes fit.
std::unique_ptr<mlir::Pass> createVerifyInputPass();

/// `det-import-resources`: the data of `dense_resource<name>` go into the constants. Fails where the text does not hold them.
std::unique_ptr<mlir::Pass> createLoadResourcesPass();

/// `det-import-gspmd`: GSPMD's strings and custom calls become meshes, shardings and manual computations of the sdy dialect.
std::unique_ptr<mlir::Pass> createConvertGspmdPass();

/// `det-import-library-calls`: custom calls of LAPACK's potrf and trsm, and of approximate top-k, become the operations that they
/// compute. Others stay.
std::unique_ptr<mlir::Pass> createLibraryCallsPass();

/// `det-import-inline`: finds the entry function, calls it @main, inlines every call and composite into it.
/// Afterwards @main is the only function. Fails on recursion and on calls of functions that are not there.
std::unique_ptr<mlir::Pass> createInlineCallsPass();

/// `det-import-tuples`: takes tuples apart, also those that are arguments and results of @main.
std::unique_ptr<mlir::Pass> createSplitTuplesPass();

/// `det-import-tokens`: leaves out tokens. Fails on operations that have effects outside of the step, which tokens order.
std::unique_ptr<mlir::Pass> createDropTokensPass();

/// `det-import-unroll`: replaces `while` loops that run once, or a constant number of times and trips x operations at most
/// 512, by copies of their body. Others stay, with their trip count in `trips` where it is constant.
std::unique_ptr<mlir::Pass> createUnrollLoopsPass();

/// `det-import-branches`: replaces `if` and `case` by their branches and a select of the results: every operation is pure, so
/// computing all branches is the same value. A branch that holds a loop, or is long, becomes a loop of at most one trip instead.
std::unique_ptr<mlir::Pass> createFlattenBranchesPass();

/// `det-import-captures`: scalars that regions of reductions, scatters and sorts read from outside become operands.
std::unique_ptr<mlir::Pass> createLiftCapturesPass();

/// `det-import-complex`: complex values become pairs of real ones; they stay complex only as arguments and results of @main.
std::unique_ptr<mlir::Pass> createComplexToRealPass();

/// `det-import-random`: `rng` operations get their ordinal, and inside loops the numbers of trips so far.
std::unique_ptr<mlir::Pass> createNumberRandomOpsPass();

/// `det-import-parallel`: replaces `interpreter.run_parallel` of recorded tests by `det.manual`.
std::unique_ptr<mlir::Pass> createParallelProgramsPass();

/// `det-import-ranks`: notes the number of processes where @main as a whole is the program of one (LogicalRanks.h).
std::unique_ptr<mlir::Pass> createLogicalRanksPass();

/// `det-import-manual`: replaces manual computations, and all of @main where it is the program of one process, by graphs
/// over a dim of logical ranks (docs/manual-regions.md). Afterwards no `det.manual` and no collective is left.
std::unique_ptr<mlir::Pass> createManualRegionsPass();

/// `det-import-names`: names and kinds of arguments and results (docs/architecture.md, names).
/// Arguments get `det.name` and `det.kind` = "state" | "batch", results "state" | "metric". Fails on collisions.
std::unique_ptr<mlir::Pass> createNameValuesPass();

/// `det-import-ops`: input operations -> det operations; meshes and shardings -> `det.mesh`, `det.sharding`,
/// `det.sharding_constraint`. Fails on whatever has no det operation, naming it.
std::unique_ptr<mlir::Pass> createConvertOpsPass();

/// `det-import-loops`: what `det.while` carries unchanged becomes a value from outside, what nobody reads is not carried, and
/// operations that do not depend on the iteration move out where they make nothing larger.
std::unique_ptr<mlir::Pass> createSimplifyLoopsPass();

/// `det-import-small`: integers of 2 and 4 bits become ones of 8, floats of a byte and less other than f8E5M2 and f8E4M3FN become
/// f32, brought back to the small type's values where an operation can leave them. They stay as arguments and results of @main.
std::unique_ptr<mlir::Pass> createWidenSmallTypesPass();

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
