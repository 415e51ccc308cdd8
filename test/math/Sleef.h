// The speed of SLEEF's functions, for comparison.
#ifndef DET_TEST_MATH_SLEEF_H
#define DET_TEST_MATH_SLEEF_H

#include "det/Math/Function.h"

#include <cstdint>
#include <functional>

namespace det::math::test {

/// One function over arrays of float or double, whose count is a multiple of 16.
using AnyArrayFunction = std::function<void(const void *a, const void *b, void *out, int64_t count)>;

/// SLEEF's version for AVX-512 with errors of at most one ulp. Empty where it has none, without the library (libsleef3) and
/// without AVX-512: the library is looked up when the program runs.
AnyArrayFunction sleef(Function function, bool f64);

} // namespace det::math::test

#endif
