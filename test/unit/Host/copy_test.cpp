// Box copies: every element lands where the strides say and nothing else is touched, in any cut of the work.
#include "Check.h"

#include "det/Runtime/Host/Copy.h"

#include <algorithm>
#include <cstdlib>

using namespace det::rt::host;
using check::Random;

namespace {

template <class T> void compare(Random &random) {
  std::vector<CopyDim> dims;
  const int64_t rank = random.below(6);
  const int64_t most = rank <= 2 ? 150 : rank == 3 ? 25 : 7;
  for (int64_t d = 0; d < rank; ++d)
    dims.push_back({random.below(30) == 0 ? random.below(2) : random.between(1, most), 0, 0});
  int64_t fromOrigin = 0, toOrigin = 0, fromSpan = 1, toSpan = 1;
  const auto layOut = [&](int64_t CopyDim::*stride, int64_t &span, int64_t &origin, bool source) {
    std::vector<int64_t> order;
    for (int64_t d = 0; d < rank; ++d)
      order.push_back(d);
    if (random.below(3) > 0)
      for (int64_t i = rank; i > 1; --i)
        std::swap(order[i - 1], order[random.below(i)]);
    for (int64_t i = rank; i-- > 0;) {
      CopyDim &dim = dims[order[i]];
      dim.*stride = span;
      if (source && random.below(10) == 0) {
        dim.*stride = 0;
        continue;
      }
      if (random.below(10) == 0) { // walked backwards
        dim.*stride = -span;
        origin += span * std::max(dim.size - 1, int64_t(0));
      }
      span *= std::max(dim.size, int64_t(1));
      span += random.below(8) == 0 ? random.below(4) : 0;
    }
  };
  layOut(&CopyDim::from, fromSpan, fromOrigin, true);
  layOut(&CopyDim::to, toSpan, toOrigin, false);
  std::vector<T> from(static_cast<size_t>(fromSpan)), expected(static_cast<size_t>(toSpan));
  for (auto *array : {&from, &expected})
    for (T &x : *array)
      x = static_cast<T>(random.next());
  std::vector<T> out = expected;
  int64_t total = 1;
  for (const CopyDim &dim : dims)
    total *= dim.size;
  for (int64_t i = 0; i < total; ++i) {
    int64_t rest = i, source = fromOrigin, target = toOrigin;
    for (int64_t d = rank; d-- > 0;) {
      source += rest % dims[d].size * dims[d].from;
      target += rest % dims[d].size * dims[d].to;
      rest /= dims[d].size;
    }
    expected[target] = from[source];
  }
  const auto copy = prepareCopy(dims, sizeof(T));
  check::that(bool(copy), "prepare");
  for (int64_t begin = 0; begin < copy->units;) {
    const int64_t end = random.between(begin + 1, copy->units);
    runCopy(*copy, from.data() + fromOrigin, out.data() + toOrigin, begin, end);
    begin = end;
  }
  std::string text;
  for (const CopyDim &dim : dims)
    text += std::to_string(dim.size) + ":" + std::to_string(dim.from) + ">" + std::to_string(dim.to) + " ";
  check::that(check::difference(expected, out) < 0, std::to_string(sizeof(T)) + " bytes, " + text);
}

} // namespace

int main(int argc, char **argv) {
  Random random{7};
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 1500;
  for (int round = 0; round < rounds; ++round) {
    compare<uint8_t>(random);
    compare<uint16_t>(random);
    compare<uint32_t>(random);
    compare<uint64_t>(random);
  }
  check::that(!prepareCopy({{4, 1, 1}}, 3), "three-byte elements are refused");
  check::that(!prepareCopy({{-1, 1, 1}}, 4), "negative extents are refused");
  return check::report("copy");
}
