// Sorts against the merge sort that Sort.h documents, evaluated literally: every key kind and element size, bodies that are no
// strict order, rows along any dim, odd sizes.
#include "Check.h"
#include "det/Runtime/Host/Sort.h"

#include <algorithm>
#include <functional>

using namespace det::rt::host;

namespace {

std::vector<uint32_t> literal(int64_t size, const std::function<bool(uint32_t, uint32_t)> &before) {
  std::vector<uint32_t> order(size), next(size);
  for (int64_t i = 0; i < size; ++i)
    order[i] = uint32_t(i);
  for (int64_t width = 1; width < size; width *= 2) {
    for (int64_t begin = 0; begin < size; begin += 2 * width) {
      int64_t l = begin, m = std::min(begin + width, size), r = m, e = std::min(begin + 2 * width, size);
      for (int64_t out = begin; out < e; ++out) {
        bool right = l == m || (r < e && before(order[r], order[l]));
        next[out] = right ? order[r++] : order[l++];
      }
    }
    order = next;
  }
  return order;
}

template <class T> bool totalLess(T a, T b) {
  using Bits = std::conditional_t<sizeof(T) == 4, int32_t, int64_t>;
  Bits x, y;
  std::memcpy(&x, &a, sizeof(T));
  std::memcpy(&y, &b, sizeof(T));
  x ^= x < 0 ? std::numeric_limits<Bits>::max() : 0;
  y ^= y < 0 ? std::numeric_limits<Bits>::max() : 0;
  return x < y;
}

template <class T>
void checkKeys(check::Random &random, SortKey key, int64_t outer, int64_t size, int64_t inner, bool descending, bool few) {
  std::vector<T> keys = check::values<T>(random, outer * size * inner, true);
  if (few)
    for (T &x : keys)
      x = T(int64_t(random.below(7)) - 3);
  std::vector<uint16_t> second(keys.size());
  for (size_t i = 0; i < second.size(); ++i)
    second[i] = uint16_t(i);
  Sort sort;
  sort.elementBytes = {sizeof(T), 2};
  sort.outer = outer;
  sort.size = size;
  sort.inner = inner;
  sort.key = key;
  sort.keyBytes = sizeof(T);
  sort.descending = descending;
  check::that(bool(checkSort(sort)), "a sort is refused");
  std::vector<T> sorted(keys.size()), expected = sorted;
  std::vector<uint16_t> places(second.size()), expectedPlaces = places;
  std::vector<std::byte> scratch(sortScratch(sort));
  const void *inputs[] = {keys.data(), second.data()};
  void *outputs[] = {sorted.data(), places.data()};
  int64_t cut = sort.rows() / 2; // two members of a team
  runSort(sort, inputs, keys.data(), outputs, 0, cut, scratch.data());
  runSort(sort, inputs, keys.data(), outputs, cut, sort.rows(), scratch.data());
  for (int64_t o = 0; o < outer; ++o)
    for (int64_t k = 0; k < inner; ++k) {
      const auto at = [&](uint32_t i) { return (o * size + i) * inner + k; };
      std::vector<uint32_t> order = literal(size, [&](uint32_t a, uint32_t b) {
        T x = keys[at(a)], y = keys[at(b)];
        if (descending)
          std::swap(x, y);
        if constexpr (!std::numeric_limits<T>::is_integer)
          if (key == SortKey::total)
            return totalLess(x, y);
        return x < y;
      });
      for (int64_t i = 0; i < size; ++i) {
        expected[at(uint32_t(i))] = keys[at(order[i])];
        expectedPlaces[at(uint32_t(i))] = second[at(order[i])];
      }
    }
  const std::string what = std::to_string(outer) + "x" + std::to_string(size) + "x" + std::to_string(inner) + " key " +
                           std::to_string(int(key)) + " of " + std::to_string(sizeof(T));
  check::that(check::difference(sorted, expected) < 0, "sorted values, " + what);
  check::that(check::difference(places, expectedPlaces) < 0, "places, " + what);
}

/// Comparators: <, and two that are no strict order.
template <int kind> void compare(void *const *buffers, const int64_t *, int64_t begin, int64_t end, void *) {
  const auto *left = static_cast<const float *>(buffers[0]), *right = static_cast<const float *>(buffers[1]);
  const auto *leftPlace = static_cast<const int16_t *>(buffers[2]), *rightPlace = static_cast<const int16_t *>(buffers[3]);
  auto *out = static_cast<uint8_t *>(buffers[4]);
  for (int64_t i = begin; i < end; ++i)
    out[i] = kind == 0 ? left[i] < right[i] : kind == 1 ? left[i] <= right[i] : (leftPlace[i] * 7 + rightPlace[i] * 5) % 3 == 0;
}

template <int kind> void checkBody(check::Random &random, int64_t outer, int64_t size, int64_t inner) {
  std::vector<float> keys = check::values<float>(random, outer * size * inner, true);
  std::vector<int16_t> second(keys.size());
  for (size_t i = 0; i < second.size(); ++i)
    second[i] = int16_t(i % 101);
  Sort sort;
  sort.elementBytes = {4, 2};
  sort.outer = outer;
  sort.size = size;
  sort.inner = inner;
  sort.body = {compare<kind>, {}, {4, 4, 2, 2}, {1}, 0};
  check::that(bool(checkSort(sort)), "a sort is refused");
  std::vector<float> sorted(keys.size()), expected = sorted;
  std::vector<int16_t> places(second.size()), expectedPlaces = places;
  std::vector<std::byte> scratch(sortScratch(sort));
  const void *inputs[] = {keys.data(), second.data()};
  void *outputs[] = {sorted.data(), places.data()};
  runSort(sort, inputs, nullptr, outputs, 0, sort.rows(), scratch.data());
  for (int64_t row = 0; row < sort.rows(); ++row) {
    const auto at = [&](uint32_t i) { return (row / inner * size + i) * inner + row % inner; };
    std::vector<uint32_t> order = literal(size, [&](uint32_t a, uint32_t b) {
      float x = keys[at(a)], y = keys[at(b)];
      int16_t p = second[at(a)], q = second[at(b)];
      uint8_t result;
      void *buffers[] = {&x, &y, &p, &q, &result};
      compare<kind>(buffers, nullptr, 0, 1, nullptr);
      return result != 0;
    });
    for (int64_t i = 0; i < size; ++i) {
      expected[at(uint32_t(i))] = keys[at(order[i])];
      expectedPlaces[at(uint32_t(i))] = second[at(order[i])];
    }
  }
  check::that(check::difference(sorted, expected) < 0, "body, values " + std::to_string(size));
  check::that(check::difference(places, expectedPlaces) < 0, "body, places " + std::to_string(size));
}

} // namespace

