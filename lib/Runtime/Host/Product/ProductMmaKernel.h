// Steps of a tensor core, a vector of outputs at a time, in floats and 32-bit integers. Included by one file per instruction set; everything
// here has internal linkage, so no code leaks between them.
//
// A product of two significands has at most 22 bits, so f32 holds it exactly. Times a power of two and converted to an integer
// toward zero it is aligned and cut as the model says. The integers of a step's products sum to less than 2^31.
#ifndef DET_LIB_RUNTIME_HOST_PRODUCT_PRODUCTMMAKERNEL_H
#define DET_LIB_RUNTIME_HOST_PRODUCT_PRODUCTMMAKERNEL_H

#include "ProductMmaTile.h"

namespace det::rt::host {
namespace {

/// Largest exponents of a step that vectors deal with: no product overflows, and what is lost below the least normal number would be cut anyway.
/// Below `none` nothing but zeros was added, unless a factor is special: that is far above `highest`.
constexpr int lowest = -80, highest = 120, none = -500;

template <class V> void mmaTile(const MmaTile &tile) {
  using Floats = typename V::Floats;
  using Words = typename V::Words;
  using Halves = typename V::Halves;
  constexpr int rows = mmaRows, vectors = 2, lanes = V::lanes;
  const Words bias = V::set(127), zeroExponent = V::set(-1000), one = V::set(1), kept = V::set(static_cast<int>(tile.kept));
  for (int64_t first = 0; first < tile.count; first += tile.products) {
    const int terms = static_cast<int>(tile.count - first < tile.products ? tile.count - first : tile.products);
    const uint32_t *aExponents = tile.aExponents + first;
    const int16_t *bExponents = tile.bExponents + first * tile.bStride;
    Halves largest[rows];
#pragma GCC unroll 4
    for (int r = 0; r < rows; ++r)
      largest[r] = V::setHalves(-4000);
    for (int k = 0; k < terms; ++k) {
      const Halves column = V::loadHalves(bExponents + k * tile.bStride);
#pragma GCC unroll 4
      for (int r = 0; r < rows; ++r)
        largest[r] = V::maxHalves(largest[r], V::addHalves(column, V::broadcastHalves(aExponents + r * tile.aStride + k)));
    }

    Floats scale[rows][vectors];
    Words sum[rows][vectors];
    uint32_t left[rows][vectors]; // lanes that vectors leave out
    uint32_t anyLeft = 0;
#pragma GCC unroll 4
    for (int r = 0; r < rows; ++r)
#pragma GCC unroll 2
      for (int v = 0; v < vectors; ++v) {
        const Words c = V::wordsOf(V::load(tile.sums + r * tile.sumStride + v * lanes));
        const Words magnitude = V::bitAnd(c, V::set(0x7fffffff));
        const Words exponent = V::sub(V::max(V::template shiftRight<23>(magnitude), one), bias);
        const Words most = V::max(V::widen(largest[r], v), V::select(V::equal(magnitude, V::set(0)), zeroExponent, exponent));
        left[r][v] = V::outside(most, lowest, highest, none);
        anyLeft |= left[r][v];
        const Words held = V::min(V::max(most, V::set(lowest)), V::set(highest));
        scale[r][v] = V::floatsOf(V::template shiftLeft<23>(V::sub(V::set(127 + tile.fraction), held)));
        sum[r][v] = V::set(0);
      }
    const float *a = tile.a + first, *b = tile.b + first * tile.bStride;
    for (int k = 0; k < terms; ++k) {
      Floats column[vectors];
#pragma GCC unroll 2
      for (int v = 0; v < vectors; ++v)
        column[v] = V::load(b + k * tile.bStride + v * lanes);
#pragma GCC unroll 4
      for (int r = 0; r < rows; ++r) {
        const Floats row = V::broadcast(a + r * tile.aStride + k);
#pragma GCC unroll 2
        for (int v = 0; v < vectors; ++v)
          sum[r][v] = V::add(sum[r][v], V::cut(V::mul(V::mul(row, column[v]), scale[r][v])));
      }
    }
#pragma GCC unroll 4
    for (int r = 0; r < rows; ++r)
#pragma GCC unroll 2
      for (int v = 0; v < vectors; ++v) {
        float *at = tile.sums + r * tile.sumStride + v * lanes;
        const Floats before = V::load(at);
        // With the accumulator the sum has 33 bits: where 32 overflow the sign is the other one.
        const Words c = V::cut(V::mul(before, scale[r][v])), total = V::add(sum[r][v], c);
        const Words overflow = V::bitAnd(V::bitXor(sum[r][v], total), V::bitXor(c, total));
        const Words negative = V::signs(V::bitXor(total, overflow));
        const Words magnitude = V::sub(V::bitXor(total, negative), negative);
        const Floats back = V::floatsOf(V::sub(V::set(254 << 23), V::wordsOf(scale[r][v]))); // 1 / scale
        // The result is no subnormal number, so its mantissa is cut where its bits are.
        const Words result = V::bitAnd(V::wordsOf(V::mul(V::cutToFloat(magnitude), back)), kept);
        V::store(at, V::floatsOf(V::bitOr(result, V::template shiftLeft<31>(negative))));
        if (anyLeft && left[r][v]) {
          alignas(64) float old[lanes];
          V::store(old, before);
          for (int lane = 0; lane < lanes; ++lane)
            if (left[r][v] >> lane & 1)
              at[lane] = stepOne(tile, r, v * lanes + lane, first, terms, old[lane]);
        }
      }
  }
}

} // namespace
} // namespace det::rt::host

#endif // DET_LIB_RUNTIME_HOST_PRODUCT_PRODUCTMMAKERNEL_H
