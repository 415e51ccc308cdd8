// The merge sort with a generated comparator: the merges of a round advance side by side, so that a call compares many pairs.
#include "SortBody.h"

#include <algorithm>
#include <cstring>

namespace det::rt::host {

namespace {

/// Merges that advance together.
constexpr int64_t mostMerges = 256;

/// Two neighbouring runs: what is left of both, and where the merged run goes on.
struct Merge {
  int64_t left, middle, right, end, out;
};

template <class T>
void gather(const void *from, int64_t base, int64_t stride, const uint32_t *order, const int64_t *at, int64_t count, void *to) {
  for (int64_t i = 0; i < count; ++i)
    static_cast<T *>(to)[i] = static_cast<const T *>(from)[base + int64_t(order[at[i]]) * stride];
}

void gather(int64_t bytes, const void *from, int64_t base, int64_t stride, const uint32_t *order, const int64_t *at,
            int64_t count, void *to) {
  switch (bytes) {
  case 1:
    return gather<uint8_t>(from, base, stride, order, at, count, to);
  case 2:
    return gather<uint16_t>(from, base, stride, order, at, count, to);
  case 4:
    return gather<uint32_t>(from, base, stride, order, at, count, to);
  default:
    return gather<uint64_t>(from, base, stride, order, at, count, to);
  }
}

/// Advances merges until all are done.
class Merger {
public:
  Merger(const Sort &sort, const void *const *inputs, int64_t base, void *scratch) : sort(sort), inputs(inputs), base(base) {
    char *memory = static_cast<char *>(scratch);
    bodyScratch = memory;
    memory += padded(sort.body.scratch);
    for (int64_t bytes : sort.elementBytes)
      for (int side = 0; side < 2; ++side) {
        *next++ = memory;
        memory += padded(size_t(mostMerges * bytes));
      }
    *next++ = before;
  }

  void run(Merge *merges, int64_t count, const uint32_t *from, uint32_t *to) {
    while (count > 0) {
      for (int64_t i = 0; i < count; ++i) {
        rights[i] = merges[i].right;
        lefts[i] = merges[i].left;
      }
      for (size_t i = 0; i < sort.elementBytes.size(); ++i) {
        gather(sort.elementBytes[i], inputs[i], base, sort.inner, from, rights, count, buffers[2 * i]);
        gather(sort.elementBytes[i], inputs[i], base, sort.inner, from, lefts, count, buffers[2 * i + 1]);
      }
      sort.body.run(buffers, count, bodyScratch);
      int64_t kept = 0;
      for (int64_t i = 0; i < count; ++i) {
        Merge &merge = merges[i];
        to[merge.out++] = from[before[i] ? merge.right++ : merge.left++];
        if (merge.left < merge.middle && merge.right < merge.end) {
          merges[kept++] = merge;
          continue;
        }
        uint32_t *rest = std::copy(from + merge.left, from + merge.middle, to + merge.out);
        std::copy(from + merge.right, from + merge.end, rest);
      }
      count = kept;
    }
  }

private:
  const Sort &sort;
  const void *const *inputs;
  const int64_t base;
  void *bodyScratch;
  void *buffers[2 * maxSorted + 1];
  void **next = buffers;
  uint8_t before[mostMerges];
  int64_t lefts[mostMerges], rights[mostMerges];
};

} // namespace

size_t bodySortScratch(const Sort &sort) {
  size_t bytes = padded(sort.body.scratch);
  for (int64_t element : sort.elementBytes)
    bytes += 2 * padded(size_t(mostMerges * element));
  return bytes;
}

uint32_t *sortByBody(const Sort &sort, const void *const *inputs, int64_t base, uint32_t *order, uint32_t *other, void *scratch) {
  Merger merger(sort, inputs, base, scratch);
  Merge merges[mostMerges];
  for (int64_t width = 1; width < sort.size; width *= 2) {
    int64_t begin = 0;
    while (begin + width < sort.size) {
      int64_t count = 0;
      for (; count < mostMerges && begin + width < sort.size; begin += 2 * width)
        merges[count++] = {begin, begin + width, begin + width, std::min(begin + 2 * width, sort.size), begin};
      merger.run(merges, count, order, other);
    }
    if (begin < sort.size) // a run without a neighbour
      std::copy(order + begin, order + sort.size, other + begin);
    std::swap(order, other);
  }
  return order;
}

} // namespace det::rt::host