int main() {
  check::Random random{11};
  for (int64_t size : {0, 1, 2, 3, 7, 64, 100, 511, 512, 2500})
    for (int64_t inner : {1, 3})
      for (bool descending : {false, true})
        for (bool few : {false, true}) {
          int64_t outer = size > 500 ? 2 : 5;
          checkKeys<int8_t>(random, SortKey::signedInteger, outer, size, inner, descending, few);
          checkKeys<uint16_t>(random, SortKey::unsignedInteger, outer, size, inner, descending, few);
          checkKeys<int32_t>(random, SortKey::signedInteger, outer, size, inner, descending, few);
          checkKeys<uint64_t>(random, SortKey::unsignedInteger, outer, size, inner, descending, few);
          checkKeys<float>(random, SortKey::total, outer, size, inner, descending, few);
          checkKeys<double>(random, SortKey::total, outer, size, inner, descending, few);
          checkKeys<float>(random, SortKey::less, outer, size, inner, descending, few);
          checkKeys<double>(random, SortKey::less, outer, size, inner, descending, few);
        }
  for (int64_t size : {0, 1, 2, 5, 33, 600, 1500})
    for (int64_t inner : {1, 2}) {
      checkBody<0>(random, 2, size, inner);
      checkBody<1>(random, 2, size, inner);
      checkBody<2>(random, 2, size, inner);
    }
  return check::report("sort");
}
