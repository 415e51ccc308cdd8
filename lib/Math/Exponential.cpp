// exp, expm1, logistic and tanh of f32 and f64, each in its own arithmetic: the functions that training calls most.
//
// All four start from e^x = 2^n (1 + hi + lo) with the fraction as an unevaluated sum, so that what follows loses nothing to
// rounding: each result is within 0.52 to 0.6 ulp. The other families buy the accuracy of f32 with f64, which costs twice the
// lanes here and far more on small GPUs.
#include "ExponentialPieces.h"
#include "Families.h"

namespace det::math {

static constexpr double kSeriesF32[] = {0x1.555556p-3, 0x1.5554f2p-5, 0x1.1110a4p-7, 0x1.6d4196p-10, 0x1.a188f4p-13};
static constexpr double kSeriesF64[] = {
    0x1.5555555555559p-3,  0x1.5555555555559p-5,  0x1.111111110f6a4p-7,  0x1.6c16c16c148f8p-10, 0x1.a01a01aff00eap-13,
    0x1.a01a01aff74e8p-16, 0x1.71ddf82a0ab1ep-19, 0x1.27e4c6627dba9p-22, 0x1.af5f1c7fef965p-26, 0x1.1f951617bbf63p-29};

static const Format kF32 = {23,         127,  0x1.8p+23, 0x4b400000, 0x1.715476p+0, 0x1.62e43p-1, -0x1.05c61p-29,
                            kSeriesF32, -104, 89,  0x1p-126,        9.5,        0x1p-13,       0x1p-26};
static const Format kF64 = {52,
                            1023,
                            0x1.8p+52,
                            0x4338000000000000,
                            0x1.71547652b82fep+0,
                            0x1.62e42fefa39efp-1,
                            0x1.abc9e3b39803fp-56,
                            kSeriesF64,
                            -746,
                            710,
                            0x1p-1022,
                            20,
                            0x1p-28,
                            0x1p-55};

const Format &formatOf(Expr x) { return x.width() == 32 ? kF32 : kF64; }

/// From e^x = 2^exponent e^(r + rLow), |r| <= ln2 / 2.
static Exponential fromReduced(Expr exponent, Expr r, Expr rLow) {
  // r + r^2/2 with the rounding errors kept; the rest of the series is small enough to be rounded as it goes.
  Expr square = r * r;
  Expr half = square * 0.5;
  Expr halfLow = fma(r, r, negate(square)) * 0.5;
  Pair sum = fastTwoSum(r, half);
  Expr series = polynomial(r, formatOf(r).series);
  Expr small = sum.lo + (halfLow + fma(rLow, r, rLow));
  return {exponent, sum.hi, fma(square * r, series, small)};
}

/// Of x + low.
static Exponential reduce(Expr x, const Expr *low) {
  const Format &format = formatOf(x);
  Expr shifted = fma(x, x.constant(format.log2E), x.constant(format.round));
  Expr n = shifted - format.round;
  Expr exponent = bits(shifted) - format.roundBits;
  // x - n ln2, the first step exact: n has few bits and the difference cancels down to the format's.
  Expr coarse = fma(n, n.constant(-format.ln2High), x);
  Expr ln2Low = n.constant(-format.ln2Low);
  Expr r = fma(n, ln2Low, coarse);
  Expr rLow = fma(n, ln2Low, coarse - r);
  if (!low)
    return fromReduced(exponent, r, rLow);
  Pair sum = fastTwoSum(r, rLow + *low);
  return fromReduced(exponent, sum.hi, sum.lo);
}

Exponential exponentialPieces(Expr x) { return reduce(x, nullptr); }
Exponential exponentialPieces(Pair x) { return reduce(x.hi, &x.lo); }

Expr powerOfTwo(Expr n) {
  const Format &format = formatOf(n);
  return asFloat(shiftLeft(n + format.bias, format.fractionBits));
}

Expr scale(Expr x, Expr n) {
  Expr first = shiftRightSigned(n, 1);
  return x * powerOfTwo(first) * powerOfTwo(n - first);
}

Expr scaleOnce(Pair x, Expr n) {
  // A subnormal result is a multiple of 2^-149 (f32); before scaling x is one of a unit u = 2^(-149 - n). Added to 2^23 u it is
  // rounded to such a multiple; the error, with x.lo, decides what lies halfway between two. The bits then count units, as those
  // of a subnormal number do.
  const Format &format = formatOf(x.hi);
  Expr base = asFloat(shiftLeft(1 - n, format.fractionBits));
  Expr rounded = base + x.hi;
  Expr error = x.hi - (rounded - base);
  Expr subnormal = asFloat(bits(rounded + (error + x.lo)) - bits(base));
  Expr normal = scale(x.hi, n);
  return select(normal <= format.leastNormal, subnormal, normal);
}

Pair addOne(const Exponential &e) {
  Pair sum = fastTwoSum(e.hi.constant(1), e.hi);
  return fastTwoSum(sum.hi, sum.lo + e.lo);
}

/// numerator / denominator of two pairs, as a pair whose sum is good to nearly half an ulp: with one division.
static Pair dividePairs(Pair numerator, Pair denominator) {
  Expr inverse = 1 / denominator.hi;
  Expr quotient = numerator.hi * inverse;
  Expr left = fma(negate(quotient), denominator.hi, numerator.hi) + fma(negate(quotient), denominator.lo, numerator.lo);
  return fastTwoSum(quotient, left * inverse);
}

Expr clamp(Expr x, double lo, double hi) {
  Expr atMost = select(x > hi, hi, x);
  return select(x < lo, lo, atMost);
}

Expr exponential(Expr x) {
  const Format &format = formatOf(x);
  Exponential e = exponentialPieces(clamp(x, format.underflow, format.overflow));
  return scaleOnce(addOne(e), e.exponent);
}

Expr exp2F64(Expr x) {
  const Format &format = formatOf(x);
  Expr clamped = clamp(x, -1080, 1030);
  Expr shifted = clamped + format.round;
  Expr fraction = clamped - (shifted - format.round);
  Expr r = fraction * format.ln2High;
  Expr rLow = fma(fraction, fraction.constant(format.ln2High), negate(r)) + fraction * format.ln2Low;
  Exponential e = fromReduced(bits(shifted) - format.roundBits, r, rLow);
  return scaleOnce(addOne(e), e.exponent);
}

Pair minusOne(const Exponential &e) {
  Expr power = powerOfTwo(e.exponent);
  Pair whole = twoSum(power, power.constant(-1));
  Pair sum = fastTwoSum(whole.hi, power * e.hi);
  return fastTwoSum(sum.hi, fma(power, e.lo, sum.lo + whole.lo));
}

Expr exponentialMinusOne(Expr x) {
  const Format &format = formatOf(x);
  double large = 4 * format.one;
  Pair e = minusOne(exponentialPieces(clamp(x, -large, large)));
  Expr result = select(x > large, exponential(x), e.hi);
  // Keeps -0.
  return select(absolute(x) < format.smallExpm1, x, result);
}

Expr hyperbolicTangent(Expr x) {
  // tanh|x| = -E / (2 + E) with E = e^(-2|x|) - 1, which neither overflows nor cancels.
  const Format &format = formatOf(x);
  Expr magnitude = absolute(x);
  Pair e = minusOne(exponentialPieces(select(magnitude > format.one, format.one, magnitude) * -2));
  Pair denominator = fastTwoSum(e.hi.constant(2), e.hi);
  Expr result = dividePairs(negate(e), {denominator.hi, denominator.lo + e.lo}).hi;
  // The formula would lose subnormal bits in its corrections.
  result = select(magnitude < format.smallTanh, magnitude, result);
  return flipSign(result, x);
}

Expr logistic(Expr x) {
  // 1 / (1 + z) for x >= 0 and z / (1 + z) below, z = e^-|x| = m 2^n. The numerator's 2^n is applied last, so that small results
  // keep their bits.
  double farthest = -formatOf(x).underflow;
  Expr magnitude = absolute(x);
  Exponential e = exponentialPieces(select(magnitude > farthest, farthest, magnitude) * -1);
  Pair m = addOne(e);
  // Below 2^-100 z leaves 1 + z alone.
  Expr power = powerOfTwo(select(e.exponent < -100, -100, e.exponent));
  Pair denominator = fastTwoSum(m.hi.constant(1), m.hi * power);
  denominator.lo = fma(m.lo, power, denominator.lo);
  Expr negative = x < 0;
  Pair numerator = {select(negative, m.hi, 1), select(negative, m.lo, 0)};
  return scaleOnce(dividePairs(numerator, denominator), select(negative, e.exponent, 0));
}

} // namespace det::math
