// The logarithm of f64 taken apart, for the functions that are made of it.
#ifndef DET_LIB_MATH_LOGARITHMPIECES_H
#define DET_LIB_MATH_LOGARITHMPIECES_H

#include "Pairs.h"

namespace det::math {

/// x = 2^k m, m in [sqrt(1/2), sqrt(2)); k is a float.
struct Split {
  Expr k;
  Expr m;
};
/// Of a positive, finite, normal f64.
Split splitF64(Expr x);
/// As splitF64, for subnormals too.
Split splitAnyF64(Expr x);

/// log m to about 2^-57 absolute, for m in [sqrt(1/2), sqrt(2)). Of a number m + e, add e / m to `lo`.
Pair logOfFraction(Expr m);
/// k ln2 + log, normalised.
Pair joinExponent(Expr k, Pair log);
/// log(x.hi + x.lo) of a positive, finite, normal number, to about 2^-57 absolute or 2^-100 relative.
Pair logPair(Pair x);

/// log(1 + x) as f64 of an f64 x > -1 below 2^1023, to a few ulps. Garbage beyond.
Expr log1pCoreF64(Expr x);
/// log2 of a positive, finite, normal f64 to about two ulps.
Expr log2CoreF64(Expr x);

} // namespace det::math

#endif
