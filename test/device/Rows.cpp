// What a generated row kernel is to kernels of attention, written down: a warp moves each row by a sum over lanes, which it also stores.
#include "Gpu.h"

using namespace det::device;

/// Buffers: moves, scores, results, sums. Loops: rows, columns.
extern "C" [[clang::always_inline]] void det_rows(void *const *buffers, const int64_t *params, int64_t begin, int64_t end, void *) {
  const int64_t n = params[1];
  for (int64_t row = begin; row < end; ++row) {
    const float *moves = static_cast<const float *>(buffers[0]) + row * params[4], *scores = static_cast<const float *>(buffers[1]) + row * params[6];
    float *results = static_cast<float *>(buffers[2]) + row * params[8];
    float sum = -0.0f;
    for (int64_t j = lane(); j < n; j += warpSize)
      sum = sum + (scores[j] + moves[j]);
    for (uint32_t half = warpSize / 2; half > 0; half /= 2)
      sum = sum + __builtin_bit_cast(float, shuffleXor(__builtin_bit_cast(uint32_t, sum), half));
    warpBarrier();
    for (int64_t j = lane(); j < n; j += warpSize)
      results[j] = scores[j] - sum;
    if (lane() == 0)
      static_cast<float *>(buffers[3])[row * params[10]] = sum;
  }
}
extern "C" [[clang::always_inline]] uint32_t det_rows_input() { return 1; }
extern "C" [[clang::always_inline]] uint32_t det_rows_output() { return DET_ROWS_OUTPUT; }
