// Evaluates a builder on arrays for several targets, which must agree bit by bit.
#ifndef DET_TEST_UNIT_MATH_EVALUATE_H
#define DET_TEST_UNIT_MATH_EVALUATE_H

#include "KernelBody.h"

#include <bit>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>

namespace det::math::test {

/// A number held by its bits: the element types that C++ lacks, and floats whose NaNs must keep their payload.
using F32 = uint32_t;
using F64 = uint64_t;
using Half = uint16_t;

/// Results of the body on (a[i], b[i]) as vectors and as scalars, for this machine and for x86-64-v3.
template <typename Out, typename In> std::vector<Out> evaluate(const Body &body, std::vector<In> a, std::vector<In> b = {}) {
  size_t wanted = a.size();
  a.resize((a.size() + Kernel::kLanes - 1) / Kernel::kLanes * Kernel::kLanes);
  b.resize(a.size());
  std::vector<Out> first;
  for (const Target &target : {Target{"", false}, Target{"", true}, Target{"x86-64-v3", false}, Target{"x86-64-v3", true}}) {
    Kernel kernel = compileBody(body, target);
    std::vector<Out> out(a.size());
    kernel.run(a.data(), b.data(), out.data(), static_cast<int64_t>(a.size()));
    out.resize(wanted);
    if (first.empty())
      first = out;
    else
      EXPECT_EQ(std::memcmp(first.data(), out.data(), wanted * sizeof(Out)), 0)
          << "other bits on '" << target.cpu << "' " << target.scalar;
  }
  return first;
}

/// A fixed pseudo-random sequence.
inline uint64_t next(uint64_t &state) {
  uint64_t z = (state += 0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

/// Interesting bit patterns of an unsigned type: around each power of two and its complement, and random ones of every magnitude.
template <typename Bits> std::vector<Bits> patterns(int randoms = 20000) {
  constexpr int width = std::numeric_limits<Bits>::digits;
  std::vector<Bits> values;
  for (int bit = 0; bit < width; ++bit)
    for (int other = 0; other <= bit; ++other)
      for (int step = -2; step <= 2; ++step) {
        auto value = static_cast<Bits>((Bits(1) << bit) + (other < bit ? Bits(1) << other : 0) + static_cast<Bits>(step));
        values.push_back(value);
        values.push_back(static_cast<Bits>(~value));
      }
  uint64_t state = 3;
  for (int i = 0; i < randoms; ++i) {
    auto value = static_cast<Bits>(next(state));
    values.push_back(value);
    values.push_back(static_cast<Bits>(value >> (next(state) % width)));
  }
  return values;
}

/// f32 patterns, denser where 16-bit formats round: each bf16 value followed by the ends, the middle and its neighbours.
inline std::vector<F32> f32Patterns() {
  std::vector<F32> values = patterns<F32>();
  for (uint32_t high = 0; high < 0x10000; high += 3)
    for (uint32_t low : {0u, 1u, 0x7fffu, 0x8000u, 0x8001u, 0xffffu})
      values.push_back(high << 16 | low);
  for (uint32_t high = 0x33000000; high < 0x47900000; high += 0x1000 * 5) // where f16 has its finite values
    for (uint32_t low : {0u, 1u, 0xfffu})
      for (uint32_t sign : {0u, 0x80000000u})
        values.push_back((high + low) | sign);
  return values;
}

/// All pairs of two lists.
template <typename T>
std::pair<std::vector<T>, std::vector<T>> allPairs(const std::vector<T> &left, const std::vector<T> &right) {
  std::pair<std::vector<T>, std::vector<T>> result;
  for (T a : left)
    for (T b : right) {
      result.first.push_back(a);
      result.second.push_back(b);
    }
  return result;
}

} // namespace det::math::test

#endif
