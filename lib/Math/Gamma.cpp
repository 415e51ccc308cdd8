// lgamma and digamma of f32 (in f64) and of f64 (in pairs): Stirling's series from 8 on, recurrence below, reflection for x < 0.
//
// With q = a (a + 7) the factors of the recurrence meet in pairs: a ... (a + 7) = q (q + 6) (q + 10) (q + 12).
#include "Families.h"
#include "LogarithmPieces.h"
#include "TrigonometricPieces.h"

namespace det::math {

static constexpr double kPi = 0x1.921fb54442d18p+1, kPiLow = 0x1.1a62633145c07p-53, kLn2 = 0x1.62e42fefa39efp-1;
/// log(2 pi) / 2 - 1/2
static constexpr double kStirling = 0x1.acfe390c97d69p-2, kStirlingLow = 0x1.3494bc9001442p-56;
/// log gamma(y) = (y - 1/2)(log y - 1) + log(2 pi)/2 - 1/2 + p(w)/y and digamma(y) = log y - 1/(2y) - w p(w), w = 1/y^2.
static constexpr double kLgammaF32[] = {0x1.5555555538ff0p-4, -0x1.6c16b582e985cp-9, 0x1.9feead5b4db80p-11,
                                        -0x1.295ccc1e0a616p-11};
static constexpr double kLgammaF64[] = {0x1.5555555555555p-4,   -0x1.6c16c16c1694cp-9, 0x1.a01a019d9feb7p-11,
                                        -0x1.38137d43c0d52p-11, 0x1.b94e856f56eecp-11, -0x1.f5d952109c7bep-10,
                                        0x1.9548270538099p-8,   -0x1.4efeaed04417dp-6};
static constexpr double kDigammaF32[] = {0x1.5555555366dbfp-4, -0x1.1110eb2fdfb60p-7, 0x1.03d64e68f6792p-8,
                                         -0x1.fed0ae4c27ec4p-9};
static constexpr double kDigammaF64[] = {0x1.5555555555555p-4,  -0x1.111111110f8f9p-7, 0x1.041040fb989e9p-8,
                                         -0x1.11110584a1e65p-8, 0x1.f0735b94e45fap-8,  -0x1.589af27721abbp-6,
                                         0x1.44ba944ac8237p-4,  -0x1.25f324b406212p-2};

/// Zero and the negative integers; from 2^52 on every number is one.
static Expr isPole(Expr x) {
  Expr a = absolute(x);
  double large = x.width() == 32 ? 0x1p+23 : 0x1p+52;
  return (x <= 0) & (equal((a + large) - large, a) | (a >= large));
}

//===-- lgamma -------------------------------------------------------------------------------------------------------===//

static Expr lgammaInF64(Expr x) {
  Expr a = absolute(x);
  Expr negative = x < 0, shifted = a < 8;
  Expr y = select(shifted, a + 8, a);
  Expr inverse = 1 / y;
  Expr stirling = fma(y - 0.5, fma(log2CoreF64(y), y.constant(kLn2), y.constant(-1)),
                      fma(polynomial(inverse * inverse, kLgammaF32), inverse, y.constant(kStirling)));
  // gamma(a) gamma(-a) = -pi / (a sin(pi a)).
  Expr q = a * (a + 7);
  Expr product = select(shifted, (a + 7) * (q + 6) * ((q + 10) * (q + 12)), 1);
  Expr sine = absolute(sineOfPi(a));
  Expr rest = select(shifted, sine, sine * a);
  Expr argument = select(negative, product * kPi / rest, select(shifted, product * a, 1));
  Expr log = log2CoreF64(argument) * kLn2;
  return select(negative, log - stirling, stirling - log);
}

static Expr lgammaOfF64(Expr x) {
  Expr a = absolute(x);
  Expr negative = x < 0, shifted = a < 8, tiny = a < 0x1p-70;
  Expr y = select(shifted, a + 8, a);
  Expr lost = select(shifted, a - (y - 8), 0);
  Expr inverse = 1 / y;
  Pair logY = logPair({y, y.constant(0)});
  Pair stirling = add(multiply(add(logY, y.constant(-1)), y - 0.5), pairOf(y, kStirling, kStirlingLow));
  Expr series = polynomial(inverse * inverse, kLgammaF64) * inverse;
  stirling = add(stirling, fma(lost, fma(inverse, inverse.constant(-0.5), logY.hi), series));

  Pair q = add(twoProduct(a, a), twoProduct(a, a.constant(7)));
  auto plus = [&](double number) { return add(q, q.hi.constant(number)); };
  Pair product = multiply(multiply(plus(6), plus(10)), multiply(plus(12), twoSum(a, a.constant(7))));
  product = select(shifted, product, pairOf(a, 1, 0));
  Pair rest = twoProduct(absolute(sineOfPi(a)), select(shifted, 1, a));
  Pair reflected = divide(multiply(product, pairOf(a, kPi, kPiLow)), rest);
  Pair direct = select(shifted, multiply(product, a), pairOf(a, 1, 0));
  // Near 0 all that counts is log a, also of a subnormal, which no product may touch.
  Pair argument = select(negative, reflected, direct);
  argument = select(tiny, {a, a.constant(0)}, argument);
  Split split = splitAnyF64(argument.hi);
  Pair log = logOfFraction(split.m);
  log.lo = log.lo + argument.lo / argument.hi;
  log = joinExponent(split.k, log);
  log = select(negative & (tiny ^ true), log, negate(log));
  stirling = select(tiny, pairOf(a, 0, 0), select(negative, negate(stirling), stirling));
  // Beyond the greatest number whose value is finite there is no pair.
  return select(a > 0x1.754d9278b51a7p+1014, a.infinity(), add(log, stirling).hi);
}

Expr logarithmOfGamma(Expr x) {
  Expr result = x.width() == 32 ? toF32(lgammaInF64(toF64(x))) : lgammaOfF64(x);
  result = select(equal(x, 1) | equal(x, 2), 0, result);
  result = select(isPole(x) | equal(x, x.infinity()), x.infinity(), result);
  return select(equal(x, x), result, x);
}

//===-- digamma ------------------------------------------------------------------------------------------------------===//

static Expr digammaInF64(Expr x) {
  Expr a = absolute(x);
  Expr negative = x < 0, shifted = a < 8;
  Expr y = select(shifted, a + 8, a);
  Expr inverse = 1 / y;
  Expr w = inverse * inverse;
  Expr large = fma(log2CoreF64(y), y.constant(kLn2), negate(fma(w, polynomial(w, kDigammaF32), inverse * 0.5)));
  // The sum of 1 / (a + i) for i = 1 ... 7.
  Expr q = a * (a + 7);
  Expr ten = q + 10, twelve = q + 12;
  Expr sum =
      (a + a + 7) * (fma(q, fma(q, q.constant(3), q.constant(56)), q.constant(252)) / ((q + 6) * (ten * twelve))) + 1 / (a + 7);
  large = select(shifted, large - sum, large);
  // Of a itself where the recurrence begins with it; digamma(-a) = digamma(a) + 1/a + pi cot(pi a).
  Expr positive = select(shifted, large - 1 / a, large);
  Expr reflected = select(shifted, large, large + inverse) + cotangentOfPi(a) * kPi;
  return select(negative, reflected, positive);
}

static Expr digammaOfF64(Expr x) {
  Expr a = absolute(x);
  Expr negative = x < 0, shifted = a < 8;
  Expr y = select(shifted, a + 8, a);
  Expr lost = select(shifted, a - (y - 8), 0);
  Expr inverse = 1 / y;
  Expr inverseLow = fma(negate(y), inverse, y.constant(1)) * inverse;
  Expr w = inverse * inverse;
  Pair large = add(logPair({y, lost}), pairOf(a, 0, 0));
  large = add(large, {inverse * -0.5, fma(lost * 0.5, w, inverseLow * -0.5)});
  large = add(large, negate(w * polynomial(w, kDigammaF64)));

  Pair q = add(twoProduct(a, a), twoProduct(a, a.constant(7)));
  auto plus = [](Pair p, double number) { return add(p, p.hi.constant(number)); };
  Pair numerator = plus(multiply(q, plus(multiply(q, q.hi.constant(3)), 56)), 252);
  Pair denominator = multiply(plus(q, 6), multiply(plus(q, 10), plus(q, 12)));
  Pair seven = twoSum(a, a.constant(7));
  Pair sum = multiply(twoSum(a + a, a.constant(7)), divide(numerator, denominator));
  sum = add(sum, divide(pairOf(a, 1, 0), seven));
  large = select(shifted, add(large, negate(sum)), large);
  Expr inverseA = 1 / a;
  Pair ofA = {inverseA, fma(negate(a), inverseA, a.constant(1)) * inverseA};
  Pair zero = pairOf(a, 0, 0);
  Pair positive = add(select(shifted, negate(ofA), zero), large);
  Pair reflected = add(add(large, select(shifted, zero, ofA)), piCotangentOfPi(a));
  return select(a < 0x1p-60, -1 / x, select(negative, reflected, positive).hi);
}

Expr digamma(Expr x) {
  Expr result = x.width() == 32 ? toF32(digammaInF64(toF64(x))) : digammaOfF64(x);
  result = select(isPole(x), x.nan(), result);
  result = select(equal(x, x.infinity()), x, result);
  return select(equal(x, x), result, x);
}

} // namespace det::math
