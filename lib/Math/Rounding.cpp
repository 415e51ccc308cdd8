// Rounding to integral values, by arithmetic alone.
#include "Expr.h"

#include "det/Math/Scalar.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

#include <cmath>

using namespace mlir;

namespace det::math {

Value buildRound(OpBuilder &builder, Location loc, Rounding rounding, Value value) {
  Expr x(builder, loc, value);
  if (!x.isFloat() || x.width() < 32)
    return {};
  Expr raw = bits(x);
  Expr signBit = raw & raw.integer(APInt::getSignedMinValue(x.width()).getSExtValue());
  Expr magnitude = asFloat(raw ^ signBit);
  // Adding 2^p, p the bits of the fraction, leaves no place for a fraction: the sum rounds to nearest even.
  double big = std::ldexp(1.0, x.width() == 32 ? 23 : 52);
  Expr even = (magnitude + big) - big;
  auto withSign = [&](Expr number) { return asFloat(bits(number) | signBit); };
  Expr rounded = x;
  switch (rounding) {
  case Rounding::NearestEven:
    rounded = withSign(even);
    break;
  case Rounding::NearestAway:
    // A tie that went down is one that should have gone up.
    rounded = withSign(select(equal(magnitude - even, 0.5), even + 1.0, even));
    break;
  case Rounding::Floor: {
    Expr near = withSign(even);
    rounded = withSign(select(near > x, near - 1.0, near));
    break;
  }
  case Rounding::Ceil: {
    Expr near = withSign(even);
    rounded = withSign(select(near < x, near + 1.0, near));
    break;
  }
  }
  // Large numbers, infinities and NaN are integral already.
  return select(magnitude < big, rounded, x).get();
}

} // namespace det::math
