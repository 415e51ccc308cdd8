// Rounding of floats to integral values.
#include "det/Math/Scalar.h"

#include "Expr.h"

namespace det::math {

mlir::Value buildRound(mlir::OpBuilder &builder, mlir::Location loc, Rounding rounding, mlir::Value value) {
  Expr x(builder, loc, value);
  if (!x.element().isF32() && !x.element().isF64())
    return {};
  // From here on every float is integral, and below, the sum has no bits left for a fraction.
  double bound = x.element().isF32() ? 0x1p+23 : 0x1p+52;
  Expr magnitude = absolute(x);
  Expr nearest = (magnitude + bound) - bound;
  Expr result = nearest;
  switch (rounding) {
  case Rounding::NearestEven:
    break;
  case Rounding::NearestAway:
    result = select(equal(magnitude - nearest, 0.5), nearest + 1, nearest);
    break;
  case Rounding::Floor:
  case Rounding::Ceil: {
    // Away from zero for one sign, toward zero for the other.
    Expr outward = select(nearest < magnitude, nearest + 1, nearest);
    Expr inward = select(nearest > magnitude, nearest - 1, nearest);
    Expr negative = bits(x) < 0;
    result = rounding == Rounding::Floor ? select(negative, outward, inward) : select(negative, inward, outward);
    break;
  }
  }
  return select(magnitude < bound, flipSign(result, x), x).get();
}

} // namespace det::math
