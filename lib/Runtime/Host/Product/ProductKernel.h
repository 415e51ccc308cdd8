// Inner parts of a matrix product, once for all vector types: the register tile and the packing of panels.
// Included by one file per instruction set; everything here has internal linkage, so no code leaks between them.
#ifndef DET_LIB_RUNTIME_HOST_PRODUCT_PRODUCTKERNEL_H
#define DET_LIB_RUNTIME_HOST_PRODUCT_PRODUCTKERNEL_H

#include "SideKernel.h"

#include <immintrin.h>

namespace det::rt::host {
namespace {

// Where the rows of A are: next to each other at every k, or each contiguous in k (BY_ROW), three to a pointer, so that
// fourteen rows take five pointers and one stride.
template <class Scalar, int ROWS, bool BY_ROW> struct Source {
  static constexpr int pointers = BY_ROW ? (ROWS + 2) / 3 : 1;
  const Scalar *at[pointers];
  int64_t stride;

  Source(const Scalar *a, int64_t stride) : stride(stride) {
    for (int i = 0; i < pointers; ++i)
      at[i] = a + 3 * i * stride;
  }
  const Scalar *row(int r) const { return BY_ROW ? at[r / 3] + r % 3 * stride : at[0] + r; }
  void next() {
#pragma GCC unroll 5
    for (int i = 0; i < pointers; ++i)
      at[i] += BY_ROW ? 1 : stride;
  }
};

// One register tile of ROWS rows and VECTORS vectors of columns. All leaves of the call run here: a chain per element
// in registers, then the joins of the postfix program with the tiles on the stack.
template <class V, int ROWS, int VECTORS, bool BY_ROW> void tile(const TileCall<typename V::Scalar> &call) {
  using Scalar = typename V::Scalar;
  using Vector = typename V::Vector;
  constexpr int lanes = V::lanes;
  Vector acc[ROWS][VECTORS];
  Source<Scalar, ROWS, BY_ROW> a(call.a, call.aStride);
  const Scalar *b = call.b;
  const int64_t bStep = call.bStep;
  Scalar *top = call.stack;

  for (int64_t leaf = 0;;) {
    {
      Vector column[VECTORS];
#pragma GCC unroll 4
      for (int v = 0; v < VECTORS; ++v)
        column[v] = V::load(b + v * lanes);
#pragma GCC unroll 32
      for (int r = 0; r < ROWS; ++r) {
        const Vector row = V::broadcast(a.row(r));
#pragma GCC unroll 4
        for (int v = 0; v < VECTORS; ++v)
          acc[r][v] = V::mul(row, column[v]);
      }
      a.next();
      b += bStep;
    }
    for (int32_t k = call.leaves[leaf] - 1; k > 0; --k) {
      Vector column[VECTORS];
#pragma GCC unroll 4
      for (int v = 0; v < VECTORS; ++v)
        column[v] = V::load(b + v * lanes);
#pragma GCC unroll 32
      for (int r = 0; r < ROWS; ++r) {
        const Vector row = V::broadcast(a.row(r));
#pragma GCC unroll 4
        for (int v = 0; v < VECTORS; ++v)
          acc[r][v] = V::fma(row, column[v], acc[r][v]);
      }
      a.next();
      b += bStep;
    }
    for (int joins = call.pops[leaf]; joins > 0; --joins) {
      top -= ROWS * VECTORS * lanes;
#pragma GCC unroll 32
      for (int r = 0; r < ROWS; ++r)
#pragma GCC unroll 4
        for (int v = 0; v < VECTORS; ++v)
          acc[r][v] = V::add(V::load(top + (r * VECTORS + v) * lanes), acc[r][v]);
    }
    const bool last = ++leaf == call.count;
    if (last && call.c)
      break;
#pragma GCC unroll 32
    for (int r = 0; r < ROWS; ++r)
#pragma GCC unroll 4
      for (int v = 0; v < VECTORS; ++v)
        V::store(top + (r * VECTORS + v) * lanes, acc[r][v]);
    top += ROWS * VECTORS * lanes;
    if (last)
      return;
  }

  if (call.columns == VECTORS * lanes) {
#pragma GCC unroll 32
    for (int r = 0; r < ROWS; ++r) {
      Scalar *c = call.c + call.rowOffsets[r];
#pragma GCC unroll 4
      for (int v = 0; v < VECTORS; ++v)
        V::store(c + v * lanes, V::canonical(acc[r][v]));
    }
    return;
  }
#pragma GCC unroll 32
  for (int r = 0; r < ROWS; ++r) {
    Scalar *c = call.c + call.rowOffsets[r];
#pragma GCC unroll 4
    for (int v = 0; v < VECTORS; ++v)
      if (call.columns > v * lanes)
        V::storePart(c + v * lanes, V::canonical(acc[r][v]), call.columns - v * lanes);
  }
}

// Lanes are neighbours in memory: every value of k is a row that is copied to all panels before the next one, so that
// lines and pages are used up while they are near. Lanes that do not exist are zero: they are never stored in C. May write
// up to one vector past the end of a panel.
template <class V> void packLanes(const PackCall<typename V::Scalar> &call) {
  constexpr int64_t ahead = 8, line = 64 / sizeof(typename V::Scalar);
  for (int64_t k = 0; k < call.count; ++k) {
    const typename V::Scalar *row = call.from + call.steps[k];
    const int64_t next = call.steps[k + ahead < call.count ? k + ahead : k] - call.steps[k];
    typename V::Scalar *to = call.to + k * call.width;
    for (int64_t first = 0; first < call.valid; first += call.width, to += call.panelSize) {
      const typename V::Scalar *from = row + call.lanes[first];
      const int64_t valid = call.valid - first < call.width ? call.valid - first : call.width;
      for (int64_t lane = 0; lane < valid; lane += line)
        _mm_prefetch(reinterpret_cast<const char *>(from + next + lane), _MM_HINT_T0);
      int64_t lane = 0;
      for (; lane + V::lanes <= valid; lane += V::lanes)
        V::store(to + lane, V::load(from + lane));
      if (lane < call.width)
        V::store(to + lane, lane < valid ? V::loadPart(from + lane, static_cast<int>(valid - lane)) : V::zero());
    }
  }
}

template <class V> void packAny(const PackCall<typename V::Scalar> &call, int64_t begin, int64_t end) {
  for (int64_t k = begin; k < end; ++k)
    for (int64_t lane = 0; lane < call.width; ++lane)
      call.to[k * call.width + lane] = call.from[call.lanes[lane < call.valid ? lane : 0] + call.steps[k]];
}

inline void transpose(__m256 (&r)[8]) {
  __m256 s[8], t[8];
#pragma GCC unroll 4
  for (int i = 0; i < 8; i += 2) {
    s[i] = _mm256_unpacklo_ps(r[i], r[i + 1]);
    s[i + 1] = _mm256_unpackhi_ps(r[i], r[i + 1]);
  }
#pragma GCC unroll 2
  for (int i = 0; i < 8; i += 4) {
    t[i] = _mm256_shuffle_ps(s[i], s[i + 2], 0x44);
    t[i + 1] = _mm256_shuffle_ps(s[i], s[i + 2], 0xee);
    t[i + 2] = _mm256_shuffle_ps(s[i + 1], s[i + 3], 0x44);
    t[i + 3] = _mm256_shuffle_ps(s[i + 1], s[i + 3], 0xee);
  }
#pragma GCC unroll 4
  for (int i = 0; i < 4; ++i) {
    r[i] = _mm256_permute2f128_ps(t[i], t[i + 4], 0x20);
    r[i + 4] = _mm256_permute2f128_ps(t[i], t[i + 4], 0x31);
  }
}

inline void transpose(__m256d (&r)[4]) {
  const __m256d s0 = _mm256_unpacklo_pd(r[0], r[1]), s1 = _mm256_unpackhi_pd(r[0], r[1]);
  const __m256d s2 = _mm256_unpacklo_pd(r[2], r[3]), s3 = _mm256_unpackhi_pd(r[2], r[3]);
  r[0] = _mm256_permute2f128_pd(s0, s2, 0x20);
  r[1] = _mm256_permute2f128_pd(s1, s3, 0x20);
  r[2] = _mm256_permute2f128_pd(s0, s2, 0x31);
  r[3] = _mm256_permute2f128_pd(s1, s3, 0x31);
}

// Integers move as floats of their size do.
template <class Scalar> auto load256(const Scalar *p) {
  if constexpr (sizeof(Scalar) == 4)
    return _mm256_loadu_ps(reinterpret_cast<const float *>(p));
  else
    return _mm256_loadu_pd(reinterpret_cast<const double *>(p));
}
template <class Scalar> void store256(Scalar *p, __m256 v) { _mm256_storeu_ps(reinterpret_cast<float *>(p), v); }
template <class Scalar> void store256(Scalar *p, __m256d v) { _mm256_storeu_pd(reinterpret_cast<double *>(p), v); }

// k is contiguous in the source over [begin, end): square blocks are transposed in registers. Stores go in ascending
// addresses, so what a store writes past a narrow panel's row is overwritten by the next row.
template <class V, int SQUARES> void packTransposed(const PackCall<typename V::Scalar> &call, int64_t begin, int64_t end) {
  using Scalar = typename V::Scalar;
  using Quarter = decltype(load256(static_cast<const Scalar *>(nullptr)));
  constexpr int side = 32 / sizeof(Scalar);
  const Scalar *from[SQUARES * side];
  for (int lane = 0; lane < SQUARES * side; ++lane)
    from[lane] = call.from + call.lanes[lane < call.valid ? lane : 0] + call.steps[begin];
  int64_t k = begin;
  for (; k + side <= end; k += side) {
    Scalar *to = call.to + k * call.width;
    if constexpr (SQUARES == 2) { // both squares at once: a row of the panel may end inside the second one
      Quarter low[side], high[side];
#pragma GCC unroll 8
      for (int i = 0; i < side; ++i) {
        low[i] = load256(from[i] + (k - begin));
        high[i] = load256(from[side + i] + (k - begin));
      }
      transpose(low);
      transpose(high);
#pragma GCC unroll 8
      for (int i = 0; i < side; ++i) {
        store256(to + i * call.width, low[i]);
        store256(to + i * call.width + side, high[i]);
      }
    } else {
      for (int square = 0; square < SQUARES; ++square) {
        Quarter block[side];
#pragma GCC unroll 8
        for (int i = 0; i < side; ++i)
          block[i] = load256(from[square * side + i] + (k - begin));
        transpose(block);
#pragma GCC unroll 8
        for (int i = 0; i < side; ++i)
          store256(to + i * call.width + square * side, block[i]);
      }
    }
  }
  packAny<V>(call, k, end);
}

// One panel whose lanes are not neighbours.
template <class V> void packPanel(const PackCall<typename V::Scalar> &call) {
  constexpr int side = 32 / sizeof(typename V::Scalar);
  const int squares = (call.width + side - 1) / side;
  for (int64_t k = 0; k < call.count;) {
    const int64_t left = call.run - (call.first + k) % call.run;
    const int64_t end = k + (left < call.count - k ? left : call.count - k);
    if (squares == 1)
      packTransposed<V, 1>(call, k, end);
    else if (squares == 2)
      packTransposed<V, 2>(call, k, end);
    else if (squares == 4 && call.width % side == 0)
      packTransposed<V, 4>(call, k, end);
    else
      packAny<V>(call, k, end);
    k = end;
  }
}

template <class V> void pack(const PackCall<typename V::Scalar> &call) {
  bool neighbours = true;
  for (int64_t lane = 1; lane < call.valid; ++lane)
    neighbours &= lane % call.width == 0 || call.lanes[lane] == call.lanes[lane - 1] + 1;
  if (neighbours && (call.valid > 1 || call.run == 1))
    return packLanes<V>(call);
  PackCall<typename V::Scalar> panel = call;
  for (int64_t first = 0; first < call.valid; first += call.width) {
    panel.lanes = call.lanes + first;
    panel.valid = call.valid - first < call.width ? call.valid - first : call.width;
    packPanel<V>(panel);
    panel.to += call.panelSize;
  }
}

template <class V, int ROWS, int MAX> constexpr void fillTiles(Kernels<typename V::Scalar> &kernels) {
  kernels.tiles[ROWS - 1][0] = tile<V, ROWS, 1, false>;
  kernels.tiles[ROWS - 1][1] = tile<V, ROWS, 2, false>;
  kernels.rowTiles[ROWS - 1][0] = tile<V, ROWS, 1, true>;
  kernels.rowTiles[ROWS - 1][1] = tile<V, ROWS, 2, true>;
  if constexpr (ROWS < MAX)
    fillTiles<V, ROWS + 1, MAX>(kernels);
}

template <class V, int MAX> constexpr Kernels<typename V::Scalar> kernelsOf() {
  Kernels<typename V::Scalar> kernels{};
  kernels.rows = MAX;
  kernels.lanes = V::lanes;
  kernels.pack = pack<V>;
  fillTiles<V, 1, MAX>(kernels);
  fillSides<V, 1>(kernels);
  kernels.wideSide = side<V, 1, 4, false>;
  return kernels;
}

} // namespace
} // namespace det::rt::host

#endif // DET_LIB_RUNTIME_HOST_PRODUCT_PRODUCTKERNEL_H
