// Matrix product kernels for x86-64-v4 (AVX-512).
#include "ProductKernel.h"

namespace det::rt::host {
namespace {

struct F32 {
  using Scalar = float;
  using Vector = __m512;
  static constexpr int lanes = 16;
  static __mmask16 firstOf(int n) { return static_cast<__mmask16>(n >= 16 ? 0xffff : (1u << n) - 1); }
  static Vector zero() { return _mm512_setzero_ps(); }
  static Vector load(const float *p) { return _mm512_loadu_ps(p); }
  static Vector loadPart(const float *p, int n) { return _mm512_maskz_loadu_ps(firstOf(n), p); }
  static void store(float *p, Vector v) { _mm512_storeu_ps(p, v); }
  static void storePart(float *p, Vector v, int n) { _mm512_mask_storeu_ps(p, firstOf(n), v); }
  static Vector broadcast(const float *p) { return _mm512_set1_ps(*p); }
  static Vector mul(Vector a, Vector b) { return _mm512_mul_ps(a, b); }
  static Vector add(Vector a, Vector b) { return _mm512_add_ps(a, b); }
  static Vector fma(Vector a, Vector b, Vector c) { return _mm512_fmadd_ps(a, b, c); }
  static Vector canonical(Vector v) {
    const __mmask16 nan = _mm512_cmp_ps_mask(v, v, _CMP_UNORD_Q);
    return _mm512_castsi512_ps(_mm512_mask_set1_epi32(_mm512_castps_si512(v), nan, 0x7fffffff));
  }
};

struct F64 {
  using Scalar = double;
  using Vector = __m512d;
  static constexpr int lanes = 8;
  static __mmask8 firstOf(int n) { return static_cast<__mmask8>(n >= 8 ? 0xff : (1u << n) - 1); }
  static Vector zero() { return _mm512_setzero_pd(); }
  static Vector load(const double *p) { return _mm512_loadu_pd(p); }
  static Vector loadPart(const double *p, int n) { return _mm512_maskz_loadu_pd(firstOf(n), p); }
  static void store(double *p, Vector v) { _mm512_storeu_pd(p, v); }
  static void storePart(double *p, Vector v, int n) { _mm512_mask_storeu_pd(p, firstOf(n), v); }
  static Vector broadcast(const double *p) { return _mm512_set1_pd(*p); }
  static Vector mul(Vector a, Vector b) { return _mm512_mul_pd(a, b); }
  static Vector add(Vector a, Vector b) { return _mm512_add_pd(a, b); }
  static Vector fma(Vector a, Vector b, Vector c) { return _mm512_fmadd_pd(a, b, c); }
  static Vector canonical(Vector v) {
    const __mmask8 nan = _mm512_cmp_pd_mask(v, v, _CMP_UNORD_Q);
    return _mm512_castsi512_pd(_mm512_mask_set1_epi64(_mm512_castpd_si512(v), nan, 0x7fffffffffffffff));
  }
};

// Integers wrap; what takes the place of a fused multiply-add is a multiplication and an addition.
struct I32 {
  using Scalar = int32_t;
  using Vector = __m512i;
  static constexpr int lanes = 16;
  static Vector zero() { return _mm512_setzero_si512(); }
  static Vector load(const int32_t *p) { return _mm512_loadu_si512(p); }
  static Vector loadPart(const int32_t *p, int n) { return _mm512_maskz_loadu_epi32(F32::firstOf(n), p); }
  static void store(int32_t *p, Vector v) { _mm512_storeu_si512(p, v); }
  static void storePart(int32_t *p, Vector v, int n) { _mm512_mask_storeu_epi32(p, F32::firstOf(n), v); }
  static Vector broadcast(const int32_t *p) { return _mm512_set1_epi32(*p); }
  static Vector mul(Vector a, Vector b) { return _mm512_mullo_epi32(a, b); }
  static Vector add(Vector a, Vector b) { return _mm512_add_epi32(a, b); }
  static Vector fma(Vector a, Vector b, Vector c) { return add(mul(a, b), c); }
  static Vector canonical(Vector v) { return v; }
};

struct I64 {
  using Scalar = int64_t;
  using Vector = __m512i;
  static constexpr int lanes = 8;
  static Vector zero() { return _mm512_setzero_si512(); }
  static Vector load(const int64_t *p) { return _mm512_loadu_si512(p); }
  static Vector loadPart(const int64_t *p, int n) { return _mm512_maskz_loadu_epi64(F64::firstOf(n), p); }
  static void store(int64_t *p, Vector v) { _mm512_storeu_si512(p, v); }
  static void storePart(int64_t *p, Vector v, int n) { _mm512_mask_storeu_epi64(p, F64::firstOf(n), v); }
  static Vector broadcast(const int64_t *p) { return _mm512_set1_epi64(*p); }
  static Vector mul(Vector a, Vector b) { return _mm512_mullo_epi64(a, b); }
  static Vector add(Vector a, Vector b) { return _mm512_add_epi64(a, b); }
  static Vector fma(Vector a, Vector b, Vector c) { return add(mul(a, b), c); }
  static Vector canonical(Vector v) { return v; }
};

} // namespace

const Kernels<int32_t> kernelsI32V4 = kernelsOf<I32, 14>();
const Kernels<int64_t> kernelsI64V4 = kernelsOf<I64, 14>();
const Kernels<float> kernelsF32V4 = kernelsOf<F32, 14>();
const Kernels<double> kernelsF64V4 = kernelsOf<F64, 14>();

} // namespace det::rt::host
