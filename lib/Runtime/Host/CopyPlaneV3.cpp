// Plane copies for x86-64-v3: contiguous rows, transposes by squares in registers, anything else element by element.
#include "CopyPlane.h"

#include <cstring>
#include <immintrin.h>

namespace det::rt::host {
namespace {

template <class T> void copyElements(const Plane &p, const T *from, T *to) {
  for (int64_t r = 0; r < p.rows; ++r)
    for (int64_t c = 0; c < p.columns; ++c)
      to[r * p.rowTo + c * p.columnTo] = from[r * p.rowFrom + c * p.columnFrom];
}

void copyRows(const Plane &p, int64_t bytes, const char *from, char *to) {
  for (int64_t r = 0; r < p.rows; ++r)
    std::memcpy(to + r * p.rowTo * bytes, from + r * p.rowFrom * bytes, static_cast<size_t>(p.columns * bytes));
}

template <class T> void broadcastRows(const Plane &p, const T *from, T *to) {
  for (int64_t r = 0; r < p.rows; ++r) {
    const T value = from[r * p.rowFrom];
    T *row = to + r * p.rowTo;
    for (int64_t c = 0; c < p.columns; ++c)
      row[c] = value;
  }
}

// A square: source lines are columns (stride columnFrom), contiguous along rows; 8 x 8 words or 4 x 4 double words.
void transposeSquare(const uint32_t *from, int64_t fromStride, uint32_t *to, int64_t toStride) {
  __m256 r[8], s[8];
#pragma GCC unroll 8
  for (int i = 0; i < 8; ++i)
    r[i] = _mm256_loadu_ps(reinterpret_cast<const float *>(from + i * fromStride));
#pragma GCC unroll 4
  for (int i = 0; i < 8; i += 2) {
    s[i] = _mm256_unpacklo_ps(r[i], r[i + 1]);
    s[i + 1] = _mm256_unpackhi_ps(r[i], r[i + 1]);
  }
#pragma GCC unroll 2
  for (int i = 0; i < 8; i += 4) {
    r[i] = _mm256_shuffle_ps(s[i], s[i + 2], 0x44);
    r[i + 1] = _mm256_shuffle_ps(s[i], s[i + 2], 0xee);
    r[i + 2] = _mm256_shuffle_ps(s[i + 1], s[i + 3], 0x44);
    r[i + 3] = _mm256_shuffle_ps(s[i + 1], s[i + 3], 0xee);
  }
#pragma GCC unroll 4
  for (int i = 0; i < 4; ++i) {
    _mm256_storeu_ps(reinterpret_cast<float *>(to + i * toStride), _mm256_permute2f128_ps(r[i], r[i + 4], 0x20));
    _mm256_storeu_ps(reinterpret_cast<float *>(to + (i + 4) * toStride), _mm256_permute2f128_ps(r[i], r[i + 4], 0x31));
  }
}

void transposeSquare(const uint64_t *from, int64_t fromStride, uint64_t *to, int64_t toStride) {
  const auto line = [&](int i) { return _mm256_loadu_pd(reinterpret_cast<const double *>(from + i * fromStride)); };
  const __m256d r0 = line(0), r1 = line(1), r2 = line(2), r3 = line(3);
  const __m256d s0 = _mm256_unpacklo_pd(r0, r1), s1 = _mm256_unpackhi_pd(r0, r1);
  const __m256d s2 = _mm256_unpacklo_pd(r2, r3), s3 = _mm256_unpackhi_pd(r2, r3);
  const auto put = [&](int i, __m256d v) { _mm256_storeu_pd(reinterpret_cast<double *>(to + i * toStride), v); };
  put(0, _mm256_permute2f128_pd(s0, s2, 0x20));
  put(1, _mm256_permute2f128_pd(s1, s3, 0x20));
  put(2, _mm256_permute2f128_pd(s0, s2, 0x31));
  put(3, _mm256_permute2f128_pd(s1, s3, 0x31));
}

template <class T> void transposeSquare(const T *from, int64_t fromStride, T *to, int64_t toStride) {
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j)
      to[i * toStride + j] = from[j * fromStride + i];
}

// Rows are contiguous in the source, columns in the destination. Tiles of 32 x 32 keep the lines of both in cache.
template <class T> void transpose(const Plane &p, const T *from, T *to) {
  constexpr int64_t side = sizeof(T) == 8 ? 4 : 8, tile = 32;
  for (int64_t r0 = 0; r0 < p.rows; r0 += tile)
    for (int64_t c0 = 0; c0 < p.columns; c0 += tile) {
      const int64_t r1 = r0 + tile < p.rows ? r0 + tile : p.rows, c1 = c0 + tile < p.columns ? c0 + tile : p.columns;
      for (int64_t r = r0; r < r1; r += side)
        for (int64_t c = c0; c < c1; c += side) {
          const T *source = from + c * p.columnFrom + r;
          T *target = to + r * p.rowTo + c;
          if (r + side <= r1 && c + side <= c1)
            transposeSquare(source, p.columnFrom, target, p.rowTo);
          else
            for (int64_t i = r; i < r + side && i < r1; ++i)
              for (int64_t j = c; j < c + side && j < c1; ++j)
                to[i * p.rowTo + j] = from[j * p.columnFrom + i];
        }
    }
}

template <class T> void copy(const Plane &p, const char *fromBytes, char *toBytes) {
  const T *from = reinterpret_cast<const T *>(fromBytes);
  T *to = reinterpret_cast<T *>(toBytes);
  if (p.columnTo == 1 && p.columnFrom == 1)
    copyRows(p, sizeof(T), fromBytes, toBytes);
  else if (p.columnTo == 1 && p.columnFrom == 0)
    broadcastRows(p, from, to);
  else if (p.columnTo == 1 && p.rowFrom == 1 && p.rows > 1)
    transpose(p, from, to);
  else
    copyElements(p, from, to);
}

} // namespace

void copyPlane(const Plane &plane, int64_t bytes, const char *from, char *to) {
  switch (bytes) {
  case 1:
    return copy<uint8_t>(plane, from, to);
  case 2:
    return copy<uint16_t>(plane, from, to);
  case 4:
    return copy<uint32_t>(plane, from, to);
  default:
    return copy<uint64_t>(plane, from, to);
  }
}

} // namespace det::rt::host
