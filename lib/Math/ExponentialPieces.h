// e^x taken apart, for the functions that are made of it.
#ifndef DET_LIB_MATH_EXPONENTIALPIECES_H
#define DET_LIB_MATH_EXPONENTIALPIECES_H

#include "Pairs.h"

namespace det::math {

/// What the formulas need to know about a float format.
struct Format {
  unsigned fractionBits;
  int bias;
  double round; ///< adding 1.5 * 2^fractionBits leaves an integer in the low bits: rounding without a conversion, total on all
                ///< inputs
  int64_t roundBits; ///< the bits of that number
  double log2E, ln2High, ln2Low;
  llvm::ArrayRef<double> series; ///< e^r = 1 + r + r^2/2 + r^3 p(r) for |r| <= ln2 / 2
  double underflow, overflow;    ///< beyond these e^x is below half the least subnormal, or infinite
  double leastNormal;            ///< the smallest normal number
  double one;                    ///< beyond this tanh rounds to 1, and e^(-2 one) is nothing beside 1
  double smallTanh, smallExpm1;  ///< below these the function rounds to its operand
};
const Format &formatOf(Expr x);

/// e^x = 2^exponent (1 + hi + lo), |hi| <= 0.42, lo below an ulp of hi. The exponent is an integer as wide as x.
struct Exponential {
  Expr exponent;
  Expr hi;
  Expr lo;
};
/// Of x between a little beyond `underflow` and `overflow`.
Exponential exponentialPieces(Expr x);
Exponential exponentialPieces(Pair x);

/// 2^n for a normal exponent.
Expr powerOfTwo(Expr n);
/// x 2^n for any exponent that `exponentialPieces` gives, rounded once but for subnormal results.
Expr scale(Expr x, Expr n);
/// The same for a positive x with its rounding error, rounded once also where the result is subnormal.
Expr scaleOnce(Pair x, Expr n);
/// 1 + hi + lo as a normalised pair.
Pair addOne(const Exponential &e);
/// e^x - 1 as a pair, for exponents within [-120, 120].
Pair minusOne(const Exponential &e);
/// x limited to [lo, hi]; NaN stays.
Expr clamp(Expr x, double lo, double hi);

} // namespace det::math

#endif
