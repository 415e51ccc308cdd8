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

LogicalResult refuseCustomCall(Operation *op) {
  auto target = op->getAttrOfType<StringAttr>("call_target_name");
  StringRef name = target ? target.getValue() : "";
  if (name.starts_with("SPMD"))
    return op->emitError() << "custom call '@" << name
                             << "' bounds no manual region; export with Shardy (jax_use_shardy_partitioner=True)";
  if (name.contains("callback"))
    return op->emitError() << "custom call '@" << name
                             << "' calls back into Python, which is not supported; export without jax.debug, io_callback and "
                                "pure_callback";
  return op->emitError() << "custom call '@" << name
                           << "' is not supported: it has no definition in the graph; export without custom kernels "
                              "(plain XLA attention, threefry random numbers, no Pallas)";
}

/// What is wrong with an element type, and what to do; empty if det has it.
static StringRef whyNoElement(Type element) {
  // `!quant.uniform<...>`, which no type of this compiler needs to be.
  if (element.getDialect().getNamespace() == "quant")
    return "quantised types are not supported; export the step in floating point";
  if (auto complex = dyn_cast<ComplexType>(element))
    return complex.getElementType().isF32() || complex.getElementType().isF64()
               ? ""
               : "complex numbers have parts of f32 or f64; convert to one of these";
  if (auto integer = dyn_cast<IntegerType>(element)) {
    bool known =
        integer.getWidth() == 1 ? integer.isSignless() : llvm::is_contained({2u, 4u, 8u, 16u, 32u, 64u}, integer.getWidth());
    return known && !integer.isSigned() ? ""
                                        : "integers are i1, i2, i4, i8, i16, i32, i64 and ui2 to ui64; convert to one of these";
  }
  if (auto floating = dyn_cast<FloatType>(element)) {
    bool known = floating.isF16() || floating.isBF16() || floating.isF32() || floating.isF64() || floating.getWidth() <= 8;
    return known ? "" : "floats are f8 kinds, bf16, f16, f32 and f64; convert to one of these";
  }
  return "elements are integers, floating-point or complex numbers";
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
  if (StringRef wrong = whyNoElement(tensor.getElementType()); !wrong.empty()) {
    out << "the element type of '" << type << "' is not supported: " << wrong;
    return {};
  }
  Attribute encoding = tensor.getEncoding();
  // `#stablehlo.bounds<4, ?>` goes with a dynamic dim; any other encoding is a storage format.
  if (encoding && !isa<OpaqueAttr>(encoding)) {
    out << "'" << type << "' has an encoding; sparse tensors are not supported, so export with dense ones";
    return {};
  }
  if (!tensor.hasStaticShape() || encoding) {
    out << "'" << type << "' has a dynamic shape; export with static shapes, without shape polymorphism";
    return {};
  }
  constexpr int64_t kMaxRank = 16;
  if (tensor.getRank() > kMaxRank) {
    out << "'" << type << "' has more than " << kMaxRank << " dims; merge dims that are used together";
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

bool isToken(Type type) {
  auto opaque = dyn_cast<OpaqueType>(type);
  return opaque && opaque.getTypeData() == "token";
}

bool supportedValue(Type type, std::string &why) {
  if (auto tuple = dyn_cast<TupleType>(type))
    return llvm::all_of(tuple.getTypes(), [&](Type part) { return supportedValue(part, why); });
  return isToken(type) || supportedType(type, why);
}

func::FuncOp mainFunction(ModuleOp module) { return module.lookupSymbol<func::FuncOp>("main"); }

} // namespace det::import
