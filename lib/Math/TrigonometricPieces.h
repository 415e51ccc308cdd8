// Sines of multiples of pi, and of angles as pairs.
#ifndef DET_LIB_MATH_TRIGONOMETRICPIECES_H
#define DET_LIB_MATH_TRIGONOMETRICPIECES_H

#include "Pairs.h"

namespace det::math {

/// 2a modulo 4 in [-2, 2], exactly, for an f64 below 2^53.
inline Expr halfTurns(Expr a) {
  Expr half = a * 0.5;
  Expr turns = (half + 0x1.8p+52) - 0x1.8p+52;
  Expr rest = fma(turns, a.constant(-2), a);
  return rest + rest;
}

/// sin(pi a) and cot(pi a) of an f64 below 2^52, to about two ulps.
Expr sineOfPi(Expr a);
Expr cotangentOfPi(Expr a);

/// pi cot(pi a) of an f64 below 2^52, to about 2^-58 of itself.
Pair piCotangentOfPi(Expr a);

} // namespace det::math

#endif
