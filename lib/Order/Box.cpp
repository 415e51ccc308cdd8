// Boxes of logical indices.
#include "det/Order/Box.h"

#include <algorithm>
#include <bit>

namespace det::order {

int64_t pow2(int64_t x) { return static_cast<int64_t>(std::bit_floor(static_cast<uint64_t>(std::max<int64_t>(x, 1)))); }

Box wholeBox(std::span<const int64_t> sizes) {
  Box box;
  for (int64_t n : sizes)
    box.push_back({0, n});
  return box;
}

bool isEmpty(const Box &box) {
  return std::any_of(box.begin(), box.end(), [](Range r) { return r.size() == 0; });
}

int64_t volume(const Box &box) {
  int64_t n = 1;
  for (Range r : box)
    n *= r.size();
  return n;
}

Box overlap(const Box &a, const Box &b) {
  Box common;
  for (size_t d = 0; d < a.size(); ++d) {
    int64_t begin = std::max(a[d].begin, b[d].begin);
    common.push_back({begin, std::max(begin, std::min(a[d].end, b[d].end))});
  }
  return common;
}

bool contains(const Box &outer, const Box &inner) {
  for (size_t d = 0; d < inner.size(); ++d)
    if (inner[d].begin < outer[d].begin || inner[d].end > outer[d].end)
      return false;
  return true;
}

Box within(const Box &box, int64_t dim, int64_t begin, int64_t end) {
  Box part = box;
  Range &r = part[dim];
  r.begin = std::max(r.begin, begin);
  r.end = std::max(r.begin, std::min(r.end, end));
  return part;
}

Range blocksOf(const Box &box, int64_t dim, int64_t block) { return {box[dim].begin / block, ceilDiv(box[dim].end, block)}; }

std::string toString(const Box &box) {
  std::string text = "[";
  for (size_t d = 0; d < box.size(); ++d)
    text += (d ? ", " : "") + std::to_string(box[d].begin) + ":" + std::to_string(box[d].end);
  return text + "]";
}

} // namespace det::order
