// Makes stand-ins of the random operation of the input dialect.
#include "StandIns.h"
#include "../Import/InputOps.h"
#include "Marks.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"

using namespace mlir;

namespace det::audit {

bool canStandIn(Operation *op) {
  if (isa<ModuleOp, func::FuncOp>(op) || isa_and_nonnull<func::FuncDialect>(op->getDialect()) ||
      import::inputName(op) == "return" || import::inputName(op) == "sdy.return")
    return false;
  return llvm::all_of(op->getResultTypes(), [](Type type) {
    std::string why;
    RankedTensorType tensor = import::supportedType(type, why);
    return import::isToken(type) || (tensor && !isa<ComplexType>(tensor.getElementType()));
  });
}

static Value make(OpBuilder &b, Location loc, StringRef name, Type type, ValueRange operands, ArrayRef<NamedAttribute> attributes) {
  OperationState state(loc, name);
  state.addTypes(type);
  state.addOperands(operands);
  state.addAttributes(attributes);
  return b.create(state)->getResult(0);
}

static Value unknown(OpBuilder &b, Location loc, Type type) {
  if (import::isToken(type))
    return make(b, loc, "stablehlo.create_token", type, {}, {});
  auto tensor = cast<RankedTensorType>(type);
  bool isFloat = isa<FloatType>(tensor.getElementType());
  Type drawn = isFloat ? Type(b.getF32Type()) : Type(b.getI32Type());
  auto constant = [&](DenseElementsAttr value) {
    return make(b, loc, "stablehlo.constant", value.getType(), {}, b.getNamedAttr("value", value));
  };
  auto bound = [&](int value) {
    auto scalar = RankedTensorType::get({}, drawn);
    return constant(isFloat ? DenseElementsAttr::get(scalar, float(value)) : DenseElementsAttr::get(scalar, int32_t(value)));
  };
  auto shapeType = RankedTensorType::get({tensor.getRank()}, b.getI64Type());
  Value shape = constant(DenseElementsAttr::get(shapeType, tensor.getShape()));
  Attribute uniform = OpaqueAttr::get(b.getStringAttr("stablehlo"), "rng_distribution UNIFORM", b.getNoneType());
  Value random = make(b, loc, "stablehlo.rng", tensor.clone(drawn), {bound(0), bound(2), shape},
                      b.getNamedAttr("rng_distribution", uniform));
  return drawn == tensor.getElementType() ? random : make(b, loc, "stablehlo.convert", type, random, {});
}

void putStandIn(ModuleOp copy, int64_t mark) {
  Operation *found = nullptr;
  copy.walk<WalkOrder::PreOrder>([&](Operation *op) {
    found = markOf(op->getLoc()) == mark ? op : nullptr;
    return found ? WalkResult::interrupt() : WalkResult::advance();
  });
  if (!found)
    return;
  OpBuilder b(found);
  for (OpResult result : found->getResults())
    result.replaceAllUsesWith(unknown(b, found->getLoc(), result.getType()));
  found->erase();
}

} // namespace det::audit
