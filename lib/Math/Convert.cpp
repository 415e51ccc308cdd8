// Conversions between number types, each rounded once.
#include "det/Math/Scalar.h"

#include "ByteFloats.h"
#include "Expr.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

#include <cmath>

namespace arith = mlir::arith;

namespace det::math {

//===-- Float to float -----------------------------------------------------------------------------------------------===//

/// Round to nearest even on the bits: x86's own instruction flushes subnormals. NaN becomes the canonical one.
static Expr narrowToBF16(Expr x) {
  mlir::OpBuilder &builder = x.ops();
  Expr raw = bits(x);
  Expr rounded = shiftRightUnsigned(raw + (shiftRightUnsigned(raw, 16) & 1) + 0x7fff, 16);
  Expr isNaN = (raw & 0x7fffffff) > 0x7f800000;
  Expr half = truncateInteger(select(isNaN, 0x7fff, rounded), builder.getIntegerType(16));
  return bitsToFloat(half, builder.getBF16Type());
}

static Expr widenBF16(Expr x) { return asFloat(shiftLeft(extendUnsigned(bits(x), x.ops().getI32Type()), 16)); }

/// f64 to f32 by rounding to odd: toward zero, and the last bit set where anything was lost. A second rounding to a format with
/// two bits less then gives what one rounding would.
static Expr narrowToOdd(Expr x) {
  Expr nearest = toF32(x);
  Expr back = absolute(toF64(nearest));
  Expr magnitude = absolute(x);
  Expr raw = bits(nearest);
  Expr towardZero = select(back > magnitude, raw - 1, raw);
  return asFloat(select((back < magnitude) | (back > magnitude), towardZero | 1, raw));
}

static Expr floatToFloat(Expr x, mlir::Type to) {
  mlir::Type from = x.element();
  if (from == to)
    return x;
  if (isByteFloat(from))
    return floatToFloat(widenByteFloat(x), to);
  if (from.isBF16())
    return floatToFloat(widenBF16(x), to);
  if (from.isF64() && !to.isF32())
    return floatToFloat(narrowToOdd(x), to);
  if (isByteFloat(to))
    return narrowToByteFloat(floatToFloat(x, x.ops().getF32Type()), to);
  if (to.isBF16())
    return narrowToBF16(floatToFloat(x, x.ops().getF32Type()));
  return from.getIntOrFloatBitWidth() < to.getIntOrFloatBitWidth() ? extendFloat(x, to) : truncateFloat(x, to);
}

//===-- Float to integer ---------------------------------------------------------------------------------------------===//

/// For 0 <= x < 2^width, or NaN taken as 0; `width` is that of the result.
static Expr floatToSmallUnsigned(Expr x, mlir::Type integer) {
  // The signed conversion reaches half the range; the upper half is moved down by an exact subtraction and its top bit set
  // afterwards.
  double half = std::ldexp(1, static_cast<int>(integer.getIntOrFloatBitWidth()) - 1);
  Expr upper = x >= half;
  Expr lower = select(upper, x - half, x);
  Expr converted = x.with(arith::FPToSIOp::create(x.ops(), x.where(), x.withElement(integer), lower.get()));
  int64_t top = static_cast<int64_t>(uint64_t(1) << (converted.width() - 1));
  return select(upper, converted ^ top, converted);
}

static Expr floatToInteger(Expr x, mlir::Type to, bool toSigned) {
  // Converts by way of i32 or i64, which all targets have.
  unsigned width = to.getIntOrFloatBitWidth();
  mlir::Type native = width <= 32 ? x.ops().getI32Type() : x.ops().getI64Type();
  double least = toSigned ? -std::ldexp(1, static_cast<int>(width) - 1) : 0;
  double bound = std::ldexp(1, static_cast<int>(toSigned ? width - 1 : width));
  Expr low = x <= least;
  Expr high = x >= bound;
  // What lies outside converts as 0; so does NaN, which fails both comparisons.
  Expr safe = select((x > least) & (x < bound), x, 0);
  Expr converted = toSigned || width < native.getIntOrFloatBitWidth()
                       ? x.with(arith::FPToSIOp::create(x.ops(), x.where(), x.withElement(native), safe.get()))
                       : floatToSmallUnsigned(safe, native);
  int64_t allOnes = -1, minimum = static_cast<int64_t>(~uint64_t(0) << (width - 1)), maximum = ~minimum;
  converted = select(high, toSigned ? maximum : allOnes, converted);
  converted = select(low, toSigned ? minimum : 0, converted);
  return to == native ? converted : truncateInteger(converted, to);
}

//===-- Integer to float ---------------------------------------------------------------------------------------------===//

static Expr integerToWideFloat(Expr x, bool isSigned, mlir::Type to) {
  if (isSigned)
    return signedToFloat(x, to);
  return x.with(arith::UIToFPOp::create(x.ops(), x.where(), x.withElement(to), x.get()));
}

static Expr integerToFloat(Expr x, bool isSigned, mlir::Type to) {
  if (x.width() < 32) {
    x = isSigned ? extendSigned(x, x.ops().getI32Type()) : extendUnsigned(x, x.ops().getI32Type());
    isSigned = true;
  }
  if (to.isF32() || to.isF64())
    return integerToWideFloat(x, isSigned, to);
  // To 16 bits and less by way of f64, exactly: beyond 53 bits the low bits are gathered into one that only says whether there were any.
  if (x.width() == 64) {
    Expr low = x & 0xfff;
    Expr gathered = (x & ~int64_t(0xfff)) | select(equal(low, 0), low, x.constant(0x1000));
    // Small values, whose low bits count: those that fit in 52 bits and a sign.
    Expr top = isSigned ? shiftRightSigned(x, 52) : shiftRightUnsigned(x, 52);
    x = select(equal(top, 0) | equal(top, isSigned ? -1 : 0), x, gathered);
  }
  return floatToFloat(integerToWideFloat(x, isSigned, x.ops().getF64Type()), to);
}

//===-- All ----------------------------------------------------------------------------------------------------------===//

static Expr integerToInteger(Expr x, bool fromSigned, mlir::Type to) {
  unsigned from = x.width(), width = to.getIntOrFloatBitWidth();
  if (from == width)
    return x;
  if (from > width)
    return truncateInteger(x, to);
  return fromSigned ? extendSigned(x, to) : extendUnsigned(x, to);
}

static bool isKnown(mlir::Type type) {
  if (llvm::isa<mlir::FloatType>(type))
    return type.isF32() || type.isF64() || type.isBF16() || type.isF16() || isByteFloat(type);
  return llvm::isa<mlir::IntegerType>(type) && type.getIntOrFloatBitWidth() <= 64;
}

mlir::Value buildConvert(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value, bool fromSigned, mlir::Type toElement,
                         bool toSigned) {
  Expr x(builder, loc, value);
  if (!isKnown(x.element()) || !isKnown(toElement))
    return {};
  bool toFloat = llvm::isa<mlir::FloatType>(toElement);
  // Types of integers with a sign share the bits of those without.
  mlir::Type to = toFloat ? toElement : mlir::Type(builder.getIntegerType(toElement.getIntOrFloatBitWidth()));
  if (x.isFloat() && toFloat)
    return floatToFloat(x, to).get();
  if (!x.isFloat() && toFloat)
    return integerToFloat(x, fromSigned, to).get();
  if (x.isFloat() && x.width() <= 16)
    x = floatToFloat(x, builder.getF32Type());
  if (to.isInteger(1))
    return notEqual(x, 0).get();
  return x.isFloat() ? floatToInteger(x, to, toSigned).get() : integerToInteger(x, fromSigned, to).get();
}

} // namespace det::math
