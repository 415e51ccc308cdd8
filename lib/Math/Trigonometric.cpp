// sin, cos and tan of f32 by way of f64, for all inputs, without tables.
#include "Families.h"
#include "TrigonometricPieces.h"

namespace det::math {

namespace {
/// x = (quadrant + r) pi/2 with |r| <= 1/2; the quadrant is known modulo 4, as i64 in the low two bits.
struct Quadrant {
  Expr index;
  Expr r;
};
} // namespace

/// x modulo 1 in [-1/2, 1/2], exact, for |x| < 2^24 (one step) or 2^80 (two steps).
static Expr dropInteger(Expr x) { return x - ((x + 0x1.8p+52) - 0x1.8p+52); }
static Expr dropLargeInteger(Expr x) { return dropInteger(x - ((x + 0x1.8p+82) - 0x1.8p+82)); }

/// Reduction by a 159-bit 1/(2 pi). A f32 times each part is exact as product and error; whole turns are dropped from each
/// product before the sum, which leaves 2^-80 of a turn where the nearest any f32 comes to a multiple of pi/2 is 2^-31. Large
/// inputs are divided by 2^53 (they are multiples of it) and use 2^53 / (2 pi) modulo 1 instead.
static Quadrant reduceAngle(Expr x) {
  Expr wide = toF64(x);
  Expr large = absolute(wide) >= 0x1p+76;
  Expr scaled = select(large, wide * 0x1p-53, wide);
  auto part = [&](double ofLarge, double ofSmall) { return select(large, wide.constant(ofLarge), ofSmall); };
  Expr first = part(-0x1.5ac07b1505c16p-2, 0x1.45f306dc9c883p-3);
  Expr second = part(0x1.a6ee06db14acdp-56, -0x1.6b01ec5417056p-57);
  Expr third = part(-0x1.8778df7c035d4p-110, -0x1.6447e493ad4cep-111);

  Expr high = scaled * first;
  Expr highError = fma(scaled, first, negate(high));
  Expr middle = scaled * second;
  Expr middleError = fma(scaled, second, negate(middle));
  Pair one = twoSum(dropLargeInteger(high), dropInteger(highError));
  Pair two = twoSum(one.hi, dropInteger(middle));
  Expr low = (one.lo + two.lo) + fma(scaled, third, middleError);

  // Turns to quarters.
  Expr quarters = two.hi * 4;
  Expr shifted = quarters + 0x1.8p+52;
  Expr r = fma(low, low.constant(4), quarters - (shifted - 0x1.8p+52));
  return {bits(shifted), r};
}

static Expr sinQuarter(Expr r) {
  return r * polynomial(r * r, {0x1.921fb54442d18p+0, -0x1.4abbce625be41p-1, 0x1.466bc677587dap-4, -0x1.32d2cce2e3c57p-8,
                                0x1.50782fd83213ap-13, -0x1.e3006ff59290ap-19, 0x1.e3f2e96d401f3p-25});
}

static Expr cosQuarter(Expr r) {
  Expr square = r * r;
  Expr series = polynomial(square, {-0x1.3bd3cc9be45a5p+0, 0x1.03c1f081b14a1p-2, -0x1.55d3c7dcb366ep-6, 0x1.e1f4fbf8fc41dp-11,
                                    -0x1.a6c9ff03bc09ap-16, 0x1.f3eea97ffd082p-22});
  return fma(square, series, r.constant(1));
}

/// sin(x + turn pi/2).
static Expr sinOfQuadrant(const Quadrant &q, int64_t turn) {
  Expr index = q.index + turn;
  Expr even = equal(index & 1, 0);
  Expr value = select(even, sinQuarter(q.r), cosQuarter(q.r));
  return asFloat(bits(value) ^ shiftLeft(shiftRightUnsigned(index, 1), 63));
}

/// Of infinities and NaN there is no reduction, and no sine.
static Expr onlyFinite(Expr x, Expr result) { return select(absolute(x) < x.infinity(), result, x.nan()); }

Expr sineOfPi(Expr a) {
  Expr halves = halfTurns(a);
  Expr shifted = halves + 0x1.8p+52;
  return sinOfQuadrant({bits(shifted), halves - (shifted - 0x1.8p+52)}, 0);
}

Expr cotangentOfPi(Expr a) {
  Expr halves = halfTurns(a);
  Expr shifted = halves + 0x1.8p+52;
  Quadrant q = {bits(shifted), halves - (shifted - 0x1.8p+52)};
  Expr sine = sinQuarter(q.r), cosine = cosQuarter(q.r);
  Expr even = equal(q.index & 1, 0);
  return select(even, cosine, negate(sine)) / select(even, sine, cosine);
}

static Expr sinF32(Expr x) {
  Expr result = toF32(sinOfQuadrant(reduceAngle(x), 0));
  return onlyFinite(x, select(equal(x, 0), x, result));
}

static Expr cosF32(Expr x) { return onlyFinite(x, toF32(sinOfQuadrant(reduceAngle(x), 1))); }

static Expr tanF32(Expr x) {
  Quadrant q = reduceAngle(x);
  Expr sine = sinQuarter(q.r);
  Expr cosine = cosQuarter(q.r);
  Expr even = equal(q.index & 1, 0);
  Expr result = toF32(select(even, sine, negate(cosine)) / select(even, cosine, sine));
  return onlyFinite(x, select(equal(x, 0), x, result));
}

Expr sine(Expr x) { return x.width() == 32 ? sinF32(x) : sinF64(x); }
Expr cosine(Expr x) { return x.width() == 32 ? cosF32(x) : cosF64(x); }
Expr tangent(Expr x) { return x.width() == 32 ? tanF32(x) : tanF64(x); }

} // namespace det::math
