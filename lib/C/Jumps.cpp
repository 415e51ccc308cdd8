// Looks for operations on floats that are not continuous.
#include "Jumps.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;

namespace det {
namespace {

bool isFloat(Type type) {
  Type element = getElementTypeOrSelf(type);
  return isa<FloatType, ComplexType>(element);
}

bool isComplex(Type type) { return isa<ComplexType>(getElementTypeOrSelf(type)); }

bool jumps(Operation *op) {
  static const llvm::StringSet<> onFloats{"floor", "ceil",      "round_nearest_even", "round_nearest_afz", "sign", "compare",
                                          "sort",  "remainder", "top_k",              "topk",              "atan2"};
  // Along a line from a point at which the function is not smooth.
  static const llvm::StringSet<> cut{"log",  "log_plus_one", "sqrt",  "rsqrt", "cbrt", "power",
                                     "asin", "acos",         "asinh", "acosh", "atan", "atanh"};
  StringRef name = op->getName().stripDialect();
  if (name == "custom_call")
    return true;
  if (llvm::none_of(op->getOperandTypes(), isFloat))
    return false;
  name.consume_front("broadcast_"); // as chlo has them
  if (onFloats.contains(name))
    return true;
  if (name == "convert")
    return llvm::none_of(op->getResultTypes(), isFloat);
  return cut.contains(name) && llvm::any_of(op->getOperandTypes(), isComplex);
}

} // namespace

bool mayJump(ModuleOp module) {
  return module.walk([](Operation *op) { return jumps(op) ? WalkResult::interrupt() : WalkResult::advance(); }).wasInterrupted();
}

} // namespace det
