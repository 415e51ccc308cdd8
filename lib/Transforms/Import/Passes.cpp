// The import pipeline as a story, and the registration of its passes.
#include "det/Transforms/Import/Passes.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

namespace det {

void addImportPasses(OpPassManager &pm) {
  // Constant sizes are attributes.
  pm.addPass(createStaticShapesPass());
  // Shapes, types and attributes are right from here on.
  pm.addPass(createVerifyInputPass());
  pm.addPass(createLoadResourcesPass());
  // One notation for shardings.
  pm.addPass(createConvertGspmdPass());
  // Several processes in one program.
  pm.addPass(createParallelProgramsPass());
  // While the functions that calls name are there.
  pm.addPass(createLibraryCallsPass());
  // One function, so that what follows sees the whole step.
  pm.addPass(createInlineCallsPass());
  // All values are tensors.
  pm.addPass(createSplitTuplesPass());
  pm.addPass(createDropTokensPass());
  // While the file's attributes on arguments and results are still there.
  pm.addPass(createNameValuesPass());
  // What remains of control flow is loops that are worth it.
  pm.addPass(createUnrollLoopsPass());
  pm.addPass(createFlattenBranchesPass());
  // Regions that join elements read their own arguments alone.
  pm.addPass(createLiftCapturesPass());
  // Complex numbers are pairs from here on.
  pm.addPass(createComplexToRealPass());
  pm.addPass(createNumberRandomOpsPass());
  pm.addPass(createLogicalRanksPass());
  pm.addPass(createConvertOpsPass());
  // Programs of one process become graphs of all.
  pm.addPass(createManualRegionsPass());
  pm.addPass(createSimplifyLoopsPass());
  // The element types that devices compute with.
  pm.addPass(createWidenSmallTypesPass());
  // Exact simplifications on global shapes: the last place where floats may be simplified.
  pm.addPass(createFoldConstantsPass());
  pm.addPass(createCSEPass());
  pm.addPass(createVerifyImportedPass());
}

void registerImportPasses() {
  registerPass(createStaticShapesPass);
  registerPass(createVerifyInputPass);
  registerPass(createLoadResourcesPass);
  registerPass(createConvertGspmdPass);
  registerPass(createLibraryCallsPass);
  registerPass(createInlineCallsPass);
  registerPass(createSplitTuplesPass);
  registerPass(createDropTokensPass);
  registerPass(createNameValuesPass);
  registerPass(createUnrollLoopsPass);
  registerPass(createFlattenBranchesPass);
  registerPass(createLiftCapturesPass);
  registerPass(createComplexToRealPass);
  registerPass(createNumberRandomOpsPass);
  registerPass(createParallelProgramsPass);
  registerPass(createLogicalRanksPass);
  registerPass(createConvertOpsPass);
  registerPass(createManualRegionsPass);
  registerPass(createSimplifyLoopsPass);
  registerPass(createWidenSmallTypesPass);
  registerPass(createFoldConstantsPass);
  registerPass(createVerifyImportedPass);
  PassPipelineRegistration<>("det-import", "input dialects -> det operations in one @main with names and kinds", addImportPasses);
}

} // namespace det
