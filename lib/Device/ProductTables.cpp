// The steps of a product as a table.
#include "det/Device/ProductShape.h"

#include <algorithm>

namespace det::device {

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
