// Small helpers of the host kernel tests: counted checks, random numbers with special values, bit comparison.
#ifndef DET_TEST_UNIT_HOST_CHECK_H
#define DET_TEST_UNIT_HOST_CHECK_H

#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

namespace check {

inline int64_t checks = 0, faults = 0;

inline void that(bool holds, const std::string &what) {
  ++checks;
  if (!holds && ++faults <= 20)
    std::printf("fault: %s\n", what.c_str());
}

/// Splitmix64: the same numbers everywhere.
struct Random {
  uint64_t state;
  uint64_t next() {
    uint64_t z = (state += 0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
  }
  int64_t below(int64_t n) { return static_cast<int64_t>(next() % static_cast<uint64_t>(n)); }
  int64_t between(int64_t low, int64_t high) { return low + below(high - low + 1); }
  double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }
};

/// Values of many magnitudes; with `special`, now and then a zero of either sign, an infinity, a NaN, a subnormal.
/// Integers: any bits.
template <class Float> Float value(Random &random, bool special) {
  if constexpr (std::numeric_limits<Float>::is_integer)
    return static_cast<Float>(random.next());
  if (special && random.below(40) == 0) {
    const Float specials[] = {Float(0),
                              -Float(0),
                              std::numeric_limits<Float>::infinity(),
                              -std::numeric_limits<Float>::infinity(),
                              std::numeric_limits<Float>::quiet_NaN(),
                              std::numeric_limits<Float>::denorm_min()};
    return specials[random.below(6)];
  }
  const double magnitude = static_cast<double>(int64_t(1) << random.below(12));
  return static_cast<Float>((random.uniform() * 2 - 1) * magnitude);
}

template <class Float> std::vector<Float> values(Random &random, int64_t count, bool special) {
  std::vector<Float> result(static_cast<size_t>(count));
  for (Float &x : result)
    x = value<Float>(random, special);
  return result;
}

/// The first place where the bits differ, or -1.
template <class T> int64_t difference(const std::vector<T> &a, const std::vector<T> &b) {
  if (a.size() != b.size())
    return 0;
  for (size_t i = 0; i < a.size(); ++i)
    if (std::memcmp(&a[i], &b[i], sizeof(T)) != 0)
      return static_cast<int64_t>(i);
  return -1;
}

inline int report(const char *name) {
  std::printf("%s: %" PRId64 " checks, %" PRId64 " faults\n", name, checks, faults);
  return faults == 0 && checks > 0 ? 0 : 1;
}

} // namespace check

#endif // DET_TEST_UNIT_HOST_CHECK_H
