// Conversions between f32 and the floats of 8 bits and less, on the bits.
#include "ByteFloats.h"

#include "llvm/ADT/APFloat.h"

#include <cmath>

namespace det::math {

bool isByteFloat(mlir::Type type) { return llvm::isa<mlir::FloatType>(type) && type.getIntOrFloatBitWidth() <= 8; }

ByteFormat byteFormatOf(mlir::Type type) {
  using llvm::APFloat;
  const llvm::fltSemantics &semantics = llvm::cast<mlir::FloatType>(type).getFloatSemantics();
  ByteFormat format;
  format.width = static_cast<int>(APFloat::semanticsSizeInBits(semantics));
  format.fraction = static_cast<int>(APFloat::semanticsPrecision(semantics)) - 1;
  format.isSigned = APFloat::semanticsHasSignedRepr(semantics);
  // The least normal number has exponent field 1, of E8M0 0.
  format.bias = (format.isSigned ? 1 : 0) - APFloat::semanticsMinExponent(semantics);
  format.hasInfinity = APFloat::semanticsHasInf(semantics);
  format.hasNaN = APFloat::semanticsHasNaN(semantics);
  auto bitsOf = [](const APFloat &number) { return static_cast<int64_t>(number.bitcastToAPInt().getZExtValue()); };
  format.greatest = bitsOf(APFloat::getLargest(semantics));
  int64_t sign = int64_t(1) << (format.width - 1);
  format.hasMinusZero = format.isSigned && (!format.hasNaN || bitsOf(APFloat::getQNaN(semantics)) != sign);
  // Of several NaNs the canonical one has all bits set but the sign.
  format.nan = format.hasInfinity ? sign - 1 : format.hasNaN ? bitsOf(APFloat::getQNaN(semantics)) : sign;
  return format;
}

Expr widenByteFloat(Expr x) {
  mlir::Type i32 = x.ops().getI32Type();
  ByteFormat format = byteFormatOf(x.element());
  Expr raw = extendUnsigned(bits(x), i32);
  int64_t sign = format.isSigned ? int64_t(1) << (format.width - 1) : 0;
  Expr magnitude = format.isSigned ? raw & (sign - 1) : raw;
  // The fields in the place of f32's are too small by a power of two, also as a subnormal number.
  Expr value = asFloat(shiftLeft(magnitude, static_cast<unsigned>(23 - format.fraction))) * std::ldexp(1.0, 127 - format.bias);
  if (!format.isSigned)
    value = select(equal(magnitude, 0), 0x1p-127, value);
  if (format.hasInfinity)
    value = select(magnitude > format.greatest, value.infinity(), value);
  if (format.isSigned)
    value = asFloat(bits(value) | shiftLeft(raw & sign, static_cast<unsigned>(32 - format.width)));
  if (format.hasInfinity)
    return select(magnitude > format.greatest + 1, value.nan(), value);
  return format.hasNaN ? select(equal(format.hasMinusZero ? magnitude : raw, format.nan), value.nan(), value) : value;
}

Expr narrowToByteFloat(Expr x, mlir::Type to) {
  ByteFormat format = byteFormatOf(to);
  Expr raw = bits(x);
  Expr magnitude = raw & 0x7fffffff;
  // The fraction rounded to nearest even on the bits, a carry moving into the exponent; then the exponent's other bias.
  unsigned drop = static_cast<unsigned>(23 - format.fraction);
  Expr even = shiftRightUnsigned(magnitude, drop) & 1;
  if (format.fraction == 0) // The last digit of every number is its leading one, which is odd: a middle is rounded up.
    even = even.constant(1);
  Expr code =
      shiftRightUnsigned(magnitude + even + ((int64_t(1) << (drop - 1)) - 1), drop) - ((127 - format.bias) << format.fraction);
  if (format.isSigned) {
    // Below the normal range: added to 2^23 times the least subnormal, a number is rounded to that, and the low bits count it.
    double least = std::ldexp(1.0, 1 - format.bias - format.fraction);
    Expr base = x.constant(least * 0x1p+23);
    Expr counted = bits(asFloat(magnitude) + base) - bits(base);
    code = select(asFloat(magnitude) < least * std::ldexp(1.0, format.fraction), counted, code);
  }
  if (!format.isSigned) // 2^-127 is subnormal in f32
    code = select(magnitude < 0x800000, select(magnitude >= 0x600000, code.constant(1), 0), code);
  int64_t beyond = format.hasInfinity ? format.greatest + 1 : format.hasNaN ? format.nan : format.greatest;
  Expr tooGreat = code > format.greatest;
  code = select(tooGreat, beyond, code);
  Expr isNaN = magnitude > 0x7f800000;
  if (!format.isSigned)
    return bitsToFloat(truncateInteger(select(isNaN | (raw <= 0), format.nan, code), x.ops().getIntegerType(8)), to);
  Expr sign = shiftLeft(shiftRightUnsigned(raw, 31), static_cast<unsigned>(format.width - 1));
  // The NaN of a format without infinity has no sign where overflow gives it.
  if (!format.hasMinusZero)
    sign = select(equal(code, 0) | tooGreat, 0, sign);
  else if (!format.hasInfinity && format.hasNaN)
    sign = select(tooGreat, 0, sign);
  Expr result = select(isNaN, format.nan, code | sign);
  return bitsToFloat(truncateInteger(result, x.ops().getIntegerType(static_cast<unsigned>(format.width))), to);
}

} // namespace det::math
