// Products: one row by a tile of columns at a time, whose accumulators stay in registers within a leaf.
#include "Reduction.h"

#include <algorithm>
#include <cmath>

namespace det::reference {

namespace {

template <class T> T fused(T a, T b, T c) {
  if constexpr (std::is_floating_point_v<T>)
    return std::fma(a, b, c);
  else
    return static_cast<T>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b) + static_cast<uint64_t>(c));
}

/// One leaf. A chain may start from -0.0: fma(a, b, -0.0) is a * b in all bits.
template <class T, int64_t tile> void leafOf(const T *lhs, const T *panel, int64_t size, T *out) {
  T acc[tile];
  for (int64_t j = 0; j < tile; ++j)
    acc[j] = -T(0);
  for (int64_t i = 0; i < size; ++i) {
    T a = lhs[i];
#pragma GCC unroll 64
    for (int64_t j = 0; j < tile; ++j)
      acc[j] = fused(a, panel[i * tile + j], acc[j]);
  }
  std::copy(acc, acc + tile, out);
}

/// The whole tree; its value is left in stack[0 .. tile).
template <class T, int64_t tile> void treeOf(const PackedProduct &product, const T *lhs, const T *panel, T *stack) {
  int64_t held = 0;
  for (size_t leaf = 0; leaf < product.leafSizes.size(); ++leaf) {
    int64_t size = product.leafSizes[leaf];
    leafOf<T, tile>(lhs, panel, size, stack + held++ * tile);
    lhs += size;
    panel += size * tile;
    for (int pop = 0; pop < product.pops[leaf]; ++pop) {
      const T *right = stack + --held * tile;
      T *left = stack + (held - 1) * tile;
      for (int64_t i = 0; i < tile; ++i)
        left[i] = Joiner<Join::Add>()(left[i], right[i]);
    }
  }
}

template <class T, int64_t tile>
void tiled(const PackedProduct &product, const T *lhs, const T *rhs, int64_t m, int64_t n, T *result) {
  int64_t k = 0;
  for (int64_t size : product.leafSizes)
    k += size;
  std::vector<T> stack(order::stackDepth(product.pops) * tile), panel(k * tile);
  for (int64_t column = 0; column < n; column += tile) {
    int64_t width = std::min(tile, n - column);
    for (int64_t i = 0; i < k; ++i)
      std::copy(rhs + i * n + column, rhs + i * n + column + width, panel.data() + i * tile);
    for (int64_t row = 0; row < m; ++row) {
      treeOf<T, tile>(product, lhs + row * k, panel.data(), stack.data());
      std::copy(stack.data(), stack.data() + width, result + row * n + column);
    }
  }
}

} // namespace

template <class T> void multiply(const PackedProduct &product, const T *lhs, const T *rhs, int64_t m, int64_t n, T *result) {
  if (n <= 16)
    tiled<T, 16>(product, lhs, rhs, m, n, result);
  else
    tiled<T, 64>(product, lhs, rhs, m, n, result);
}

template void multiply<float>(const PackedProduct &, const float *, const float *, int64_t, int64_t, float *);
template void multiply<double>(const PackedProduct &, const double *, const double *, int64_t, int64_t, double *);
template void multiply<long double>(const PackedProduct &, const long double *, const long double *, int64_t, int64_t, long double *);
template void multiply<int8_t>(const PackedProduct &, const int8_t *, const int8_t *, int64_t, int64_t, int8_t *);
template void multiply<int16_t>(const PackedProduct &, const int16_t *, const int16_t *, int64_t, int64_t, int16_t *);
template void multiply<int32_t>(const PackedProduct &, const int32_t *, const int32_t *, int64_t, int64_t, int32_t *);
template void multiply<int64_t>(const PackedProduct &, const int64_t *, const int64_t *, int64_t, int64_t, int64_t *);

} // namespace det::reference
