// Registers the dialect.
#include "det/Dialect/Det/Det.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

#include "det/Dialect/Det/DetDialect.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "det/Dialect/Det/DetAttrs.cpp.inc"

namespace det {

void DetDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "det/Dialect/Det/DetAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "det/Dialect/Det/DetOps.cpp.inc"
      >();
}

Operation *DetDialect::materializeConstant(OpBuilder &builder, Attribute value, Type type, Location loc) {
  auto elements = dyn_cast<ElementsAttr>(value);
  return elements && elements.getType() == type ? ConstantOp::create(builder, loc, elements).getOperation() : nullptr;
}

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

Type getAccumulationType(Type element) {
  if (auto complex = dyn_cast<ComplexType>(element))
    return ComplexType::get(getAccumulationType(complex.getElementType()));
  if (isa<FloatType>(element) && !element.isF64())
    return Float32Type::get(element.getContext());
  return element;
}

} // namespace det
