// Conversions between element types: one rounding, to nearest even; saturation and wrapping as StableHLO has them.
#include "Expr.h"

#include "det/Math/Scalar.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

#include <cmath>

using namespace mlir;

namespace det::math {

/// f32 to bf16 by integer arithmetic: hardware flushes subnormals and LLVM may call a library.
static Expr roundToBFloat(Expr x) {
  Expr raw = bits(x);
  Expr odd = shiftRightUnsigned(raw, 16) & 1;
  Expr rounded = shiftRightUnsigned(raw + (odd + 0x7fff), 16);
  Expr canonical = select(notEqual(x, x), 0x7fff, rounded);
  Expr narrow = truncateInteger(canonical, x.ops().getIntegerType(16));
  return x.with(arith::BitcastOp::create(x.ops(), x.where(), x.withElement(x.ops().getBF16Type()), narrow.get()));
}

static Expr extendBFloat(Expr x) {
  OpBuilder &b = x.ops();
  Expr raw = x.with(arith::BitcastOp::create(b, x.where(), x.withElement(b.getIntegerType(16)), x.get()));
  return asFloat(shiftLeft(extendUnsigned(raw, b.getI32Type()), 16));
}

/// f64 to f32 rounded to odd: a following rounding to a narrower type then gives what one rounding would.
static Expr roundToOdd(Expr x) {
  Expr near = truncateFloat(x, x.ops().getF32Type());
  Expr back = extendFloat(near, x.element());
  Expr raw = bits(near);
  auto magnitude = [](Expr number) { return bits(number) & APInt::getSignedMaxValue(number.width()).getSExtValue(); };
  Expr up = magnitude(back) < magnitude(x);
  Expr moved = select(up, raw + 1, raw - 1);
  Expr inexact = notEqual(back, x) & equal(x, x);
  Expr even = equal(raw & 1, 0);
  return asFloat(select(inexact & even, moved, raw));
}

static Expr widenFloat(Expr x) {
  if (x.element().isBF16())
    return extendBFloat(x);
  return x.width() < 32 ? extendFloat(x, x.ops().getF32Type()) : x;
}

static Expr convertFloat(Expr x, Type to) {
  if (x.element() == to)
    return x;
  Expr wide = widenFloat(x);
  unsigned width = to.getIntOrFloatBitWidth();
  if (width >= 32) {
    if (wide.element() == to)
      return wide;
    return wide.width() < width ? extendFloat(wide, to) : truncateFloat(wide, to);
  }
  Expr single = wide.width() == 64 ? roundToOdd(wide) : wide;
  return to.isBF16() ? roundToBFloat(single) : truncateFloat(single, to);
}

static Expr floatToInteger(Expr source, unsigned width, bool isSigned) {
  Expr x = widenFloat(source);
  Type target = x.ops().getIntegerType(width);
  if (width == 1)
    return notEqual(x, 0.0);
  // Bounds are powers of two, exact in every float type that is wide enough to exceed them.
  double high = std::ldexp(1.0, static_cast<int>(isSigned ? width - 1 : width)), low = isSigned ? -high : 0.0;
  Expr tooHigh = x >= high, tooLow = x < low, inside = (x >= low) & (x < high);
  Expr safe = select(inside, x, 0.0);
  // Narrow integers go through i32, so that every target converts alike; unsigned ones of 32 bits through i64.
  unsigned through = width < 32 ? 32 : width == 32 && !isSigned ? 64 : width;
  Type throughType = x.withElement(x.ops().getIntegerType(through));
  Value whole = isSigned || through > width ? arith::FPToSIOp::create(x.ops(), x.where(), throughType, safe.get()).getResult()
                                            : arith::FPToUIOp::create(x.ops(), x.where(), throughType, safe.get()).getResult();
  Expr number = through > width ? truncateInteger(x.with(whole), target) : x.with(whole);
  APInt largest = isSigned ? APInt::getSignedMaxValue(width) : APInt::getMaxValue(width);
  APInt smallest = isSigned ? APInt::getSignedMinValue(width) : APInt::getZero(width);
  return select(tooHigh, number.integer(largest.getSExtValue()), select(tooLow, number.integer(smallest.getSExtValue()), number));
}

static Expr integerToFloat(Expr x, bool isSigned, Type to) {
  OpBuilder &b = x.ops();
  auto toFloat = [&](Expr number, Type type) {
    Type shaped = number.withElement(type);
    return number.with(isSigned ? arith::SIToFPOp::create(b, x.where(), shaped, number.get()).getResult()
                                : arith::UIToFPOp::create(b, x.where(), shaped, number.get()).getResult());
  };
  if (to.getIntOrFloatBitWidth() >= 32)
    return toFloat(x, to);
  if (x.width() <= 16)
    return convertFloat(toFloat(x, b.getF32Type()), to);
  if (x.width() == 64) {
    // The low bits beyond f64's 53 only matter as "not zero".
    Expr low = select(equal(x & 0x7ff, 0), 0, x.integer(0x400));
    Expr large = isSigned ? (x >= (int64_t(1) << 53)) | (x <= -(int64_t(1) << 53)) : below(x.integer((int64_t(1) << 53) - 1), x);
    x = select(large, (x & ~int64_t(0x7ff)) | low, x);
  }
  return convertFloat(toFloat(x, b.getF64Type()), to);
}

static Expr convertInteger(Expr x, bool isSigned, Type to) {
  unsigned width = to.getIntOrFloatBitWidth();
  if (width == x.width())
    return x;
  if (width == 1)
    return notEqual(x, 0);
  if (width < x.width())
    return truncateInteger(x, to);
  return isSigned && x.width() != 1 ? extendSigned(x, to) : extendUnsigned(x, to);
}

Value buildConvert(OpBuilder &builder, Location loc, Value value, bool fromSigned, Type to, bool toSigned) {
  Expr x(builder, loc, value);
  auto supported = [](Type type) { return isa<IntegerType>(type) || type.isF64() || type.isF32() || type.isF16() || type.isBF16(); };
  if (!supported(x.element()) || !supported(to))
    return {};
  if (x.isFloat())
    return isa<FloatType>(to) ? convertFloat(x, to).get() : floatToInteger(x, to.getIntOrFloatBitWidth(), toSigned).get();
  if (isa<FloatType>(to))
    return integerToFloat(x, fromSigned && x.width() != 1, to).get();
  return convertInteger(x, fromSigned, builder.getIntegerType(to.getIntOrFloatBitWidth())).get();
}

} // namespace det::math
