// libmvec's f64 functions, eight at a time; their errors stay below 4 ulps of f64.
#include "Filter.h"

#include <cmath>
#include <immintrin.h>

#define DET_VECTOR __attribute__((target("avx512f,avx512dq,avx512vl")))

#define DET_LIBMVEC(X)                                                                                                           \
  X(exp)                                                                                                                         \
  X(exp2) X(expm1) X(log) X(log2) X(log1p) X(tanh) X(sin) X(cos) X(tan) X(erf) X(erfc) X(cbrt) X(asin) X(acos) X(atan) X(sinh)   \
      X(cosh) X(asinh) X(acosh) X(atanh)
extern "C" {
#define DET_DECLARE(NAME) DET_VECTOR __m512d _ZGVeN8v_##NAME(__m512d);
DET_LIBMVEC(DET_DECLARE)
}

namespace det::math::test {

static DET_VECTOR __m512d negated(__m512d x) { return _mm512_xor_pd(x, _mm512_set1_pd(-0.0)); }
static DET_VECTOR __m512d inverse(__m512d x) { return _mm512_div_pd(_mm512_set1_pd(1), x); }

static DET_VECTOR __m512d logistic(__m512d x) { return inverse(_mm512_add_pd(_mm512_set1_pd(1), _ZGVeN8v_exp(negated(x)))); }
static DET_VECTOR __m512d rsqrt(__m512d x) { return inverse(_mm512_sqrt_pd(x)); }
static DET_VECTOR __m512d squareRoot(__m512d x) { return _mm512_sqrt_pd(x); }

#define DET_NAME(NAME)                                                                                                           \
  static DET_VECTOR __m512d v_##NAME(__m512d x) { return _ZGVeN8v_##NAME(x); }
DET_LIBMVEC(DET_NAME)

/// One Newton step of second order from the f32 result, as in Truth.cpp.
static DET_VECTOR __m512d invertErf(__m512d x, __m512d guess) {
  __m512d one = _mm512_set1_pd(1), ax = _mm512_abs_pd(x), y = _mm512_abs_pd(guess);
  __m512d far = _mm512_sub_pd(_mm512_sub_pd(one, ax), v_erfc(y));
  __m512d near = _mm512_sub_pd(v_erf(y), ax);
  __m512d excess = _mm512_mask_mov_pd(near, _mm512_cmp_pd_mask(ax, _mm512_set1_pd(0.5), _CMP_GT_OQ), far);
  __m512d slope = _mm512_mul_pd(_mm512_set1_pd(1.1283791670955126), v_exp(negated(_mm512_mul_pd(y, y))));
  __m512d first = _mm512_div_pd(excess, slope);
  __m512d step = _mm512_mul_pd(first, _mm512_sub_pd(one, _mm512_mul_pd(y, first)));
  return _mm512_or_pd(_mm512_sub_pd(y, step), _mm512_and_pd(x, _mm512_set1_pd(-0.0)));
}

/// Beyond +-700 the results of f32 are 0, infinite or constant like those at 700; libmvec would go there one element at a time.
static DET_VECTOR __m512d limited(__m512d x) {
  return _mm512_min_pd(_mm512_set1_pd(700), _mm512_max_pd(_mm512_set1_pd(-700), x));
}
static DET_VECTOR __m512d limitedExp(__m512d x) { return v_exp(limited(x)); }
static DET_VECTOR __m512d limitedExp2(__m512d x) { return v_exp2(limited(x)); }
static DET_VECTOR __m512d limitedExpm1(__m512d x) { return v_expm1(limited(x)); }
static DET_VECTOR __m512d limitedSinh(__m512d x) { return v_sinh(limited(x)); }
static DET_VECTOR __m512d limitedCosh(__m512d x) { return v_cosh(limited(x)); }
static DET_VECTOR __m512d limitedTanh(__m512d x) { return v_tanh(limited(x)); }
static DET_VECTOR __m512d limitedLogistic(__m512d x) { return logistic(limited(x)); }

/// NaN where `outside` says so, without asking libmvec, which would go there one element at a time, too.
#define DET_WITHIN(NAME, OUTSIDE)                                                                                                \
  static DET_VECTOR __m512d within_##NAME(__m512d x) {                                                                           \
    __m512d one = _mm512_set1_pd(1);                                                                                             \
    __mmask8 outside = OUTSIDE;                                                                                                  \
    return _mm512_mask_mov_pd(v_##NAME(_mm512_mask_mov_pd(x, outside, one)), outside, _mm512_set1_pd(NAN));                      \
  }
DET_WITHIN(asin, _mm512_cmp_pd_mask(_mm512_abs_pd(x), one, _CMP_NLE_UQ))
DET_WITHIN(acos, _mm512_cmp_pd_mask(_mm512_abs_pd(x), one, _CMP_NLE_UQ))
DET_WITHIN(acosh, _mm512_cmp_pd_mask(x, one, _CMP_NGE_UQ))
DET_WITHIN(log, _mm512_cmp_pd_mask(x, _mm512_setzero_pd(), _CMP_NGE_UQ))
DET_WITHIN(log2, _mm512_cmp_pd_mask(x, _mm512_setzero_pd(), _CMP_NGE_UQ))
DET_WITHIN(log1p, _mm512_cmp_pd_mask(x, negated(one), _CMP_NGE_UQ))

/// The eight results that certainly are the rounded values, or the NaN that belongs there.
static DET_VECTOR __mmask8 certain(__m512d value, __m256 out, double margin) {
  __m256i low = _mm256_castps_si256(_mm512_cvtpd_ps(_mm512_mul_pd(value, _mm512_set1_pd(1 - margin))));
  __m256i high = _mm256_castps_si256(_mm512_cvtpd_ps(_mm512_mul_pd(value, _mm512_set1_pd(1 + margin))));
  __m256i bits = _mm256_castps_si256(out);
  __mmask8 isNaN = _mm512_cmp_pd_mask(value, value, _CMP_UNORD_Q) & _mm256_cmpeq_epi32_mask(bits, _mm256_set1_epi32(0x7fffffff));
  return (_mm256_cmpeq_epi32_mask(low, bits) & _mm256_cmpeq_epi32_mask(high, bits)) | isNaN;
}

template <typename Value>
static DET_VECTOR void loop(const float *a, const float *out, int64_t count, uint16_t *passed, double margin, Value value) {
  for (int64_t i = 0; i < count; i += 16) {
    uint16_t mask = 0;
    for (int part = 0; part < 2; ++part) {
      __m256 result = _mm256_loadu_ps(out + i + 8 * part);
      __m512d v = value(_mm512_cvtps_pd(_mm256_loadu_ps(a + i + 8 * part)), _mm512_cvtps_pd(result));
      mask |= static_cast<uint16_t>(certain(v, result, margin)) << (8 * part);
    }
    passed[i / 16] = mask;
  }
}

bool filter(Function function, const float *a, const float *out, int64_t count, uint16_t *passed) {
  if (!__builtin_cpu_supports("avx512dq") || !__builtin_cpu_supports("avx512vl"))
    return false;
#define DET_CASE(FUNCTION, VALUE)                                                                                                \
  case Function::FUNCTION:                                                                                                       \
    loop(a, out, count, passed, 0x1p-46, [](__m512d x, __m512d) DET_VECTOR { return VALUE(x); });                                \
    return true;
  switch (function) {
    DET_CASE(Exp, limitedExp)
    DET_CASE(Exp2, limitedExp2)
    DET_CASE(Expm1, limitedExpm1)
    DET_CASE(Log, within_log)
    DET_CASE(Log2, within_log2)
    DET_CASE(Log1p, within_log1p)
    DET_CASE(Tanh, limitedTanh)
    DET_CASE(Logistic, limitedLogistic)
    DET_CASE(Sin, v_sin)
    DET_CASE(Cos, v_cos)
    DET_CASE(Tan, v_tan)
    DET_CASE(Erf, v_erf)
    DET_CASE(Erfc, v_erfc)
    DET_CASE(Sqrt, squareRoot)
    DET_CASE(Rsqrt, rsqrt)
    DET_CASE(Cbrt, v_cbrt)
    DET_CASE(Asin, within_asin)
    DET_CASE(Acos, within_acos)
    DET_CASE(Atan, v_atan)
    DET_CASE(Sinh, limitedSinh)
    DET_CASE(Cosh, limitedCosh)
    DET_CASE(Asinh, v_asinh)
    DET_CASE(Acosh, within_acosh)
    DET_CASE(Atanh, v_atanh)
  case Function::ErfInv:
    loop(a, out, count, passed, 0x1p-38, [](__m512d x, __m512d y) DET_VECTOR { return invertErf(x, y); });
    return true;
  default:
    return false;
  }
}

} // namespace det::math::test
