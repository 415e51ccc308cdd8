// Tensor-core steps for x86-64-v3 (AVX2).
#include "ProductMmaKernel.h"

#include <immintrin.h>

namespace det::rt::host {
namespace {

struct V3 {
  using Floats = __m256;
  using Words = __m256i;
  using Halves = __m256i;
  static constexpr int lanes = 8;
  static Floats load(const float *p) { return _mm256_loadu_ps(p); }
  static void store(float *p, Floats v) { _mm256_storeu_ps(p, v); }
  static Floats broadcast(const float *p) { return _mm256_broadcast_ss(p); }
  static Floats mul(Floats a, Floats b) { return _mm256_mul_ps(a, b); }
  static Words cut(Floats v) { return _mm256_cvttps_epi32(v); }
  static Words wordsOf(Floats v) { return _mm256_castps_si256(v); }
  static Floats floatsOf(Words v) { return _mm256_castsi256_ps(v); }

  static Halves loadHalves(const int16_t *p) { return _mm256_loadu_si256(reinterpret_cast<const __m256i *>(p)); }
  static Halves setHalves(int x) { return _mm256_set1_epi16(static_cast<short>(x)); }
  static Halves broadcastHalves(const uint32_t *p) { return _mm256_set1_epi32(static_cast<int>(*p)); }
  static Halves addHalves(Halves a, Halves b) { return _mm256_add_epi16(a, b); }
  static Halves maxHalves(Halves a, Halves b) { return _mm256_max_epi16(a, b); }
  static Words widen(Halves v, int half) {
    return _mm256_cvtepi16_epi32(half ? _mm256_extracti128_si256(v, 1) : _mm256_castsi256_si128(v));
  }

  static Words set(int x) { return _mm256_set1_epi32(x); }
  static Words add(Words a, Words b) { return _mm256_add_epi32(a, b); }
  static Words sub(Words a, Words b) { return _mm256_sub_epi32(a, b); }
  static Words max(Words a, Words b) { return _mm256_max_epi32(a, b); }
  static Words min(Words a, Words b) { return _mm256_min_epi32(a, b); }
  static Words bitAnd(Words a, Words b) { return _mm256_and_si256(a, b); }
  static Words bitOr(Words a, Words b) { return _mm256_or_si256(a, b); }
  static Words bitXor(Words a, Words b) { return _mm256_xor_si256(a, b); }
  template <int n> static Words shiftLeft(Words v) { return _mm256_slli_epi32(v, n); }
  template <int n> static Words shiftRight(Words v) { return _mm256_srli_epi32(v, n); }
  static Words signs(Words v) { return _mm256_srai_epi32(v, 31); }
  static Words equal(Words a, Words b) { return _mm256_cmpeq_epi32(a, b); }
  static Words select(Words mask, Words yes, Words no) { return _mm256_blendv_epi8(no, yes, mask); }
  /// Lanes above `highest`, or below `lowest` but not below `none`.
  static uint32_t outside(Words v, int lowest, int highest, int none) {
    const Words low = _mm256_cmpgt_epi32(set(lowest), v), nothing = _mm256_cmpgt_epi32(set(none), v);
    const Words all = _mm256_or_si256(_mm256_cmpgt_epi32(v, set(highest)), _mm256_andnot_si256(nothing, low));
    return static_cast<uint32_t>(_mm256_movemask_ps(floatsOf(all)));
  }
  /// An unsigned integer cut to f32: both parts convert exactly, and a sum that was rounded up is one step too far.
  static Floats cutToFloat(Words v) {
    const Floats high = _mm256_mul_ps(_mm256_cvtepi32_ps(_mm256_srli_epi32(v, 8)), _mm256_set1_ps(256));
    const Floats low = _mm256_cvtepi32_ps(_mm256_and_si256(v, set(255)));
    const Floats sum = _mm256_add_ps(high, low), error = _mm256_sub_ps(low, _mm256_sub_ps(sum, high));
    return floatsOf(_mm256_add_epi32(wordsOf(sum), wordsOf(_mm256_cmp_ps(error, _mm256_setzero_ps(), _CMP_LT_OQ))));
  }
};

} // namespace

const MmaKernel mmaKernelV3{2 * V3::lanes, mmaTile<V3>};

} // namespace det::rt::host
