// One element at a time: functions of libraries, roundings that compilers leave out, conversions that nothing defines.
#include "Visit.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;

namespace det::audit {
namespace {

constexpr StringLiteral kElementary =
    "cbrt cosine exponential exponential_minus_one log log_plus_one logistic power rsqrt sine tan tanh atan2 erf acos acosh asin asinh "
    "atan atanh cosh sinh chlo.acos chlo.acosh chlo.asin chlo.asinh chlo.atan chlo.atanh chlo.cosh chlo.sinh chlo.tan chlo.erf "
    "chlo.erfc chlo.erf_inv chlo.lgamma chlo.digamma chlo.bessel_i1e chlo.polygamma chlo.zeta chlo._asin_acos_kernel "
    "chlo.broadcast_atan2 chlo.broadcast_polygamma chlo.broadcast_power chlo.broadcast_zeta";
constexpr StringLiteral kAdditive = "add subtract chlo.broadcast_add chlo.broadcast_subtract add_n";
constexpr StringLiteral kOther = "multiply divide sqrt chlo.broadcast_multiply chlo.broadcast_divide chlo.square";

const llvm::StringSet<> &rounding() {
  static const llvm::StringSet<> names = [] {
    llvm::StringSet<> all;
    for (StringRef list : {StringRef(kElementary), StringRef(kAdditive), StringRef(kOther)}) {
      SmallVector<StringRef> parts;
      list.split(parts, ' ', -1, /*KeepEmpty=*/false);
      all.insert(parts.begin(), parts.end());
    }
    return all;
  }();
  return names;
}

unsigned widthOf(Type type) {
  auto element = dyn_cast<FloatType>(getElementTypeOrSelf(type));
  return element ? element.getWidth() : 0;
}

/// A float narrower than f32 that the next operation reads: inside one kernel it may never be made.
void excessPrecision(Visit &v) {
  unsigned width = v.out() ? widthOf(v.out()) : 0;
  if (width == 0 || width >= 32)
    return;
  bool isRead = llvm::any_of(v.op->getUsers(), [&](Operation *user) {
    StringRef name = inputName(user);
    return rounding().contains(name) || (name == "convert" && user->getNumResults() == 1 && widthOf(user->getResult(0).getType()) > width);
  });
  if (isRead)
    v.report("excess-precision");
}

void elementary(Visit &v) {
  if (v.outRounds())
    v.report("elementary");
  excessPrecision(v);
}

/// a * b + c: one rounding or two. Signs and places of elements do not keep a kernel from fusing the two.
void additive(Visit &v) {
  auto isProduct = [](Value operand) {
    static const llvm::StringSet<> passed{"negate", "reshape", "broadcast_in_dim", "transpose"};
    Operation *op = operand.getDefiningOp();
    for (int steps = 0; steps < 8 && op && op->getNumOperands() > 0 && passed.contains(inputName(op)); ++steps)
      op = op->getOperand(0).getDefiningOp();
    return op && (inputName(op) == "multiply" || inputName(op) == "chlo.broadcast_multiply");
  };
  if (v.outRounds() && llvm::any_of(v.op->getOperands(), isProduct))
    v.report("contraction");
  excessPrecision(v);
}

void convert(Visit &v) {
  if (!v.in() || !v.out())
    return;
  auto integer = dyn_cast<IntegerType>(v.out().getElementType());
  if (widthOf(v.in()) && integer && integer.getWidth() > 1)
    v.report("float-to-integer", "from " + typeText(v.in()));
  if (widthOf(v.in()) > widthOf(v.out()))
    excessPrecision(v);
}

void bitcastConvert(Visit &v) {
  if (v.in() && v.out() && rounds(v.in()) && !rounds(v.out()))
    v.report("nan-bits", "from " + typeText(v.in()));
}

/// The magnitude of a complex number is a root.
void magnitude(Visit &v) {
  if (v.in() && isa<ComplexType>(v.in().getElementType()))
    v.report("elementary", "of complex numbers");
}

void stochastic(Visit &v) { v.report("random-bits", "stochastic rounding"); }

} // namespace

void addElementwiseHazards(Handlers &handlers) {
  handlers.add(kElementary, elementary);
  handlers.add(kAdditive, additive);
  handlers.add(kOther, excessPrecision);
  handlers.add("convert", convert);
  handlers.add("bitcast_convert", bitcastConvert);
  handlers.add("abs sign", magnitude);
  handlers.add("stochastic_convert", stochastic);
}

} // namespace det::audit
