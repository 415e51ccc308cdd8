// sinh and cosh of f32 and f64, each in its own arithmetic, from the pieces of e^|x|.
#include "ExponentialPieces.h"
#include "Families.h"

namespace det::math {

/// e^|x| taken apart; beyond the overflow of the result it stays where that is infinite.
static Exponential ofMagnitude(Expr x) {
  Expr magnitude = absolute(x);
  double farthest = formatOf(x).overflow + 1;
  return exponentialPieces(select(magnitude > farthest, farthest, magnitude));
}

Expr hyperbolicSine(Expr x) {
  const Format &format = formatOf(x);
  Exponential e = ofMagnitude(x);
  // (E + E / (1 + E)) / 2 with E = e^|x| - 1 neither cancels nor loses small x; where e^-|x| is nothing beside e^|x|, half of
  // that.
  Pair less = minusOne({select(e.exponent > 100, e.exponent.constant(100), e.exponent), e.hi, e.lo});
  Pair whole = twoSum(less.hi.constant(1), less.hi);
  Pair quotient = divide(less, {whole.hi, whole.lo + less.lo});
  Expr near = addSmaller(less, quotient).hi * 0.5;
  Expr far = scale(addOne(e).hi, e.exponent - 1);
  Expr magnitude = absolute(x);
  Expr result = select(magnitude > 2 * format.one, far, near);
  return flipSign(select(magnitude < format.smallTanh, magnitude, result), x);
}

Expr hyperbolicCosine(Expr x) {
  // 2^(n-1) (m + 2^(-2n) / m) with e^|x| = m 2^n.
  Exponential e = ofMagnitude(x);
  Pair m = addOne(e);
  Expr limited = select(e.exponent > 60, e.exponent.constant(60), e.exponent);
  Expr power = powerOfTwo(0 - (limited + limited));
  Pair inverse = divide(pairOf(m.hi, 1, 0), m);
  Pair sum = addSmaller(m, {inverse.hi * power, inverse.lo * power});
  return scale(sum.hi, e.exponent - 1);
}

} // namespace det::math
