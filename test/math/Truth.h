// The correctly rounded value of each function: f64 first, MPFR where f64 cannot decide.
#ifndef DET_TEST_MATH_TRUTH_H
#define DET_TEST_MATH_TRUTH_H

#include "det/Math/Function.h"

namespace det::math::test {

/// What is known about f(a, b).
struct Truth {
  float rounded; ///< the true value rounded to nearest even; NaN where the function has none
  double value;  ///< the true value to 2^-40 relative at worst, for error measures
};

/// `guess` is a value within an ulp or so of the truth, used to start the inversion of erf; other functions ignore it.
Truth truth(Function function, float a, float b, float guess);

/// Error of `result` in units of the spacing of f32 at the true value; infinite when one of the two is not a finite number and
/// they differ.
double errorInUlps(const Truth &truth, float result);

/// How many times MPFR had to decide so far.
long decisionsByMpfr();

} // namespace det::math::test

#endif
