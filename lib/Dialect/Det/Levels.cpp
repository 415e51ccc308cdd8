// The level of an op.
#include "det/Dialect/Det/Levels.h"

#include "mlir/IR/BuiltinOps.h"

using namespace mlir;

namespace det {

StringRef getLevel(Operation *op) {
  auto level = op->getAttrOfType<StringAttr>(kLevelAttr);
  if (!level)
    if (ModuleOp module = op->getParentOfType<ModuleOp>())
      level = module->getAttrOfType<StringAttr>(kLevelAttr);
  return level ? level.getValue() : "mesh_to_mesh";
}

bool isFree(Operation *op) { return getLevel(op) == "not_guaranteed"; }

} // namespace det
