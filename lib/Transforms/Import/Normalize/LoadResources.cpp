// det-import-resources: constants whose data stand at the end of the text (`dense_resource<name>`) hold them in place.
#include "../InputOps.h"
#include "det/Transforms/Import/Passes.h"
#include "mlir/IR/DialectResourceBlobManager.h"

using namespace mlir;

namespace det {
namespace {

using namespace import;

/// The elements of a resource, or null if the text has no data of the type's size under its name.
DenseElementsAttr load(DenseResourceElementsAttr attribute, RankedTensorType type) {
  AsmResourceBlob *blob = attribute.getRawHandle().getBlob();
  if (!blob)
    return {};
  ArrayRef<char> data = blob->getData();
  Type element = type.getElementType();
  if (element.isInteger(1)) {
    // A byte for each boolean.
    if (int64_t(data.size()) != type.getNumElements())
      return {};
    SmallVector<bool> values;
    for (char byte : data)
      values.push_back(byte != 0);
    return DenseElementsAttr::get(type, values);
  }
  auto complex = dyn_cast<ComplexType>(element);
  int64_t bits = complex ? 2 * complex.getElementType().getIntOrFloatBitWidth() : element.getIntOrFloatBitWidth();
  if (bits % 8 || int64_t(data.size()) != type.getNumElements() * (bits / 8))
    return {};
  return DenseElementsAttr::getFromRawBuffer(type, data);
}

struct LoadResourcesPass : PassWrapper<LoadResourcesPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LoadResourcesPass)
  StringRef getArgument() const final { return "det-import-resources"; }
  StringRef getDescription() const final { return "puts the data of resources into the constants that name them"; }

  void runOnOperation() final {
    WalkResult walked = getOperation().walk([](Operation *op) {
      auto resource = isInputOp(op) ? op->getAttrOfType<DenseResourceElementsAttr>("value") : DenseResourceElementsAttr();
      if (!resource)
        return WalkResult::advance();
      std::string why;
      RankedTensorType type = supportedType(resource.getType(), why);
      DenseElementsAttr value = type ? load(resource, type) : DenseElementsAttr();
      if (!value) {
        (void)refuse(op, "its data are in a resource that the text does not hold; print the module with all data "
                         "(no large_elements_limit, no large_resource_limit)");
        return WalkResult::interrupt();
      }
      op->setAttr("value", value);
      return WalkResult::advance();
    });
    if (walked.wasInterrupted())
      signalPassFailure();
  }
};

} // namespace

std::unique_ptr<Pass> createLoadResourcesPass() { return std::make_unique<LoadResourcesPass>(); }

} // namespace det
