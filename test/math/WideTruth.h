// The values of the functions on f64, by long double and MPFR.
#ifndef DET_TEST_MATH_WIDETRUTH_H
#define DET_TEST_MATH_WIDETRUTH_H

#include "det/Math/Function.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace det::math::test {

/// Error of `result` against f(a, b) in units of the spacing of f64 at the true value, good to 2^-9: glibc's functions of 64 bits
/// err by a few of their own units; lgamma and digamma by MPFR. Infinite where one of the two is not a finite number and they
/// differ; of a zero of the other sign too.
double wideError(Function function, double a, double b, double result);

/// The distance of `result` to the true value.
double wideDistance(Function function, double a, double b, double result);

/// Inputs of everyday size, of every size, and where the function changes its formula or its value vanishes.
std::pair<std::vector<double>, std::vector<double>> wideInputs(Function function, int64_t count);

} // namespace det::math::test

#endif
