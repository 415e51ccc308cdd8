// Small questions about operations of the input dialects.
#include "InputOps.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;

namespace det::import {

bool isInputOp(Operation *op) {
  return llvm::StringSwitch<bool>(op->getName().getDialectNamespace())
      .Cases({"stablehlo", "mhlo", "chlo", "sdy", "check", "interpreter"}, true)
      .Default(false);
}

StringRef inputName(Operation *op) {
  StringRef name = op->getName().getStringRef();
  if (!name.consume_front("stablehlo."))
    name.consume_front("mhlo.");
  return name;
}

Operation *regionReturn(Region &region) {
  if (!llvm::hasSingleElement(region) || region.front().empty())
    return nullptr;
  Operation *last = &region.front().back();
  StringRef name = inputName(last);
  return name == "return" || name == "sdy.return" ? last : nullptr;
}

LogicalResult refuse(Operation *op, const Twine &what) {
  return op->emitError() << "'" << op->getName() << "' is not supported: " << what;
}

RankedTensorType supportedType(Type type, std::string &why) {
  llvm::raw_string_ostream out(why);
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor) {
    out << "'" << type << "' is not a tensor of static shape";
    if (isa<OpaqueType>(type) || isa<TupleType>(type))
      out << "; export a function without tokens, tuples and ordered effects";
    else
      out << "; export with static shapes";
    return {};
  }
  if (!tensor.hasStaticShape() || tensor.getEncoding()) {
    out << "'" << type << "' has a dynamic shape; export with static shapes, without shape polymorphism";
    return {};
  }
  Type element = tensor.getElementType();
  if (!isa<IntegerType, FloatType, ComplexType>(element)) {
    out << "the element type of '" << type << "' is neither an integer nor a floating-point type";
    return {};
  }
  // Sizes and byte counts stay far from the limits of 64 bits.
  constexpr int64_t kMaxElements = int64_t(1) << 44;
  int64_t elements = 1;
  bool tooMany = false;
  for (int64_t size : tensor.getShape())
    tooMany |= llvm::MulOverflow(elements, std::max<int64_t>(size, 1), elements) || elements > kMaxElements;
  if (tooMany) {
    out << "'" << type << "' has more than 2^44 elements";
    return {};
  }
  return tensor;
}

func::FuncOp mainFunction(ModuleOp module) { return module.lookupSymbol<func::FuncOp>("main"); }

} // namespace det::import
