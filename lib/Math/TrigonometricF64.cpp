// sin, cos and tan of f64 for all inputs: reduction by as many digits of 2/pi as the exponent calls for (M. H. Payne and
// R. N. Hanek, Radian Reduction for Trigonometric Functions, 1983), chosen by selects from constants.
#include "Families.h"
#include "TrigonometricPieces.h"

namespace det::math {

namespace {
/// x = quadrant pi/2 + angle, |angle| <= pi/4; the quadrant modulo 4 in the low bits.
struct Quadrant {
  Expr index;
  Pair angle;
};
} // namespace

static constexpr int kDigit = 52, kPieces = 4;
/// The binary digits of 2/pi by 52, the first of them for 2^80: zeros in front, so that small numbers shift them out.
static constexpr int64_t kTwoOverPi[] = {0x0,
                                         0x517cc1,
                                         0xb727220a94fe1,
                                         0x3abe8fa9a6ee0,
                                         0x6db14acc9e21c,
                                         0x820ff28b1d5ef,
                                         0x5de2b0db92371,
                                         0xd2126e9700324,
                                         0x977504e8c90e7,
                                         0xf0ef58e5894d3,
                                         0x9f74411afa975,
                                         0xda24274ce3813,
                                         0x5a2fbf209cc8e,
                                         0xb1cc1a99cfa4e,
                                         0x422fc5defc941,
                                         0xd8ffc4bffef02,
                                         0xcc07f79788c5a,
                                         0xd05368fb69b3f,
                                         0x6793e584dba7a,
                                         0x31fb34f2ff516,
                                         0xba93dd63f5f2f,
                                         0x8bd9e839cfbc5,
                                         0x29497535fdafd,
                                         0x88fc6ae842b01,
                                         0x98237e3db5d5f};
static constexpr int kDigits = std::size(kTwoOverPi);

/// The pieces of 2^exponent (2/pi) modulo 2^54, for exponents from -27: [0] holds the digits from 2^53 to 2^2, and so on.
static llvm::SmallVector<Expr> shiftedDigits(Expr exponent) {
  Expr position = exponent + 27;
  Expr words = shiftRightUnsigned(position * 1261, 16); // by 52
  Expr bit = position - words * kDigit;
  llvm::SmallVector<Expr> digits;
  for (int64_t digit : kTwoOverPi)
    digits.push_back(position.integer(digit));
  // A barrel shift by words. What remains to be shifted tells how many words are still of use.
  for (int step = 16; step; step /= 2) {
    Expr shift = notEqual(words & step, 0);
    int needed = std::min<int>(kPieces + 1 + (step - 1), kDigits);
    for (int i = 0; i < needed; ++i)
      if (i + step < static_cast<int>(digits.size()))
        digits[i] = select(shift, digits[i + step], digits[i]);
    digits.resize(needed, position);
  }
  llvm::SmallVector<Expr> pieces;
  for (int i = 0; i < kPieces; ++i) {
    Expr digit = shiftLeft(digits[i], bit) | shiftRightUnsigned(digits[i + 1], kDigit - bit);
    constexpr int64_t kMask = (int64_t(1) << kDigit) - 1, kOne = int64_t(1023) << kDigit;
    double weight = i == 0 ? 0x1p+54 : i == 1 ? 0x1p+2 : i == 2 ? 0x1p-50 : 0x1p-102;
    pieces.push_back((asFloat((digit & kMask) | kOne) - 1) * weight);
  }
  return pieces;
}

/// A quarter turn is the unit of `f + low`.
static Pair toRadians(Pair quarters) {
  return multiply(quarters, pairOf(quarters.hi, 0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54));
}

/// Of a finite x, of 2^-27 or more.
static Quadrant reduceAngle(Expr x) {
  constexpr int64_t kFraction = (int64_t(1) << kDigit) - 1, kOne = int64_t(1023) << kDigit;
  Expr raw = bits(x) & x.magnitudeMask();
  Expr exponent = shiftRightUnsigned(raw, kDigit) - 1023;
  exponent = select(exponent < -27, exponent.constant(-27), exponent);
  Expr m = flipSign(asFloat((raw & kFraction) | kOne), x);
  llvm::SmallVector<Expr> pieces = shiftedDigits(exponent);
  // Each product as an exact sum. Multiples of 16 quarters leave the first by rounding to them; the rest sums to below 32.
  Pair first = twoProduct(m, pieces[0]), second = twoProduct(m, pieces[1]), third = twoProduct(m, pieces[2]);
  first.hi = first.hi - ((first.hi + 0x1.8p+56) - 0x1.8p+56);
  Pair one = twoSum(first.hi, first.lo), two = twoSum(one.hi, second.hi);
  Expr shifted = two.hi + 0x1.8p+52;
  Expr fraction = two.hi - (shifted - 0x1.8p+52);
  // The fraction may be 0 down to 2^-61 of a quarter, with everything in what follows.
  Pair three = twoSum(fraction, one.lo + two.lo), four = twoSum(three.hi, third.hi), five = twoSum(four.hi, second.lo);
  Expr low = (three.lo + four.lo) + (five.lo + fma(m, pieces[3], third.lo));
  return {bits(shifted), toRadians(fastTwoSum(five.hi, low))};
}

static Pair sineOf(Pair t) {
  Expr z = t.hi * t.hi;
  Expr series = polynomial(z, {-0x1.5555555555555p-3, 0x1.111111111110bp-7, -0x1.a01a01a018ab7p-13, 0x1.71de3a5335bbbp-19,
                               -0x1.ae6452934cfddp-26, 0x1.61208f75940a3p-33, -0x1.aaa3a0e7f113fp-41});
  return fastTwoSum(t.hi, fma(t.hi * z, series, fma(t.lo * -0.5, z, t.lo)));
}

static Pair cosineOf(Pair t) {
  Pair z = twoProduct(t.hi, t.hi);
  Pair one = fastTwoSum(t.hi.constant(1), z.hi * -0.5);
  Expr series = polynomial(z.hi, {0x1.555555555554cp-5, -0x1.6c16c16c15132p-10, 0x1.a01a019caa3c0p-16, -0x1.27e4f80473e18p-22,
                                  0x1.1ee9e8213689dp-29, -0x1.8fac9f8c4dd5bp-37});
  Expr low = fma(z.lo, z.lo.constant(-0.5), one.lo - t.hi * t.lo);
  return fastTwoSum(one.hi, fma(z.hi * z.hi, series, low));
}

/// sin(x + turn pi/2).
static Expr sineOfQuadrant(const Quadrant &q, int64_t turn) {
  Expr index = q.index + turn;
  Expr even = equal(index & 1, 0);
  Expr value = select(even, sineOf(q.angle).hi, cosineOf(q.angle).hi);
  return asFloat(bits(value) ^ shiftLeft(shiftRightUnsigned(index, 1), 63));
}

/// sin / cos of an even quadrant, -cos / sin of an odd one.
static Pair tangentOf(const Quadrant &q) {
  Pair sine = sineOf(q.angle), cosine = cosineOf(q.angle);
  Expr even = equal(q.index & 1, 0);
  return divide(select(even, sine, negate(cosine)), select(even, cosine, sine));
}

static Expr finiteOnly(Expr x, Expr result) { return select(absolute(x) < x.infinity(), result, x.nan()); }
/// Below 2^-27 sine and tangent round to their operand or its neighbour.
static Expr keepSmall(Expr x, Expr result) { return select(absolute(x) < 0x1p-27, x, result); }

Expr sinF64(Expr x) { return finiteOnly(x, keepSmall(x, sineOfQuadrant(reduceAngle(x), 0))); }
Expr cosF64(Expr x) {
  Expr result = sineOfQuadrant(reduceAngle(x), 1);
  return finiteOnly(x, select(absolute(x) < 0x1p-27, 1, result));
}
Expr tanF64(Expr x) { return finiteOnly(x, keepSmall(x, tangentOf(reduceAngle(x)).hi)); }

Pair piCotangentOfPi(Expr a) {
  Expr halves = halfTurns(a);
  Expr shifted = halves + 0x1.8p+52;
  Quadrant q = {bits(shifted), toRadians({halves - (shifted - 0x1.8p+52), a.constant(0)})};
  Pair sine = sineOf(q.angle), cosine = cosineOf(q.angle);
  Expr even = equal(q.index & 1, 0);
  Pair cotangent = divide(select(even, cosine, negate(sine)), select(even, sine, cosine));
  return multiply(cotangent, pairOf(a, 0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53));
}

} // namespace det::math
