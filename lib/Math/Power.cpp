// pow, exp2 and cbrt through f64, where log2 and exp2 have 20 bits to spare; rsqrt in its own arithmetic with one exact
// correction.
#include "Families.h"

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

Expr powF32(Expr x, Expr y) {
  Expr base = toF64(absolute(x));
  Expr exponent = toF64(y);
  Expr logarithm = select(base < base.infinity(), log2CoreF64(base), base);
  logarithm = select(equal(base, 0), negate(base.infinity()), logarithm);
  Expr result = toF32(settleTies(exp2CoreF64(exponent * logarithm), x));

  // Adding 2^52 rounds to an integer; everything above is one already, and even.
  auto isInteger = [](Expr a) { return equal((a + 0x1p+52) - 0x1p+52, a) | (a >= 0x1p+52); };
  Expr size = absolute(exponent);
  Expr integer = isInteger(size);
  Expr odd = integer & (isInteger(size * 0.5) ^ true);
  result = select(odd, flipSign(result, x), result);

  Expr infinite = x.infinity();
  Expr finiteNegative = (x < 0) & (x > negate(infinite));
  result = select(finiteNegative & (integer ^ true), x.nan(), result);
  // x^0 and 1^y are 1 even where the other operand is a NaN.
  Expr one = equal(y, 0) | equal(x, 1) | (equal(absolute(x), 1) & equal(absolute(y), infinite));
  return select(one, 1, result);
}

Expr cbrtF32(Expr x) {
  Expr magnitude = absolute(x);
  Expr result = toF32(exp2CoreF64(log2CoreF64(toF64(magnitude)) * (1.0 / 3)));
  Expr finite = select(magnitude < x.infinity(), result, magnitude);
  return flipSign(select(equal(x, 0), magnitude, finite), x);
}

Expr reciprocalRoot(Expr x) {
  // s = sqrt(x)(1 + a) and y = (1/s)(1 + b) have errors that fma shows exactly, away from subnormals; the correction takes both
  // out.
  bool isF32 = x.width() == 32;
  Expr tiny = x < (isF32 ? 0x1p-60 : 0x1p-500);
  Expr scaled = select(tiny, x * (isF32 ? 0x1p+64 : 0x1p+600), x);
  Expr s = sqrt(scaled);
  Expr y = 1 / s;
  Expr rootError = fma(s, s, negate(scaled));
  Expr inverseError = fma(negate(s), y, y.constant(1));
  Expr corrected = fma(y, fma(rootError * 0.5 * y, y, inverseError), y);
  Expr unscaled = select(tiny, corrected * (isF32 ? 0x1p+32 : 0x1p+300), corrected);
  // At 0 and infinity y is exact and the errors are not numbers.
  return select((x > 0) & (x < x.infinity()), unscaled, y);
}

} // namespace det::math
