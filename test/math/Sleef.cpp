// Finds SLEEF by name and calls it in plain loops.
#include "Sleef.h"

#include <dlfcn.h>
#include <immintrin.h>
#include <string>

#define DET_VECTOR __attribute__((target("avx512f")))

namespace det::math::test {

namespace {
using Unary32 = __m512 (*)(__m512);
using Binary32 = __m512 (*)(__m512, __m512);
using Unary64 = __m512d (*)(__m512d);
using Binary64 = __m512d (*)(__m512d, __m512d);
} // namespace

static DET_VECTOR void run32(void *symbol, bool binary, const float *a, const float *b, float *out, int64_t count) {
  for (int64_t i = 0; i < count; i += 16) {
    __m512 x = _mm512_loadu_ps(a + i);
    _mm512_storeu_ps(out + i, binary ? reinterpret_cast<Binary32>(symbol)(x, _mm512_loadu_ps(b + i))
                                     : reinterpret_cast<Unary32>(symbol)(x));
  }
}

static DET_VECTOR void run64(void *symbol, bool binary, const double *a, const double *b, double *out, int64_t count) {
  for (int64_t i = 0; i < count; i += 8) {
    __m512d x = _mm512_loadu_pd(a + i);
    _mm512_storeu_pd(out + i, binary ? reinterpret_cast<Binary64>(symbol)(x, _mm512_loadu_pd(b + i))
                                     : reinterpret_cast<Unary64>(symbol)(x));
  }
}

AnyArrayFunction sleef(Function function, bool f64) {
  static void *library = dlopen("libsleef.so.3", RTLD_NOW);
  if (!library || !__builtin_cpu_supports("avx512f"))
    return {};
  std::string stem = "Sleef_" + std::string(name(function)) + (f64 ? "d8_" : "f16_");
  void *symbol = nullptr;
  for (const char *bound : {"u10", "u15", "u05"})
    if (!symbol)
      symbol = dlsym(library, (stem + bound + "avx512f").c_str());
  if (!symbol)
    return {};
  bool binary = operandCount(function) == 2;
  return [=](const void *a, const void *b, void *out, int64_t count) {
    if (f64)
      run64(symbol, binary, static_cast<const double *>(a), static_cast<const double *>(b), static_cast<double *>(out), count);
    else
      run32(symbol, binary, static_cast<const float *>(a), static_cast<const float *>(b), static_cast<float *>(out), count);
  };
}

} // namespace det::math::test
