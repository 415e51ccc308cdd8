// log, log2 and log1p: of f64, and log of f32, in their own arithmetic; log2 and log1p of f32 by way of f64.
#include "Families.h"
#include "LogarithmPieces.h"

namespace det::math {

/// The values that a logarithm's formula does not give: x = 0, x < 0, infinity and NaN.
static Expr logarithmSpecials(Expr x, Expr result) {
  Expr finite = select(x < x.infinity(), result, x);
  Expr nonPositive = select(equal(x, 0), negate(x.infinity()), x.nan());
  return select(x > 0, finite, nonPositive);
}

static Expr log1pSpecials(Expr x, Expr result) {
  result = select(x < x.infinity(), result, x);
  Expr belowDomain = select(equal(x, -1), negate(x.infinity()), x.nan());
  result = select(x > -1, result, belowDomain);
  // Keeps -0 and subnormals.
  return select(absolute(x) < (x.width() == 32 ? 0x1p-40 : 0x1p-60), x, result);
}

static Expr logF32(Expr x) {
  // x = 2^k m with m in [sqrt(1/2), sqrt(2)), after subnormals are scaled into the normal range.
  Expr tiny = x < 0x1p-126;
  Expr scaled = select(tiny, x * 0x1p+24, x);
  Expr raw = bits(scaled);
  Expr exponent = shiftRightSigned(raw - 0x3f3504f3, 23);
  Expr f = asFloat(raw - shiftLeft(exponent, 23)) - 1;
  Expr k = signedToFloat(exponent, x.element()) - select(tiny, x.constant(24), 0);
  // f - f^2/2 with the rounding errors kept.
  Expr square = f * f;
  Expr squareLow = fma(f, f, negate(square));
  Pair head = fastTwoSum(f, square * -0.5);
  Expr series = polynomial(f, {0x1.555554p-2, -0x1.ffffd4p-3, 0x1.999a14p-3, -0x1.5563b4p-3, 0x1.248f2p-3, -0x1.fce6dap-4,
                               0x1.c40bbap-4, -0x1.bb2f3p-4, 0x1.b37a04p-4, -0x1.e987e6p-5});
  Expr cube = square * f;
  Expr cubeLow = fma(squareLow, f, fma(square, f, negate(cube)));
  Expr tail = fma(cube, series, fma(cubeLow, series, fma(squareLow, f.constant(-0.5), head.lo)));
  // k ln2: the high part has 15 bits, so its product is exact.
  Pair sum = fastTwoSum(k * 0x1.62e4p-1, head.hi);
  Expr result = sum.hi + (sum.lo + fma(k, k.constant(0x1.7f7d1cp-20), tail));
  return logarithmSpecials(x, result);
}

Split splitF64(Expr x) {
  // The exponent becomes a float by bits: AVX2 has no conversion.
  constexpr int64_t kSqrtHalf = 0x3fe6a09e667f3bcd, kFractionMask = 0x000fffffffffffff;
  Expr offset = bits(x) + (0x3ff0000000000000 - kSqrtHalf);
  Expr k = asFloat(shiftRightUnsigned(offset, 52) | 0x4330000000000000) - (0x1p+52 + 1023);
  return {k, asFloat((offset & kFractionMask) + kSqrtHalf)};
}

Pair logOfFraction(Expr m) {
  // log(1 + f) = f - f^2/2 + s (f^2/2 + s^2 p(s^2)), s = f/(2 + f), after fdlibm; here the first two terms are kept exact.
  Expr f = m - 1;
  Expr s = f / (f + 2);
  Expr square = f * f;
  Expr squareLow = fma(f, f, negate(square));
  Pair head = fastTwoSum(f, square * -0.5);
  Expr z = s * s;
  Expr series = polynomial(z, {0x1.5555555555593p-1, 0x1.999999997fcbcp-2, 0x1.24924942012f1p-2, 0x1.c71c51fad8874p-3,
                               0x1.74664225f7477p-3, 0x1.39a16129759fap-3, 0x1.2f091fc2f4f67p-3});
  return {head.hi, fma(s, fma(z, series, square * 0.5), fma(squareLow, f.constant(-0.5), head.lo))};
}

Pair joinExponent(Expr k, Pair log) {
  // The high part of ln2 has 41 bits, so its product is exact.
  Pair sum = fastTwoSum(k * 0x1.62e42fefa3p-1, log.hi);
  return fastTwoSum(sum.hi, sum.lo + fma(k, k.constant(0x1.3de6af278ece6p-42), log.lo));
}

Pair logPair(Pair x) {
  Split split = splitF64(x.hi);
  Pair log = logOfFraction(split.m);
  log.lo = log.lo + x.lo / x.hi;
  return joinExponent(split.k, log);
}

Split splitAnyF64(Expr x) {
  Expr tiny = x < 0x1p-1022;
  Split split = splitF64(select(tiny, x * 0x1p+54, x));
  return {split.k - select(tiny, split.k.constant(54), 0), split.m};
}

static Expr logF64(Expr x) {
  Split split = splitAnyF64(x);
  return logarithmSpecials(x, joinExponent(split.k, logOfFraction(split.m)).hi);
}

static Expr log2F64(Expr x) {
  constexpr double kLog2E = 0x1.71547652b82fep+0, kLog2ELow = 0x1.777d0ffda0d24p-56;
  Split split = splitAnyF64(x);
  Pair log = logOfFraction(split.m);
  log = fastTwoSum(log.hi, log.lo);
  Expr high = log.hi * kLog2E;
  Expr low = fma(log.hi, log.hi.constant(kLog2E), negate(high)) + fma(log.lo, log.lo.constant(kLog2E), log.hi * kLog2ELow);
  Pair sum = fastTwoSum(split.k, high);
  return logarithmSpecials(x, sum.hi + (sum.lo + low));
}

static Expr log1pF64(Expr x) {
  // 1 + x = u + lost; the lost part adds lost / u.
  Pair u = twoSum(x.constant(1), x);
  Split split = splitF64(u.hi);
  Pair log = logOfFraction(split.m);
  log.lo = log.lo + u.lo / u.hi;
  return log1pSpecials(x, joinExponent(split.k, log).hi);
}

Expr logarithm(Expr x) { return x.width() == 32 ? logF32(x) : logF64(x); }

Expr log2CoreF64(Expr x) {
  // log2 m = s p(s^2), s = (m - 1)/(m + 1).
  auto [k, m] = splitF64(x);
  Expr s = (m - 1) / (m + 1);
  Expr series = polynomial(s * s, {0x1.71547652b82fep+1, 0x1.ec709dc3a0475p-1, 0x1.2776c50ee42eap-1, 0x1.a61762d5f2f7cp-2,
                                   0x1.484afba8132bbp-2, 0x1.0ca159743680ap-2, 0x1.c46f24b55a4fp-3, 0x1.b58a8b037e38ep-3});
  return fma(s, series, k);
}

Expr logarithmTo2(Expr x) { return x.width() == 32 ? logarithmSpecials(x, toF32(log2CoreF64(toF64(x)))) : log2F64(x); }

Expr log1pCoreF64(Expr x) {
  constexpr double kLn2 = 0x1.62e42fefa39efp-1;
  // The part that 1 + x loses is the whole logarithm of a small x, and nothing beside that of a large one.
  Pair sum = twoSum(x.constant(1), x);
  return fma(log2CoreF64(sum.hi), x.constant(kLn2), select(x < 1, sum.lo, 0));
}

static Expr log1pF32(Expr x) { return log1pSpecials(x, toF32(log1pCoreF64(toF64(x)))); }

Expr logarithmOfOnePlus(Expr x) { return x.width() == 32 ? log1pF32(x) : log1pF64(x); }

} // namespace det::math
