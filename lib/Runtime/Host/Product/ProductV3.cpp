// Matrix product kernels for x86-64-v3 (AVX2).
#include "ProductKernel.h"

namespace det::rt::host {
namespace {

// Lane i of the mask that starts at entry 8 - n (32 bit) is set for i < n.
alignas(64) constexpr int32_t maskWords[16] = {-1, -1, -1, -1, -1, -1, -1, -1};
alignas(64) constexpr int64_t maskDoubleWords[8] = {-1, -1, -1, -1};

struct F32 {
  using Scalar = float;
  using Vector = __m256;
  static constexpr int lanes = 8;
  static __m256i firstOf(int n) { return _mm256_loadu_si256(reinterpret_cast<const __m256i *>(maskWords + 8 - (n > 8 ? 8 : n))); }
  static Vector zero() { return _mm256_setzero_ps(); }
  static Vector load(const float *p) { return _mm256_loadu_ps(p); }
  static Vector loadPart(const float *p, int n) { return _mm256_maskload_ps(p, firstOf(n)); }
  static void store(float *p, Vector v) { _mm256_storeu_ps(p, v); }
  static void storePart(float *p, Vector v, int n) { _mm256_maskstore_ps(p, firstOf(n), v); }
  static Vector broadcast(const float *p) { return _mm256_broadcast_ss(p); }
  static Vector mul(Vector a, Vector b) { return _mm256_mul_ps(a, b); }
  static Vector add(Vector a, Vector b) { return _mm256_add_ps(a, b); }
  static Vector fma(Vector a, Vector b, Vector c) { return _mm256_fmadd_ps(a, b, c); }
  static Vector canonical(Vector v) {
    const Vector nan = _mm256_castsi256_ps(_mm256_set1_epi32(0x7fffffff));
    return _mm256_blendv_ps(v, nan, _mm256_cmp_ps(v, v, _CMP_UNORD_Q));
  }
};

struct F64 {
  using Scalar = double;
  using Vector = __m256d;
  static constexpr int lanes = 4;
  static __m256i firstOf(int n) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i *>(maskDoubleWords + 4 - (n > 4 ? 4 : n)));
  }
  static Vector zero() { return _mm256_setzero_pd(); }
  static Vector load(const double *p) { return _mm256_loadu_pd(p); }
  static Vector loadPart(const double *p, int n) { return _mm256_maskload_pd(p, firstOf(n)); }
  static void store(double *p, Vector v) { _mm256_storeu_pd(p, v); }
  static void storePart(double *p, Vector v, int n) { _mm256_maskstore_pd(p, firstOf(n), v); }
  static Vector broadcast(const double *p) { return _mm256_broadcast_sd(p); }
  static Vector mul(Vector a, Vector b) { return _mm256_mul_pd(a, b); }
  static Vector add(Vector a, Vector b) { return _mm256_add_pd(a, b); }
  static Vector fma(Vector a, Vector b, Vector c) { return _mm256_fmadd_pd(a, b, c); }
  static Vector canonical(Vector v) {
    const Vector nan = _mm256_castsi256_pd(_mm256_set1_epi64x(0x7fffffffffffffff));
    return _mm256_blendv_pd(v, nan, _mm256_cmp_pd(v, v, _CMP_UNORD_Q));
  }
};

// Integers wrap; what takes the place of a fused multiply-add is a multiplication and an addition.
struct I32 {
  using Scalar = int32_t;
  using Vector = __m256i;
  static constexpr int lanes = 8;
  static Vector zero() { return _mm256_setzero_si256(); }
  static Vector load(const int32_t *p) { return _mm256_loadu_si256(reinterpret_cast<const __m256i *>(p)); }
  static Vector loadPart(const int32_t *p, int n) { return _mm256_maskload_epi32(p, F32::firstOf(n)); }
  static void store(int32_t *p, Vector v) { _mm256_storeu_si256(reinterpret_cast<__m256i *>(p), v); }
  static void storePart(int32_t *p, Vector v, int n) { _mm256_maskstore_epi32(p, F32::firstOf(n), v); }
  static Vector broadcast(const int32_t *p) { return _mm256_set1_epi32(*p); }
  static Vector mul(Vector a, Vector b) { return _mm256_mullo_epi32(a, b); }
  static Vector add(Vector a, Vector b) { return _mm256_add_epi32(a, b); }
  static Vector fma(Vector a, Vector b, Vector c) { return add(mul(a, b), c); }
  static Vector canonical(Vector v) { return v; }
};

struct I64 {
  using Scalar = int64_t;
  using Vector = __m256i;
  static constexpr int lanes = 4;
  static const long long *words(const int64_t *p) { return reinterpret_cast<const long long *>(p); }
  static Vector zero() { return _mm256_setzero_si256(); }
  static Vector load(const int64_t *p) { return _mm256_loadu_si256(reinterpret_cast<const __m256i *>(p)); }
  static Vector loadPart(const int64_t *p, int n) { return _mm256_maskload_epi64(words(p), F64::firstOf(n)); }
  static void store(int64_t *p, Vector v) { _mm256_storeu_si256(reinterpret_cast<__m256i *>(p), v); }
  static void storePart(int64_t *p, Vector v, int n) {
    _mm256_maskstore_epi64(reinterpret_cast<long long *>(p), F64::firstOf(n), v);
  }
  static Vector broadcast(const int64_t *p) { return _mm256_set1_epi64x(*p); }
  // The low words' product, and the two mixed ones moved up.
  static Vector mul(Vector a, Vector b) {
    const Vector mixed = _mm256_mullo_epi32(a, _mm256_shuffle_epi32(b, 0xb1));
    const Vector high = _mm256_slli_epi64(_mm256_add_epi32(mixed, _mm256_srli_epi64(mixed, 32)), 32);
    return _mm256_add_epi64(_mm256_mul_epu32(a, b), high);
  }
  static Vector add(Vector a, Vector b) { return _mm256_add_epi64(a, b); }
  static Vector fma(Vector a, Vector b, Vector c) { return add(mul(a, b), c); }
  static Vector canonical(Vector v) { return v; }
};

} // namespace

const Kernels<int32_t> kernelsI32V3 = kernelsOf<I32, 6>();
const Kernels<int64_t> kernelsI64V3 = kernelsOf<I64, 6>();
const Kernels<float> kernelsF32V3 = kernelsOf<F32, 6>();
const Kernels<double> kernelsF64V3 = kernelsOf<F64, 6>();

} // namespace det::rt::host
