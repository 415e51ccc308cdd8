// Floats of a program made wider: types of values, constants, and a refusal of whatever reads a type's bits.
#include "WidenFloats.h"

#include "det/Dialect/Det/Det.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using llvm::APFloat;

namespace det {
namespace {

/// Bits below the first of a significand.
int fractionBits(FloatType type) { return static_cast<int>(type.getFPMantissaWidth()) - 1; }

FloatType floatOf(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  Type element = shaped ? shaped.getElementType() : type;
  auto complex = dyn_cast<ComplexType>(element);
  return dyn_cast<FloatType>(complex ? complex.getElementType() : element);
}

/// A sign that looks random, the same in every run: the last bit of a mixed counter (splitmix64).
bool isUp(uint64_t sample, uint64_t constant, uint64_t element) {
  uint64_t x = (sample << 56) + (constant << 36) + element + 0x9E3779B97F4A7C15;
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9;
  x = (x ^ x >> 27) * 0x94D049BB133111EB;
  return (x ^ x >> 31) & 1;
}

class Widener {
public:
  Widener(FloatType checked, unsigned sample)
      : checked(checked), sample(sample), toF80(checked.isF64()),
        wide(toF80 ? FloatType(Float80Type::get(checked.getContext())) : FloatType(Float64Type::get(checked.getContext()))) {
    types.addReplacement([this](Type type) -> std::optional<Type> {
      auto element = dyn_cast<FloatType>(type);
      return element && element.getWidth() < wide.getWidth() ? std::optional<Type>(wide) : std::nullopt;
    });
  }

  LogicalResult run(ModuleOp module) {
    WalkResult met = module.walk([&](Operation *op) { return failed(check(op)) ? WalkResult::interrupt() : WalkResult::advance(); });
    if (met.wasInterrupted())
      return failure();
    module.walk([&](Operation *op) { widen(op); });
    return success();
  }

private:
  static bool touchesFloats(Operation *op) {
    auto isFloat = [](Type type) { return bool(floatOf(type)); };
    return llvm::any_of(op->getOperandTypes(), isFloat) || llvm::any_of(op->getResultTypes(), isFloat);
  }

  LogicalResult refuse(Operation *op, StringRef why) {
    return op->emitError() << "'" << op->getName() << "' has another meaning in wider floats: " << why;
  }

  LogicalResult check(Operation *op) {
    static const llvm::StringSet<> onBits{"bitcast_convert", "reduce_precision", "next_after"};
    static const llvm::StringSet<> random{"rng", "rng_bit_generator", "rng_uniform", "rng_normal"};
    StringRef name = op->getName().stripDialect();
    if (name == "custom_call")
      return refuse(op, "nothing is known of it");
    if (!touchesFloats(op))
      return success();
    if (onBits.contains(name))
      return refuse(op, "it reads or rounds the bits of a type");
    if (random.contains(name))
      return refuse(op, "its values are those of a type");
    if (op->hasAttr("algorithm"))
      return refuse(op, "it has an algorithm of its own");
    if (Attribute value = op->getAttr("value"); value && !isa<DenseElementsAttr, FloatAttr>(value))
      return refuse(op, "its constant is not in the text");
    if (name == "convert")
      return checkConvert(op);
    // In bodies of reductions, scatters and sorts the scalar computations of det run as they are, written for each type; these few
    // hold for any.
    static const llvm::StringSet<> arithmetic{"add", "subtract", "multiply", "divide", "select", "compare"};
    bool inBody = !isa<func::FuncOp, WhileOp>(op->getParentOp());
    if (toF80 && inBody && isa<ScalarOpInterface>(op) && !arithmetic.contains(name))
      return refuse(op, "in a body det has it in f32 and f64 alone");
    if (auto compare = dyn_cast<CompareOp>(op); compare && toF80 && compare.getTotalOrder())
      return refuse(op, "it orders by bits");
    return success();
  }

  LogicalResult checkConvert(Operation *op) {
    FloatType from = floatOf(op->getOperand(0).getType()), to = floatOf(op->getResult(0).getType());
    if (from && to && to.getFPMantissaWidth() < checked.getFPMantissaWidth() && to.getFPMantissaWidth() < from.getFPMantissaWidth())
      return refuse(op, "it rounds on purpose");
    return success();
  }

  void widen(Operation *op) {
    for (Value result : op->getResults())
      result.setType(types.replace(result.getType()));
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          argument.setType(types.replace(argument.getType()));
    if (auto function = dyn_cast<func::FuncOp>(op))
      function.setFunctionType(cast<FunctionType>(types.replace(function.getFunctionType())));
    if (auto dense = dyn_cast_or_null<DenseElementsAttr>(op->getAttr("value"))) {
      if (floatOf(dense.getType()))
        op->setAttr("value", widen(dense));
    } else if (auto scalar = dyn_cast_or_null<FloatAttr>(op->getAttr("value"))) {
      ++constants;
      op->setAttr("value", FloatAttr::get(wideOf(scalar.getType()), widen(scalar.getValue(), 0)));
    }
  }

  FloatType wideOf(Type type) { return cast<FloatType>(types.replace(type)); }

  DenseElementsAttr widen(DenseElementsAttr dense) {
    ++constants;
    auto type = cast<ShapedType>(types.replace(dense.getType()));
    uint64_t i = 0;
    if (isa<ComplexType>(dense.getElementType())) {
      SmallVector<std::complex<APFloat>> values;
      auto add = [&](const std::complex<APFloat> &value) {
        APFloat re = widen(value.real(), i++), im = widen(value.imag(), i++);
        values.emplace_back(re, im);
      };
      if (dense.isSplat())
        add(dense.getSplatValue<std::complex<APFloat>>());
      else
        llvm::for_each(dense.getValues<std::complex<APFloat>>(), add);
      return DenseElementsAttr::get(type, values);
    }
    SmallVector<APFloat> values;
    if (dense.isSplat())
      values.push_back(widen(dense.getSplatValue<APFloat>(), 0));
    else
      for (const APFloat &value : dense.getValues<APFloat>())
        values.push_back(widen(value, i++));
    return DenseElementsAttr::get(type, values);
  }

  APFloat widen(APFloat value, uint64_t element) const {
    bool inexact;
    const llvm::fltSemantics &semantics = wide.getFloatSemantics();
    value.convert(semantics, APFloat::rmNearestTiesToEven, &inexact);
    if (!sample || !value.isFiniteNonZero())
      return value;
    APFloat step = scalbn(value, -fractionBits(checked), APFloat::rmNearestTiesToEven);
    return isUp(sample, constants, element) ? value + step : value - step;
  }

  FloatType checked;
  unsigned sample;
  bool toF80;
  FloatType wide;
  AttrTypeReplacer types;
  uint64_t constants = 0; ///< met so far
};

} // namespace

LogicalResult widenFloats(ModuleOp module, FloatType checked, unsigned sample) { return Widener(checked, sample).run(module); }

} // namespace det
