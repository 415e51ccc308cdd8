// Bodies for the tests of device kernels, compiled for the host and for the device from one text. None is commutative, and some
// comparators are no order at all: a kernel that joins or compares in another order than the host gives other bytes.
#ifndef DET_TEST_DEVICE_BODIES_H
#define DET_TEST_DEVICE_BODIES_H

#include <stdint.h>

namespace bodies {

template <class T> T &at(void *const *buffers, int number, int64_t i) { return static_cast<T *>(buffers[number])[i]; }

/// Comparator of an i32: ascending.
inline void ascending(void *const *b, const int64_t *, int64_t begin, int64_t end, void *) {
  for (int64_t i = begin; i < end; ++i)
    at<uint8_t>(b, 2, i) = at<int32_t>(b, 0, i) < at<int32_t>(b, 1, i);
}

/// Comparator of (f32, i16): by the float, of equal ones the larger number first. NaN makes it no order.
inline void pairs(void *const *b, const int64_t *, int64_t begin, int64_t end, void *) {
  for (int64_t i = begin; i < end; ++i) {
    const float x = at<float>(b, 0, i), y = at<float>(b, 1, i);
    at<uint8_t>(b, 4, i) = x < y || (x == y && at<int16_t>(b, 2, i) > at<int16_t>(b, 3, i));
  }
}

/// Comparator of four arrays of 1, 2, 4 and 8 bytes: noise, by a param and through scratch memory.
inline void noise(void *const *b, const int64_t *params, int64_t begin, int64_t end, void *scratch) {
  for (int64_t i = begin; i < end; ++i) {
    uint64_t *hash = static_cast<uint64_t *>(scratch);
    hash[0] = at<uint8_t>(b, 0, i) * 3u + at<uint16_t>(b, 2, i) * 5u + at<uint32_t>(b, 4, i) * 7ull + at<uint64_t>(b, 6, i);
    hash[1] = at<uint8_t>(b, 1, i) * 11u + at<uint16_t>(b, 3, i) * 13u + at<uint32_t>(b, 5, i) * 17ull + at<uint64_t>(b, 7, i);
    at<uint8_t>(b, 8, i) = ((hash[0] * 0x9e3779b97f4a7c15 ^ (hash[1] + uint64_t(params[0]))) * 0x94d049bb133111eb) >> 63;
  }
}

/// Joins (f32, i32): the larger value, of equal ones the smaller place. The right operand is taken if either is NaN.
inline void largest(void *const *b, const int64_t *, int64_t begin, int64_t end, void *) {
  for (int64_t i = begin; i < end; ++i) {
    const float x = at<float>(b, 0, i), y = at<float>(b, 2, i);
    const int32_t p = at<int32_t>(b, 1, i), q = at<int32_t>(b, 3, i);
    const bool left = x > y || (x == y && p < q);
    at<float>(b, 4, i) = left ? x : y;
    at<int32_t>(b, 5, i) = left ? p : q;
  }
}

/// Joins f64: not associative, not commutative.
inline void halves(void *const *b, const int64_t *params, int64_t begin, int64_t end, void *) {
  for (int64_t i = begin; i < end; ++i)
    at<double>(b, 2, i) = at<double>(b, 0, i) * 0.5 + at<double>(b, 1, i) * double(params[0]);
}

/// Joins three f32: a running mean and the like.
inline void moments(void *const *b, const int64_t *, int64_t begin, int64_t end, void *) {
  for (int64_t i = begin; i < end; ++i) {
    const float n = at<float>(b, 0, i) + at<float>(b, 3, i), d = at<float>(b, 4, i) - at<float>(b, 1, i);
    const float mean = at<float>(b, 1, i) + d * 0.25f, rest = at<float>(b, 2, i) * 0.5f + at<float>(b, 5, i) * 0.25f + n * 0.125f;
    at<float>(b, 6, i) = n;
    at<float>(b, 7, i) = mean;
    at<float>(b, 8, i) = rest;
  }
}

/// Joins four arrays of 1, 2, 4 and 8 bytes, through scratch memory.
inline void mixed(void *const *b, const int64_t *, int64_t begin, int64_t end, void *scratch) {
  for (int64_t i = begin; i < end; ++i) {
    uint64_t *sum = static_cast<uint64_t *>(scratch);
    sum[0] = at<uint8_t>(b, 0, i) * 3u + at<uint16_t>(b, 5, i);
    sum[1] = at<uint32_t>(b, 2, i) * 31ull + at<uint64_t>(b, 7, i);
    const uint8_t first = uint8_t(sum[0] ^ at<uint8_t>(b, 4, i));
    const uint16_t second = uint16_t(at<uint16_t>(b, 1, i) * 7u + sum[0]);
    const uint32_t third = uint32_t(sum[1]) + at<uint32_t>(b, 6, i);
    const uint64_t fourth = at<uint64_t>(b, 3, i) * 5 + sum[1];
    at<uint8_t>(b, 8, i) = first;
    at<uint16_t>(b, 9, i) = second;
    at<uint32_t>(b, 10, i) = third;
    at<uint64_t>(b, 11, i) = fourth;
  }
}

} // namespace bodies

#endif // DET_TEST_DEVICE_BODIES_H
