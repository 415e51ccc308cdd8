// The true values of lgamma and digamma.
#ifndef DET_TEST_MATH_GAMMATRUTH_H
#define DET_TEST_MATH_GAMMATRUTH_H

#include "det/Math/Function.h"

namespace det::math::test {

/// lgamma or digamma of x to 2^-63 of its size: in binary128 where that is enough, by MPFR where the function nearly vanishes.
/// At the poles lgamma is infinite and digamma NaN, as in StableHLO's libraries.
long double gammaTruth(Function function, double x);

} // namespace det::math::test

#endif
