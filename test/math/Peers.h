// The speed of glibc's functions, for comparison.
#ifndef DET_TEST_MATH_PEERS_H
#define DET_TEST_MATH_PEERS_H

#include "det/Math/Function.h"

#include <cstdint>

namespace det::math::test {

/// One function over an array; null where the library has none.
using ArrayFunction = void (*)(const float *a, const float *b, float *out, int64_t count);

/// glibc's libm, one element at a time.
ArrayFunction libm(Function function);
/// glibc's libmvec, 16 elements at a time (errors up to 4 ulps); null without AVX-512.
ArrayFunction libmvec(Function function);

} // namespace det::math::test

#endif
