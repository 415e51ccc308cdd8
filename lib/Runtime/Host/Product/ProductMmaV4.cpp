// Tensor-core steps for x86-64-v4 (AVX-512).
#include "ProductMmaKernel.h"

#include <immintrin.h>

namespace det::rt::host {
namespace {

struct V4 {
  using Floats = __m512;
  using Words = __m512i;
  using Halves = __m512i;
  static constexpr int lanes = 16;
  static Floats load(const float *p) { return _mm512_loadu_ps(p); }
  static void store(float *p, Floats v) { _mm512_storeu_ps(p, v); }
  static Floats broadcast(const float *p) { return _mm512_set1_ps(*p); }
  static Floats mul(Floats a, Floats b) { return _mm512_mul_ps(a, b); }
  static Words cut(Floats v) { return _mm512_cvttps_epi32(v); }
  static Words wordsOf(Floats v) { return _mm512_castps_si512(v); }
  static Floats floatsOf(Words v) { return _mm512_castsi512_ps(v); }

  static Halves loadHalves(const int16_t *p) { return _mm512_loadu_si512(p); }
  static Halves setHalves(int x) { return _mm512_set1_epi16(static_cast<short>(x)); }
  static Halves broadcastHalves(const uint32_t *p) { return _mm512_set1_epi32(static_cast<int>(*p)); }
  static Halves addHalves(Halves a, Halves b) { return _mm512_add_epi16(a, b); }
  static Halves maxHalves(Halves a, Halves b) { return _mm512_max_epi16(a, b); }
  static Words widen(Halves v, int half) {
    return _mm512_cvtepi16_epi32(half ? _mm512_extracti64x4_epi64(v, 1) : _mm512_castsi512_si256(v));
  }

  static Words set(int x) { return _mm512_set1_epi32(x); }
  static Words add(Words a, Words b) { return _mm512_add_epi32(a, b); }
  static Words sub(Words a, Words b) { return _mm512_sub_epi32(a, b); }
  static Words max(Words a, Words b) { return _mm512_max_epi32(a, b); }
  static Words min(Words a, Words b) { return _mm512_min_epi32(a, b); }
  static Words bitAnd(Words a, Words b) { return _mm512_and_si512(a, b); }
  static Words bitOr(Words a, Words b) { return _mm512_or_si512(a, b); }
  static Words bitXor(Words a, Words b) { return _mm512_xor_si512(a, b); }
  template <int n> static Words shiftLeft(Words v) { return _mm512_slli_epi32(v, n); }
  template <int n> static Words shiftRight(Words v) { return _mm512_srli_epi32(v, n); }
  static Words signs(Words v) { return _mm512_srai_epi32(v, 31); }
  static __mmask16 equal(Words a, Words b) { return _mm512_cmpeq_epi32_mask(a, b); }
  static Words select(__mmask16 mask, Words yes, Words no) { return _mm512_mask_mov_epi32(no, mask, yes); }
  /// Lanes above `highest`, or below `lowest` but not below `none`.
  static uint32_t outside(Words v, int lowest, int highest, int none) {
    const __mmask16 low = _mm512_cmplt_epi32_mask(v, set(lowest)), nothing = _mm512_cmplt_epi32_mask(v, set(none));
    return static_cast<uint16_t>(_mm512_cmpgt_epi32_mask(v, set(highest)) | (low & static_cast<__mmask16>(~nothing)));
  }
  /// An unsigned integer cut to f32.
  static Floats cutToFloat(Words v) { return _mm512_cvt_roundepu32_ps(v, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC); }
};

} // namespace

const MmaKernel mmaKernelV4{2 * V4::lanes, mmaTile<V4>};

} // namespace det::rt::host
