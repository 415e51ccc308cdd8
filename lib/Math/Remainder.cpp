// The remainder of a float division, exactly and without a loop.
#include "det/Math/Scalar.h"

#include "Expr.h"

namespace det::math {

/// 2^n of an i64 n in the normal range of f64.
static Expr powerOfTwoF64(Expr n) { return asFloat(shiftLeft(n + 1023, 52)); }

namespace {
/// x = m 2^exponent, m in [1, 2).
struct Parts {
  Expr m;
  Expr exponent;
};
} // namespace

static Parts partsOf(Expr magnitude) {
  constexpr int64_t kFraction = (int64_t(1) << 52) - 1, kOne = int64_t(1023) << 52;
  Expr subnormal = magnitude < 0x1p-1022;
  Expr raw = bits(select(subnormal, magnitude * 0x1p+54, magnitude));
  Expr bias = select(subnormal, raw.constant(1023 + 54), 1023);
  return {asFloat((raw & kFraction) | kOne), shiftRightUnsigned(raw, 52) - bias};
}

/// |x| mod |y| in f64, for finite numbers and y != 0.
static Expr remainderOfMagnitudes(Expr x, Expr y, int digit, int steps) {
  // Long division in base 2^digit on the fractions: r starts as that of |x| and takes the distance of the exponents in steps.
  // Both are multiples of one unit u with y < 2^53 u, so r 2^digit and r 2^digit - q y are exact; q is the nearest integer by a
  // rounded reciprocal, hence |r| is y / 2 or little more.
  Parts dividend = partsOf(x), divisor = partsOf(y);
  Expr distance = dividend.exponent - divisor.exponent;
  Expr left = select(distance < 0, 0, distance);
  Expr inverse = 1 / divisor.m;
  auto reduce = [&](Expr r) {
    Expr q = (r * inverse + 0x1.8p+52) - 0x1.8p+52;
    return fma(negate(q), divisor.m, r);
  };
  Expr r = reduce(dividend.m);
  for (int step = 0; step < steps; ++step) {
    Expr some = select(left > digit, digit, left);
    r = reduce(r * powerOfTwoF64(some));
    left = left - some;
  }
  Expr positive = select(r < 0, r + divisor.m, r);
  // Exact also where the result is subnormal.
  Expr half = shiftRightSigned(divisor.exponent, 1);
  return select(x < y, x, positive * powerOfTwoF64(half) * powerOfTwoF64(divisor.exponent - half));
}

mlir::Value buildFloatRemainder(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value a, mlir::Value b) {
  Expr x(builder, loc, a), y(builder, loc, b);
  bool isF32 = x.element().isF32();
  if (!isF32 && !x.element().isF64())
    return {};
  // Exponents of f32 differ by 276 at most, those of f64 by 2097.
  Expr magnitude = absolute(x), divisor = absolute(y);
  Expr result = isF32 ? toF32(remainderOfMagnitudes(toF64(magnitude), toF64(divisor), 28, 10))
                      : remainderOfMagnitudes(magnitude, divisor, 48, 44);
  Expr infinite = x.infinity();
  result = select(magnitude < divisor, x, flipSign(absolute(result), x));
  Expr defined = (magnitude < infinite) & notEqual(y, 0) & equal(y, y);
  return select(defined, result, x.nan()).get();
}

} // namespace det::math
