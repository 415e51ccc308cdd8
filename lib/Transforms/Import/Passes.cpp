// The import pipeline as a story, and the registration of its passes.
#include "det/Transforms/Import/Passes.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

namespace det {

void addImportPasses(OpPassManager &pm) {
  // One function, so that what follows sees the whole step.
  pm.addPass(createInlineCallsPass());
  // While the file's attributes on arguments and results are still there.
  pm.addPass(createNameValuesPass());
  // A graph of values has no control flow.
  pm.addPass(createUnrollLoopsPass());
  pm.addPass(createFlattenBranchesPass());
  pm.addPass(createConvertOpsPass());
  // Exact simplifications on global shapes: the last place where floats may be simplified.
  pm.addPass(createFoldConstantsPass());
  pm.addPass(createCSEPass());
  pm.addPass(createVerifyImportedPass());
}

void registerImportPasses() {
  registerPass(createInlineCallsPass);
  registerPass(createNameValuesPass);
  registerPass(createUnrollLoopsPass);
  registerPass(createFlattenBranchesPass);
  registerPass(createConvertOpsPass);
  registerPass(createFoldConstantsPass);
  registerPass(createVerifyImportedPass);
  PassPipelineRegistration<>("det-import", "input dialects -> det operations in one @main with names and kinds", addImportPasses);
}

} // namespace det
