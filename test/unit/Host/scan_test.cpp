// Scans against their definition: a fold inside each block, totals folded into a carry, result = init + (carry + local).
#include "Check.h"
#include "det/Runtime/Host/Scan.h"

#include <algorithm>

using namespace det::rt::host;

namespace {

template <class T> T canonical(T x) {
  if (x == x)
    return x;
  using Bits = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;
  Bits bits = Bits(~Bits(0)) >> 1;
  std::memcpy(&x, &bits, sizeof(T));
  return x;
}

template <class T> T add(T a, T b) {
  if constexpr (std::numeric_limits<T>::is_integer)
    return T(std::make_unsigned_t<T>(a) + std::make_unsigned_t<T>(b));
  else
    return a + b;
}

template <class T>
void check1(check::Random &random, Element type, int64_t outer, int64_t size, int64_t inner, int64_t block, bool reverse) {
  std::vector<T> x = check::values<T>(random, outer * size * inner, size < 100), expected(x.size()), result(x.size());
  T init = check::value<T>(random, false);
  Scan scan{JoinOp::add, type, outer, size, inner, block, reverse};
  check::that(bool(checkScan(scan)), "a scan is refused");
  for (int64_t o = 0; o < outer; ++o)
    for (int64_t k = 0; k < inner; ++k) {
      int64_t blocks = (size + block - 1) / block;
      T carry{};
      for (int64_t b = 0; b < blocks; ++b) {
        int64_t begin = (reverse ? blocks - 1 - b : b) * block, end = std::min(begin + block, size);
        T local{};
        for (int64_t i = 0; i < end - begin; ++i) {
          int64_t at = (o * size + (reverse ? end - 1 - i : begin + i)) * inner + k;
          local = i ? add(local, x[at]) : x[at];
          T sum = add(init, b ? add(carry, local) : local);
          if constexpr (!std::numeric_limits<T>::is_integer)
            sum = canonical(sum);
          expected[at] = sum;
        }
        carry = b ? add(carry, local) : local;
      }
    }
  std::vector<std::byte> scratch(scanScratch(scan));
  int64_t cut = scan.units() / 2; // two members of a team
  runScan(scan, x.data(), &init, result.data(), cut, scan.units(), scratch.data());
  runScan(scan, x.data(), &init, result.data(), 0, cut, scratch.data());
  const std::string what = std::to_string(outer) + "x" + std::to_string(size) + "x" + std::to_string(inner) + " block " +
                           std::to_string(block) + (reverse ? " reverse" : "") + " of " + std::to_string(sizeof(T));
  check::that(check::difference(result, expected) < 0, what);
  runScan(scan, x.data(), &init, x.data(), 0, scan.units(), scratch.data());
  check::that(check::difference(x, expected) < 0, "in place, " + what);
}

} // namespace

int main() {
  check::Random random{12};
  for (int64_t size : {0, 1, 2, 63, 64, 65, 130, 1000, 5000})
    for (int64_t inner : {1, 2, 300})
      for (int64_t block : {1, 64, 512})
        for (bool reverse : {false, true}) {
          if (inner == 300 && size > 1000)
            continue;
          check1<float>(random, Element::f32, 2, size, inner, block, reverse);
          check1<double>(random, Element::f64, 3, size, inner, block, reverse);
          check1<int8_t>(random, Element::i8, 2, size, inner, block, reverse);
          check1<int64_t>(random, Element::i64, 2, size, inner, block, reverse);
        }
  check::that(!checkScan({JoinOp::add, Element::f32, 1, 1, 1, 0, false}), "a block of 0 is accepted");
  return check::report("scan");
}
