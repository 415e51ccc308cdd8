// asinh, acosh and atanh: log(1 + u) of an expression u in which nothing cancels.
//
// For f32 u is computed in f64, which has bits to spare; for f64 as a pair.
#include "Families.h"
#include "LogarithmPieces.h"

namespace det::math {

/// log(1 + u), or log(x) + ln2 where x is large.
static Expr logOfOnePlusPair(Pair u, Expr large, Expr x) {
  Pair one = twoSum(u.hi.constant(1), u.hi);
  one.lo = one.lo + u.lo;
  one = select(large, {x, x.constant(0)}, fastTwoSum(one.hi, one.lo));
  Split split = splitF64(one.hi);
  Pair log = logOfFraction(split.m);
  log.lo = log.lo + one.lo / one.hi;
  return joinExponent(split.k + select(large, x.constant(1), 0), log).hi;
}

Expr inverseHyperbolicSine(Expr x) {
  // u = |x| + x^2 / (1 + sqrt(1 + x^2))
  Expr magnitude = absolute(x);
  Expr result = magnitude;
  if (x.width() == 32) {
    Expr a = toF64(magnitude);
    Expr square = a * a;
    result = toF32(log1pCoreF64(a + square / (sqrt(square + 1) + 1)));
  } else {
    Expr large = magnitude > 0x1p+30;
    Expr a = select(large, 1, magnitude);
    Pair square = twoProduct(a, a);
    Pair root = add(squareRoot(add(square, a.constant(1))), a.constant(1));
    result = logOfOnePlusPair(add(divide(square, root), a), large, magnitude);
    result = select(magnitude < 0x1p-28, magnitude, result);
  }
  return flipSign(select(magnitude < magnitude.infinity(), result, magnitude), x);
}

Expr inverseHyperbolicCosine(Expr x) {
  // u = t + sqrt(t (t + 2)), t = x - 1, which is exact
  Expr result = x;
  if (x.width() == 32) {
    Expr t = toF64(x) - 1;
    result = toF32(log1pCoreF64(t + sqrt(t * (t + 2))));
  } else {
    Expr large = x > 0x1p+30;
    Expr t = select(large, 2, x) - 1;
    Pair root = squareRoot(multiply(twoSum(t, t.constant(2)), t));
    result = logOfOnePlusPair(add(root, t), large, x);
  }
  result = select(x > 1, select(x < x.infinity(), result, x), 0);
  return select(x >= 1, result, x.nan());
}

Expr inverseHyperbolicTangent(Expr x) {
  // log(1 + u) / 2, u = 2 |x| / (1 - |x|)
  Expr magnitude = absolute(x);
  Expr result = magnitude;
  if (x.width() == 32) {
    Expr a = toF64(magnitude);
    result = toF32(log1pCoreF64((a + a) / (1 - a)) * 0.5);
  } else {
    Pair left = fastTwoSum(magnitude.constant(1), negate(magnitude));
    Pair u = divide({magnitude * 2, magnitude.constant(0)}, left);
    result = logOfOnePlusPair(u, magnitude > magnitude.infinity(), magnitude) * 0.5;
    result = select(magnitude < 0x1p-28, magnitude, result);
  }
  Expr inside = select(magnitude < 1, result, magnitude.infinity());
  return select(magnitude <= 1, flipSign(inside, x), x.nan());
}

} // namespace det::math
