// What windows read, against the elements that each place meets.
#include "det/Dialect/Det/Factors.h"

#include <gtest/gtest.h>
#include <random>

using det::FactorWindow;

namespace {

/// The elements, of `size`, that element p of the factor reads, by definition.
std::vector<int64_t> metBy(const FactorWindow &window, int64_t p, int64_t size) {
  std::vector<int64_t> met;
  for (int64_t at = p * window.stride - window.low; at < p * window.stride - window.low + window.extent; ++at)
    if (at >= 0 && at % window.dilation == 0 && at / window.dilation < size)
      met.push_back(at / window.dilation);
  return met;
}

} // namespace

TEST(FactorWindow, ReadsWhatItMeets) {
  std::mt19937_64 random(1);
  auto in = [&](int64_t low, int64_t high) {
    return low + static_cast<int64_t>(random() % static_cast<uint64_t>(high - low + 1));
  };
  for (int i = 0; i < 20000; ++i) {
    FactorWindow window{0, 0, 0, in(1, 3) * (in(0, 3) ? 1 : -1), in(-4, 12), in(0, 6), in(1, 3)};
    int64_t size = in(0, 12), begin = in(0, 9), end = begin + in(0, 6);
    auto [from, to] = window.reads(begin, end, size);
    ASSERT_TRUE(0 <= from && from <= to && to <= size);
    int64_t first = size, last = -1;
    for (int64_t p = begin; p < end; ++p)
      for (int64_t element : metBy(window, p, size)) {
        first = std::min(first, element);
        last = std::max(last, element);
      }
    // It never reads less than it meets, and nothing else where windows leave no gaps and the operand has no holes.
    ASSERT_TRUE(last < first || (from <= first && last < to));
    if (last >= first && window.dilation == 1 && std::abs(window.stride) <= window.extent) {
      ASSERT_EQ(from, first);
      ASSERT_EQ(to, last + 1);
    }
    // The same elements from inside the part that was read.
    FactorWindow inside = window;
    inside.low = window.lowInside(begin, from);
    for (int64_t p = begin; p < end; ++p) {
      std::vector<int64_t> met = metBy(window, p, size), met2 = metBy(inside, p - begin, to - from);
      for (int64_t &element : met2)
        element += from;
      ASSERT_EQ(met, met2);
    }
  }
}
