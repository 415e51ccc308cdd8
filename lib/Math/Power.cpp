// pow and exp2 of f32 through f64, where log2 and exp2 have 20 bits to spare; pow of f64 through a logarithm as a pair.
#include "ExponentialPieces.h"
#include "Families.h"
#include "LogarithmPieces.h"

namespace det::math {

Expr exp2CoreF64(Expr t) {
  constexpr double kRound = 0x1.8p+52;
  Expr atMost = select(t > 300, 300, t);
  Expr clamped = select(atMost < -300, -300, atMost);
  Expr shifted = clamped + kRound;
  Expr r = clamped - (shifted - kRound);
  Expr series = polynomial(r, {0x1.62e42fefa39f3p-1, 0x1.ebfbdff82c598p-3, 0x1.c6b08d7048f2cp-5, 0x1.3b2ab6fba1e0dp-7,
                               0x1.5d87fe7bbc992p-10, 0x1.4309130965718p-13, 0x1.ffcbee38ce8bdp-17, 0x1.62bfd4909645p-20,
                               0x1.b54169ba8eb5cp-24, 0x1.e606170f59458p-28, 0x1.c0642410e44a3p-32});
  // The integer sits in the low bits of `shifted`; what is above them leaves by the shift.
  Expr scale = asFloat(shiftLeft(bits(shifted) + 1023, 52));
  return fma(r, series, r.constant(1)) * scale;
}

Expr exponentialOf2(Expr x) { return x.width() == 32 ? toF32(exp2CoreF64(toF64(x))) : exp2F64(x); }

/// Moves base^y, where it is within 2^-45 of a number of 25 bits, onto that number. The powers that lie exactly between two f32
/// (4097^2, say) are such numbers, and a last error of f64 would decide their rounding. Only bases of 20 bits have such powers;
/// those of more come near them without end
/// ((1 + u)^2 = 1 + 2u + u^2), and stay.
static Expr settleTies(Expr power, Expr base) {
  constexpr int64_t kLowBits = (int64_t(1) << 28) - 1, kNear = int64_t(1) << 7;
  Expr raw = bits(power);
  Expr raised = raw + kNear;
  Expr isNear = (raised & kLowBits) < 2 * kNear;
  // A NaN has no bits to rely on, and stays.
  Expr isNumber = equal(power, power);
  return asFloat(select(isNumber & isNear & equal(bits(base) & 15, 0), raised & ~kLowBits, raw));
}

/// C99 Annex F, from |x|^y.
static Expr powerSpecials(Expr x, Expr y, Expr result) {
  // Adding 2^52 (f32: 2^23) rounds to an integer; everything above is one already, and even.
  double large = x.width() == 32 ? 0x1p+23 : 0x1p+52;
  auto isInteger = [&](Expr a) { return equal((a + large) - large, a) | (a >= large); };
  Expr size = absolute(y);
  Expr integer = isInteger(size);
  Expr odd = integer & (isInteger(size * 0.5) ^ true);
  result = select(odd, flipSign(result, x), result);

  Expr infinite = x.infinity();
  Expr finiteNegative = (x < 0) & (x > negate(infinite));
  result = select(finiteNegative & (integer ^ true), x.nan(), result);
  // x^0 and 1^y are 1 even where the other operand is a NaN.
  Expr one = equal(y, 0) | equal(x, 1) | (equal(absolute(x), 1) & equal(size, infinite));
  return select(one, 1, result);
}

static Expr powF32(Expr x, Expr y) {
  Expr base = toF64(absolute(x));
  Expr exponent = toF64(y);
  Expr logarithm = select(base < base.infinity(), log2CoreF64(base), base);
  logarithm = select(equal(base, 0), negate(base.infinity()), logarithm);
  return powerSpecials(x, y, toF32(settleTies(exp2CoreF64(exponent * logarithm), x)));
}

/// log x of a positive, finite f64 to about 2^-68 of itself.
static Pair preciseLog(Expr x) {
  // 2 atanh(s) = 2s (1 + z/3 + z^2/5 + z^3 p(z)), s = (m - 1)/(m + 1), z = s^2: all but the last as pairs.
  Split split = splitAnyF64(x);
  Expr f = split.m - 1;
  Pair s = divide({f, f.constant(0)}, fastTwoSum(f.constant(2), f));
  Pair z = multiply(s, s);
  Expr cube = z.hi * z.hi * z.hi;
  Expr series = polynomial(z.hi, {0x1.24924924927cdp-3, 0x1.c71c71c65a017p-4, 0x1.745d17d773009p-4, 0x1.3b13782ca29bbp-4,
                                  0x1.111dd00712f85p-4, 0x1.de9e31b3d7670p-5, 0x1.e7e30c98447ffp-5});
  Pair inner = addSmaller(pairOf(f, 0x1.5555555555555p-2, 0x1.5555555555555p-56),
                          multiply(z, pairOf(f, 0x1.999999999999ap-3, -0x1.999999999999ap-57)));
  inner = add(multiply(z, inner), cube * series);
  Pair twice = scale(s, 2);
  Pair fraction = addSmaller(twice, multiply(twice, inner));
  // The high part of ln2 has 41 bits, so its product is exact.
  Pair low = twoProduct(split.k, split.k.constant(0x1.3de6af278ece6p-42));
  return add(add(fraction, low), split.k * 0x1.62e42fefa3p-1);
}

static Expr powF64(Expr x, Expr y) {
  Expr base = absolute(x);
  Pair logarithm = preciseLog(base);
  // Beyond these the result is 0 or infinite; there the low part may be no number.
  Expr size = logarithm.hi * y;
  Expr inside = absolute(size) < 760;
  Pair product = multiply(logarithm, select(inside, y, 0));
  Exponential e = exponentialPieces({select(inside, product.hi, clamp(size, -760, 720)), product.lo});
  Expr result = scaleOnce(addOne(e), e.exponent);
  // 0, infinity and NaN have no logarithm here.
  Expr infinite = x.infinity(), rises = y > 0;
  Expr ofZero = select(rises, y.constant(0), infinite), ofInfinity = select(rises, infinite, y.constant(0));
  result = select(base < infinite, result, select(equal(base, infinite), ofInfinity, base));
  result = select(equal(base, 0), ofZero, result);
  return powerSpecials(x, y, select(equal(y, y), result, y));
}

Expr power(Expr x, Expr y) { return x.width() == 32 ? powF32(x, y) : powF64(x, y); }

} // namespace det::math
