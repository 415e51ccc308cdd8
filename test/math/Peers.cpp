// Calls libm and libmvec in plain loops.
#include "Peers.h"

#include <cmath>
#include <immintrin.h>

#define DET_UNARY(X)                                                                                                             \
  X(exp)                                                                                                                         \
  X(exp2) X(expm1) X(log) X(log2) X(log1p) X(tanh) X(sin) X(cos) X(tan) X(erf) X(erfc) X(cbrt) X(asin) X(acos) X(atan) X(sinh)   \
      X(cosh) X(asinh) X(acosh) X(atanh)
#define DET_BINARY(X) X(pow) X(atan2)

// The vector symbols of glibc 2.35 and later.
extern "C" {
#define DET_DECLARE(NAME) __attribute__((target("avx512f"))) __m512 _ZGVeN16v_##NAME##f(__m512);
#define DET_DECLARE2(NAME) __attribute__((target("avx512f"))) __m512 _ZGVeN16vv_##NAME##f(__m512, __m512);
DET_UNARY(DET_DECLARE)
DET_BINARY(DET_DECLARE2)
}

namespace det::math::test {

#define DET_LOOPS(NAME)                                                                                                          \
  static void scalar_##NAME(const float *a, const float *, float *out, int64_t count) {                                          \
    for (int64_t i = 0; i < count; ++i)                                                                                          \
      out[i] = ::NAME##f(a[i]);                                                                                                  \
  }                                                                                                                              \
  __attribute__((target("avx512f"))) static void vector_##NAME(const float *a, const float *, float *out, int64_t count) {       \
    for (int64_t i = 0; i < count; i += 16)                                                                                      \
      _mm512_storeu_ps(out + i, _ZGVeN16v_##NAME##f(_mm512_loadu_ps(a + i)));                                                    \
  }
#define DET_LOOPS2(NAME)                                                                                                         \
  static void scalar_##NAME(const float *a, const float *b, float *out, int64_t count) {                                         \
    for (int64_t i = 0; i < count; ++i)                                                                                          \
      out[i] = ::NAME##f(a[i], b[i]);                                                                                            \
  }                                                                                                                              \
  __attribute__((target("avx512f"))) static void vector_##NAME(const float *a, const float *b, float *out, int64_t count) {      \
    for (int64_t i = 0; i < count; i += 16)                                                                                      \
      _mm512_storeu_ps(out + i, _ZGVeN16vv_##NAME##f(_mm512_loadu_ps(a + i), _mm512_loadu_ps(b + i)));                           \
  }
DET_UNARY(DET_LOOPS)
DET_BINARY(DET_LOOPS2)

ArrayFunction libm(Function function) {
  std::string_view wanted = name(function);
#define DET_SCALAR(NAME)                                                                                                         \
  if (wanted == #NAME)                                                                                                           \
    return scalar_##NAME;
  DET_UNARY(DET_SCALAR)
  DET_BINARY(DET_SCALAR)
  return nullptr;
}

ArrayFunction libmvec(Function function) {
  if (!__builtin_cpu_supports("avx512f"))
    return nullptr;
  std::string_view wanted = name(function);
#define DET_VECTOR(NAME)                                                                                                         \
  if (wanted == #NAME)                                                                                                           \
    return vector_##NAME;
  DET_UNARY(DET_VECTOR)
  DET_BINARY(DET_VECTOR)
  return nullptr;
}

} // namespace det::math::test
