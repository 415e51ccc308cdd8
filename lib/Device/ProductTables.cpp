// The tables of a product: offsets of its walks, and its steps.
#include "det/Device/ProductShape.h"

#include <algorithm>

namespace det::device {

using rt::host::Axis, rt::host::InnerPart;

std::vector<int64_t> walkOffsets(const std::vector<Axis> &axes, int64_t Axis::*stride) {
  std::vector<int64_t> offsets{0};
  for (const Axis &axis : axes) {
    std::vector<int64_t> longer;
    longer.reserve(offsets.size() * static_cast<size_t>(axis.size));
    for (int64_t offset : offsets)
      for (int64_t i = 0; i < axis.size; ++i)
        longer.push_back(offset + i * (axis.*stride));
    offsets = std::move(longer);
  }
  return offsets;
}

std::vector<int64_t> walkInner(const std::vector<InnerPart> &inner, int64_t Axis::*stride, int64_t InnerPart::*start) {
  std::vector<int64_t> offsets;
  for (const InnerPart &part : inner)
    for (int64_t offset : walkOffsets(part.axes, stride))
      offsets.push_back(part.*start + offset);
  return offsets;
}

ProductSteps stepsOf(const rt::host::Product &product, const std::vector<ProductSegment> &segments, uint32_t depth) {
  ProductSteps made;
  uint32_t k = 0;
  for (const ProductSegment &segment : segments) {
    made.segments.push_back(static_cast<uint32_t>(made.steps.size()));
    for (int64_t leaf = segment.first; leaf < segment.end; ++leaf)
      for (uint32_t left = static_cast<uint32_t>(product.leaves[leaf]); left > 0;) {
        const uint32_t count = std::min(left, depth);
        left -= count;
        const int pops = leaf + 1 == segment.end ? segment.lastPops : product.pops[leaf];
        made.steps.push_back(
            {k, static_cast<uint8_t>(count), static_cast<uint8_t>(left == 0), static_cast<uint8_t>(left == 0 ? pops : 0), 0});
        k += count;
      }
  }
  made.segments.push_back(static_cast<uint32_t>(made.steps.size()));
  return made;
}

} // namespace det::device
