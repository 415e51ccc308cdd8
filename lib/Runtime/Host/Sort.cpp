// Sorts: a row's element numbers are brought into order, by radix or by merging; then every array follows.
#include "det/Runtime/Host/Sort.h"

#include "SortBody.h"

#include <algorithm>
#include <utility>

namespace det::rt::host {

namespace {

/// Rows from here on are sorted by digits.
constexpr int64_t radixFrom = 512;
constexpr int digitBits = 11;

/// An element: its key as an unsigned integer, and its number. Sorting by both is stable.
struct Keyed {
  uint64_t key;
  uint32_t number;

  bool operator<(const Keyed &other) const { return key != other.key ? key < other.key : number < other.number; }
};

template <class T> uint64_t orderedKey(T bits, SortKey kind, bool descending) {
  const T sign = T(T(1) << (8 * sizeof(T) - 1));
  if (kind == SortKey::signedInteger || (kind == SortKey::total && !(bits & sign)))
    bits ^= sign;
  else if (kind == SortKey::total)
    bits = T(~bits);
  return descending ? T(~bits) : bits;
}

template <class T> void loadKeys(const Sort &sort, const void *keys, int64_t base, Keyed *to) {
  const T *from = static_cast<const T *>(keys) + base;
  for (int64_t i = 0; i < sort.size; ++i)
    to[i] = {orderedKey<T>(from[i * sort.inner], sort.key, sort.descending), uint32_t(i)};
}

/// Sorts by the lowest `bits` bits of the keys, lowest digit first. Gives back where the result is.
Keyed *sortDigits(Keyed *from, Keyed *to, int64_t size, int bits) {
  for (int shift = 0; shift < bits; shift += digitBits) {
    const uint64_t mask = (uint64_t(1) << std::min(digitBits, bits - shift)) - 1;
    uint32_t starts[1 << digitBits] = {};
    for (int64_t i = 0; i < size; ++i)
      ++starts[from[i].key >> shift & mask];
    if (starts[from[0].key >> shift & mask] == size) // all have this digit
      continue;
    uint32_t sum = 0;
    for (uint32_t &start : starts)
      sum += std::exchange(start, sum);
    for (int64_t i = 0; i < size; ++i)
      to[starts[from[i].key >> shift & mask]++] = from[i];
    std::swap(from, to);
  }
  return from;
}

uint32_t *sortByKey(const Sort &sort, const void *keys, int64_t base, Keyed *memory, uint32_t *order) {
  switch (sort.keyBytes) {
  case 1:
    loadKeys<uint8_t>(sort, keys, base, memory);
    break;
  case 2:
    loadKeys<uint16_t>(sort, keys, base, memory);
    break;
  case 4:
    loadKeys<uint32_t>(sort, keys, base, memory);
    break;
  default:
    loadKeys<uint64_t>(sort, keys, base, memory);
  }
  if (sort.size >= radixFrom)
    memory = sortDigits(memory, memory + sort.size, sort.size, int(8 * sort.keyBytes));
  else
    std::sort(memory, memory + sort.size);
  for (int64_t i = 0; i < sort.size; ++i)
    order[i] = memory[i].number;
  return order;
}

/// The merge sort with < on floats, which NaN makes no strict order.
template <class T> uint32_t *sortFloats(const Sort &sort, const void *keys, int64_t base, uint32_t *order, uint32_t *other) {
  const T *values = static_cast<const T *>(keys) + base;
  const auto isBefore = [&](uint32_t a, uint32_t b) {
    const T x = values[a * sort.inner], y = values[b * sort.inner];
    return sort.descending ? x > y : x < y;
  };
  for (int64_t width = 1; width < sort.size; width *= 2) {
    for (int64_t begin = 0; begin < sort.size; begin += 2 * width) {
      int64_t left = begin, middle = std::min(begin + width, sort.size), right = middle,
              end = std::min(begin + 2 * width, sort.size);
      int64_t out = begin;
      while (left < middle && right < end)
        other[out++] = isBefore(order[right], order[left]) ? order[right++] : order[left++];
      std::copy(order + right, order + end, std::copy(order + left, order + middle, other + out));
    }
    std::swap(order, other);
  }
  return order;
}

template <class T> void permute(const Sort &sort, const void *from, void *to, int64_t base, const uint32_t *order) {
  const T *source = static_cast<const T *>(from) + base;
  T *target = static_cast<T *>(to) + base;
  for (int64_t i = 0; i < sort.size; ++i)
    target[i * sort.inner] = source[int64_t(order[i]) * sort.inner];
}

void permute(int64_t bytes, const Sort &sort, const void *from, void *to, int64_t base, const uint32_t *order) {
  switch (bytes) {
  case 1:
    return permute<uint8_t>(sort, from, to, base, order);
  case 2:
    return permute<uint16_t>(sort, from, to, base, order);
  case 4:
    return permute<uint32_t>(sort, from, to, base, order);
  default:
    return permute<uint64_t>(sort, from, to, base, order);
  }
}

bool isElement(int64_t bytes) { return bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8; }

} // namespace

Status checkSort(const Sort &sort) {
  if (sort.outer < 0 || sort.inner < 0 || sort.size < 0 || sort.size > int64_t(UINT32_MAX))
    return Error{"sort: expected rows of fewer than 2^32 elements, got " + std::to_string(sort.size)};
  if (sort.elementBytes.size() > maxSorted)
    return Error{"sort: expected at most " + std::to_string(maxSorted) + " arrays, got " +
                 std::to_string(sort.elementBytes.size())};
  for (int64_t bytes : sort.elementBytes)
    if (!isElement(bytes))
      return Error{"sort: expected elements of 1, 2, 4 or 8 bytes, got " + std::to_string(bytes)};
  if (sort.key != SortKey::body && !isElement(sort.keyBytes))
    return Error{"sort: expected keys of 1, 2, 4 or 8 bytes, got " + std::to_string(sort.keyBytes)};
  if (sort.key == SortKey::less && sort.keyBytes < 4)
    return Error{"sort: expected keys of f32 or f64"};
  if (sort.key == SortKey::body && sort.body.argumentBytes.size() != 2 * sort.elementBytes.size())
    return Error{"sort: expected a comparator of two elements of each array"};
  return {};
}

size_t sortScratch(const Sort &sort) {
  const size_t orders = 2 * padded(size_t(sort.size) * sizeof(uint32_t));
  if (sort.key == SortKey::body)
    return orders + bodySortScratch(sort);
  return orders + (sort.key == SortKey::less ? 0 : 2 * padded(size_t(sort.size) * sizeof(Keyed)));
}

void runSort(const Sort &sort, const void *const *inputs, const void *keys, void *const *outputs, int64_t begin, int64_t end,
             void *scratch) {
  if (sort.size == 0)
    return;
  char *memory = static_cast<char *>(scratch);
  uint32_t *first = reinterpret_cast<uint32_t *>(memory);
  memory += padded(size_t(sort.size) * sizeof(uint32_t));
  uint32_t *second = reinterpret_cast<uint32_t *>(memory);
  memory += padded(size_t(sort.size) * sizeof(uint32_t));
  for (int64_t row = begin; row < end; ++row) {
    const int64_t base = row / sort.inner * sort.size * sort.inner + row % sort.inner;
    for (int64_t i = 0; i < sort.size; ++i)
      first[i] = uint32_t(i);
    uint32_t *order = first;
    if (sort.key == SortKey::body)
      order = sortByBody(sort, inputs, base, first, second, memory);
    else if (sort.key != SortKey::less)
      order = sortByKey(sort, keys, base, reinterpret_cast<Keyed *>(memory), first);
    else if (sort.keyBytes == 4)
      order = sortFloats<float>(sort, keys, base, first, second);
    else
      order = sortFloats<double>(sort, keys, base, first, second);
    for (size_t i = 0; i < sort.elementBytes.size(); ++i)
      permute(sort.elementBytes[i], sort, inputs[i], outputs[i], base, order);
  }
}

} // namespace det::rt::host
