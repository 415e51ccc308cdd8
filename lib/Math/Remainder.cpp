// The remainder of a float division, exactly and without a loop.
#include "det/Math/Scalar.h"

#include "Expr.h"

namespace det::math {

/// 2^n of an i64 n in the normal range of f64.
static Expr powerOfTwoF64(Expr n) { return asFloat(shiftLeft(n + 1023, 52)); }

static Expr exponentOf(Expr positive) { return shiftRightUnsigned(bits(positive), 52) - 1023; }

mlir::Value buildFloatRemainder(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value a, mlir::Value b) {
  Expr x(builder, loc, a), y(builder, loc, b);
  if (!x.element().isF32())
    return {};
  // Long division in base 2^28, in f64: r starts as |x| moved to the exponent of |y| and takes the distance back in steps. Both
  // are multiples of one unit u with |y| < 2^24 u, so r 2^28 and r 2^28 - q |y| are exact; q is the nearest integer by a rounded
  // reciprocal, hence |r| <= |y| (1/2 + 2^-20). Exponents of f32 differ by 276 at most.
  constexpr int kDigit = 28, kSteps = 10;
  Expr dividend = toF64(absolute(x));
  Expr divisor = toF64(absolute(y));
  Expr distance = exponentOf(dividend) - exponentOf(divisor);
  Expr left = select(distance < 0, 0, distance);
  left = select(left > kDigit * kSteps, kDigit * kSteps, left);
  Expr inverse = 1 / divisor;
  auto reduce = [&](Expr r) {
    Expr q = (r * inverse + 0x1.8p+52) - 0x1.8p+52;
    return fma(negate(q), divisor, r);
  };
  Expr r = reduce(dividend * powerOfTwoF64(0 - left));
  for (int step = 0; step < kSteps; ++step) {
    Expr digit = select(left > kDigit, kDigit, left);
    r = reduce(r * powerOfTwoF64(digit));
    left = left - digit;
  }
  Expr positive = toF32(select(r < 0, r + divisor, r));
  Expr result = flipSign(absolute(positive), x);
  Expr infinite = x.infinity();
  result = select(absolute(x) < absolute(y), x, result);
  Expr defined = (absolute(x) < infinite) & notEqual(y, 0) & equal(y, y);
  return select(defined, result, x.nan()).get();
}

} // namespace det::math
