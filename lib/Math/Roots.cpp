// rsqrt in its own arithmetic with one exact correction; cbrt in f64 by a polynomial and one step of third order.
#include "Families.h"
#include "LogarithmPieces.h"

namespace det::math {

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

/// The cube root of a positive, finite f64: to 2^-50, or rounded once more from a remainder known to twice the bits.
static Expr cubeRootF64(Expr x, bool subnormals, bool exact) {
  // x = 2^(3 q) m with m in [0.35, 2.83].
  Split split = subnormals ? splitAnyF64(x) : splitF64(x);
  constexpr double kRound = 0x1.8p+52;
  Expr shifted = fma(split.k, split.k.constant(1.0 / 3), split.k.constant(kRound));
  Expr rest = fma(shifted - kRound, split.k.constant(-3), split.k);
  Expr up = rest > 0, down = rest < 0;
  Expr m = split.m * select(up, 2, select(down, x.constant(0.5), 1));
  Expr start = polynomial(split.m, {0x1.afd0c947f3cefp-2, 0x1.0e55406db3168p+0, -0x1.ac0a1fcd4037ep-1, 0x1.059601ef95ca0p-1,
                                    -0x1.6face775e7d5ap-3, 0x1.b98a236516392p-6});
  start = start * select(up, 0x1.428a2f98d728bp+0, select(down, x.constant(0x1.965fea53d6e3dp-1), 1));
  // Halley: y (y^3 + 2m)/(2y^3 + m), as y plus a small part.
  Expr cube = start * start * start;
  Expr root = fma(start, (m - cube) / fma(cube, cube.constant(2), m), start);
  if (exact) {
    Pair square = twoProduct(root, root);
    Pair third = multiply(square, root);
    Expr left = (m - third.hi) - third.lo;
    root = root + left / (square.hi * 3);
  }
  return root * asFloat(shiftLeft(bits(shifted) + 1023, 52));
}

Expr cubeRoot(Expr x) {
  Expr magnitude = absolute(x);
  bool isF32 = x.width() == 32;
  Expr result = isF32 ? toF32(cubeRootF64(toF64(magnitude), false, false)) : cubeRootF64(magnitude, true, true);
  Expr finite = select(magnitude < x.infinity(), result, magnitude);
  return flipSign(select(equal(x, 0), magnitude, finite), x);
}

} // namespace det::math
