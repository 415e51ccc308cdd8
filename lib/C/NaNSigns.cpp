// Looks for NaNs of both signs, and for what orders them.
#include "NaNSigns.h"

#include "det/Dialect/Input/AttrReader.h"
#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;

namespace det {

static bool ordersNaNs(Operation *op) {
  StringRef name = op->getName().stripDialect();
  return name == "top_k" || (name == "compare" && input::word(op->getAttr("compare_type")) == "TOTALORDER");
}

static bool hasBothSigns(Attribute value) {
  auto dense = dyn_cast_or_null<DenseElementsAttr>(value);
  if (!dense || !isa<FloatType>(dense.getElementType()) || dense.isSplat())
    return false;
  bool found[2] = {false, false};
  for (const APFloat &element : dense.getValues<APFloat>())
    if (element.isNaN())
      found[element.isNegative()] = true;
  return found[0] && found[1];
}

std::string doubtOf(ModuleOp module) {
  bool orders = false, differ = false;
  module.walk([&](Operation *op) {
    orders |= ordersNaNs(op);
    differ |= hasBothSigns(op->getAttr("value"));
  });
  return orders && differ ? "it orders NaNs of both signs, and det has one NaN" : "";
}

} // namespace det
