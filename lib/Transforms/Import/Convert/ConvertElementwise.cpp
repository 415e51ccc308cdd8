// Elementwise operations, and chlo operations that are expressions of them.
#include "Converters.h"

using namespace mlir;

namespace det::import {
namespace {

/// The det operation of the same name, all operands and the result having one type.
LogicalResult same(const Conversion &c) {
  for (Value operand : c.op->getOperands())
    if (operand.getType() != c.op->getResult(0).getType())
      return c.op->emitError() << "'" << c.op->getName() << "' expected operands of the result's type " << c.resultType()
                               << ", got " << operand.getType();
  StringRef name = c.op->getName().getStringRef();
  return c.replace(c.make(("det." + name.split('.').second).str(), c.op->getOperands(), c.resultType()));
}

/// A scalar repeated to a shape; anything else as it is.
Value spread(const Conversion &c, Value value, RankedTensorType shape) {
  RankedTensorType type = Conversion::type(value);
  if (type.getRank() != 0 || shape.getRank() == 0)
    return value;
  return BroadcastInDimOp::create(c.b, c.loc(), shape.clone(type.getElementType()), value, ArrayRef<int64_t>());
}

LogicalResult compare(const Conversion &c) {
  StringRef direction = input::word(c.op->getAttr("comparison_direction"));
  std::optional<Comparison> comparison = symbolizeComparison(direction.lower());
  if (!comparison)
    return c.bad("comparison_direction");
  if (c.type(0) != c.type(1))
    return c.op->emitError() << "'" << c.op->getName() << "' expected operands of one type, got " << c.type(0) << " and "
                             << c.type(1);
  bool totalOrder = input::word(c.op->getAttr("compare_type")) == "TOTALORDER" && isa<FloatType>(c.type().getElementType());
  return c.replace(
      CompareOp::create(c.b, c.loc(), c.resultType(), *comparison, c.operand(0), c.operand(1), totalOrder).getResult());
}

LogicalResult select(const Conversion &c) {
  Value pred = spread(c, c.operand(0), c.resultType());
  return c.replace(SelectOp::create(c.b, c.loc(), c.resultType(), pred, c.operand(1), c.operand(2)).getResult());
}

LogicalResult clamp(const Conversion &c) {
  Value min = spread(c, c.operand(0), c.resultType()), max = spread(c, c.operand(2), c.resultType());
  return c.replace(ClampOp::create(c.b, c.loc(), c.resultType(), min, c.operand(1), max).getResult());
}

LogicalResult convert(const Conversion &c) {
  if (c.type() == c.resultType())
    return c.replace(c.operand());
  return c.replace(c.make("det.convert", c.operand(), c.resultType()));
}

LogicalResult isFinite(const Conversion &c) { return c.replace(c.make("det.is_finite", c.operand(), c.resultType())); }

/// Rounding to a format that holds all values of the type is nothing.
LogicalResult reducePrecision(const Conversion &c) {
  FailureOr<int64_t> exponent = c.integer("exponent_bits"), mantissa = c.integer("mantissa_bits");
  if (failed(exponent) || failed(mantissa))
    return failure();
  auto element = dyn_cast<FloatType>(c.type().getElementType());
  if (!element)
    return refuse(c.op, "expected an operand of a float type");
  if (*exponent < 1 || *mantissa < 0)
    return c.op->emitError() << "'" << c.op->getName() << "' expected at least 1 exponent bit and 0 mantissa bits, got "
                             << *exponent << " and " << *mantissa;
  int64_t fraction = static_cast<int64_t>(element.getFPMantissaWidth()) - 1;
  if (*exponent >= static_cast<int64_t>(element.getWidth()) - 1 - fraction && *mantissa >= fraction)
    return c.replace(c.operand());
  return c.replace(ReducePrecisionOp::create(c.b, c.loc(), c.resultType(), c.operand(), *exponent, *mantissa).getResult());
}

/// Of a real number.
LogicalResult conjugate(const Conversion &c) { return c.replace(c.operand()); }

LogicalResult square(const Conversion &c) {
  if (c.type() != c.resultType())
    return refuse(c.op, "expected a result of the operand's type");
  return c.replace(c.make("det.multiply", {c.operand(), c.operand()}, c.resultType()));
}

} // namespace

void addElementwiseConversions(Conversions &table) {
  table.add("abs negate sign not popcnt count_leading_zeros floor ceil round_nearest_even round_nearest_afz sqrt rsqrt "
            "cbrt exponential exponential_minus_one log log_plus_one tanh logistic sine cosine tan erf asin acos "
            "acosh asinh atan atanh cosh sinh chlo.erf chlo.erfc chlo.erf_inv chlo.tan chlo.asin chlo.acos chlo.atan chlo.sinh "
            "chlo.cosh chlo.asinh chlo.acosh chlo.atanh chlo.lgamma chlo.digamma",
            1, same);
  table.add("add subtract multiply divide remainder maximum minimum power atan2 and or xor shift_left "
            "shift_right_logical shift_right_arithmetic",
            2, same);
  table.add("compare", 2, compare);
  table.add("select", 3, select);
  table.add("clamp", 3, clamp);
  table.add("convert", 1, convert);
  table.add("is_finite", 1, isFinite);
  table.add("reduce_precision", 1, reducePrecision);
  table.add("chlo.square", 1, square);
  table.add("chlo.conj", 1, conjugate);
}

} // namespace det::import
