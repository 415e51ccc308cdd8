// A fast first judgement of many results.
#ifndef DET_TEST_MATH_FILTER_H
#define DET_TEST_MATH_FILTER_H

#include "det/Math/Function.h"

#include <cstdint>

namespace det::math::test {

/// Sets bit i of `passed` where out[i] is beyond doubt the correctly rounded value of the function at a[i]: where an f64 value of
/// it rounds to out[i] even after moving by 2^-46 of itself (f64 errors here are below 2^-49). What does not pass is undecided.
/// `count` is a multiple of 16; each entry of `passed` stands for 16 results. Returns false, and decides nothing, without
/// AVX-512.
bool filter(Function function, const float *a, const float *out, int64_t count, uint16_t *passed);

} // namespace det::math::test

#endif
