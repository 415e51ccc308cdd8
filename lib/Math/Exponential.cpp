// exp, expm1, logistic and tanh of f32, in f32 arithmetic: the functions that training calls most.
//
// All four start from e^x = 2^n (1 + hi + lo) with the fraction as an unevaluated sum, so that what follows loses nothing to rounding: each result
// is within 0.52 to 0.6 ulp. The other families buy the same accuracy with f64, which costs twice the lanes here and far more on small GPUs.
#include "Families.h"

namespace det::math {

// Adding 1.5 * 2^23 leaves an integer in the low bits of the sum: rounding to nearest even without a conversion, total on all inputs.
static constexpr double kRoundF32 = 0x1.8p+23;
static constexpr int64_t kRoundF32Bits = 0x4b400000;

Exponential reduceExponential(Expr x) {
  Expr shifted = fma(x, x.constant(0x1.715476p+0), x.constant(kRoundF32));
  Expr n = shifted - kRoundF32;
  Expr exponent = bits(shifted) - kRoundF32Bits;
  // x - n ln2, the first step exact: n has 8 bits and the difference cancels down to 24.
  Expr coarse = fma(n, n.constant(-0x1.62e43p-1), x);
  Expr ln2Low = n.constant(0x1.05c61p-29);
  Expr r = fma(n, ln2Low, coarse);
  Expr rLow = fma(n, ln2Low, coarse - r);
  // r + r^2/2 with the rounding errors kept; the rest of the series is small enough to be rounded as it goes.
  Expr square = r * r;
  Expr half = square * 0.5;
  Expr halfLow = fma(r, r, negate(square)) * 0.5;
  Pair sum = fastTwoSum(r, half);
  Expr series = polynomial(r, {0x1.555556p-3, 0x1.5554f2p-5, 0x1.1110a4p-7, 0x1.6d4196p-10, 0x1.a188f4p-13});
  Expr small = sum.lo + (halfLow + fma(rLow, r, rLow));
  return {exponent, sum.hi, fma(square * r, series, small)};
}

Expr powerOfTwoF32(Expr n) { return asFloat(shiftLeft(n + 127, 23)); }

Expr scaleF32(Expr x, Expr n) {
  Expr first = shiftRightSigned(n, 1);
  return x * powerOfTwoF32(first) * powerOfTwoF32(n - first);
}

/// 1 + hi + lo as a normalised pair.
static Pair addOne(const Exponential &e) {
  Pair sum = fastTwoSum(e.hi.constant(1), e.hi);
  return fastTwoSum(sum.hi, sum.lo + e.lo);
}

/// numerator / denominator of two pairs, to nearly half an ulp.
static Expr divide(Pair numerator, Pair denominator) {
  Expr inverse = 1 / denominator.hi;
  Expr quotient = numerator.hi * inverse;
  Expr left = fma(negate(quotient), denominator.hi, numerator.hi) + fma(negate(quotient), denominator.lo, numerator.lo);
  return fma(left, inverse, quotient);
}

/// x limited to [lo, hi]; NaN stays.
static Expr clamp(Expr x, double lo, double hi) {
  Expr atMost = select(x > hi, hi, x);
  return select(x < lo, lo, atMost);
}

Expr expF32(Expr x) {
  // e^-104 lies below half the least subnormal, e^89 above the largest finite number: 0 and infinity come out of the scaling.
  Exponential e = reduceExponential(clamp(x, -104, 89));
  return scaleF32(addOne(e).hi, e.exponent);
}

/// e^y - 1 as a pair for y in [-30, 40].
static Pair expm1Pair(Expr y) {
  Exponential e = reduceExponential(y);
  Expr scale = powerOfTwoF32(e.exponent);
  Pair whole = twoSum(scale, scale.constant(-1));
  Pair sum = fastTwoSum(whole.hi, scale * e.hi);
  return fastTwoSum(sum.hi, fma(scale, e.lo, sum.lo + whole.lo));
}

Expr expm1F32(Expr x) {
  Pair e = expm1Pair(clamp(x, -30, 40));
  Expr result = select(x > 40, expF32(x), e.hi);
  // Keeps -0.
  return select(absolute(x) < 0x1p-26, x, result);
}

Expr tanhF32(Expr x) {
  // tanh|x| = -E / (2 + E) with E = e^(-2|x|) - 1, which neither overflows nor cancels. From 9.1 on tanh rounds to 1.
  Expr magnitude = absolute(x);
  Pair e = expm1Pair(select(magnitude > 9.5, 9.5, magnitude) * -2);
  Pair denominator = fastTwoSum(e.hi.constant(2), e.hi);
  Expr result = divide({negate(e.hi), negate(e.lo)}, {denominator.hi, denominator.lo + e.lo});
  // Here the cube is below a quarter ulp; the formula would lose subnormal bits in its corrections.
  result = select(magnitude < 0x1p-13, magnitude, result);
  return flipSign(result, x);
}

Expr logisticF32(Expr x) {
  // 1 / (1 + z) for x >= 0 and z / (1 + z) below, z = e^-|x| = m 2^n. The numerator's 2^n is applied last, so that small results keep their bits.
  Expr magnitude = absolute(x);
  Exponential e = reduceExponential(select(magnitude > 104, 104, magnitude) * -1);
  Pair m = addOne(e);
  // Below 2^-100 z leaves 1 + z alone.
  Expr scale = powerOfTwoF32(select(e.exponent < -100, -100, e.exponent));
  Pair denominator = fastTwoSum(m.hi.constant(1), m.hi * scale);
  denominator.lo = fma(m.lo, scale, denominator.lo);
  Expr negative = x < 0;
  Pair numerator = {select(negative, m.hi, 1), select(negative, m.lo, 0)};
  return scaleF32(divide(numerator, denominator), select(negative, e.exponent, 0));
}

} // namespace det::math
