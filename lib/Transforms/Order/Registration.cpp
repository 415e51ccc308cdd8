// Registers the passes of the order phase.
#include "det/Transforms/Order/Passes.h"

namespace det {

void registerOrderPasses() {
  mlir::registerPass([] { return createOrderPass(); });
  mlir::registerPass([] { return createSelectLevelsPass(); });
  mlir::registerPass([] { return createVerifyOrderedPass(); });
}

} // namespace det
