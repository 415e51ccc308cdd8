// Which row each update of a node goes to, and its place in the tree (Host/ScatterHits.h): items are positions of the updates,
// row-major, and where windows overlap in part the elements of their windows.
#include "Walk.h"

using namespace det::device;
using namespace det::rt::cuda;

DET_KERNEL det_scatter_keys(ScatterKeysRecord r) {
  const uint32_t item = block() * scatterKeyThreads + thread();
  if (item >= r.count)
    return;
  uint32_t rest = item;
  int64_t update = 0, index = 0, row = 0;
  uint64_t key = 0;
  bool hit = true;
  const auto add = [&](uint32_t i, int64_t target) DET_INLINED {
    const ScatterComponent &c = r.component[i];
    hit = hit && target >= 0 && target < c.whole && target >= c.start && target < c.start + c.local;
    row += (target - c.start) * c.row;
  };
  uint32_t windowPart = 0; // the item's number in its window
  if (r.windows > 0) {
    for (uint32_t d = 0; d < r.windows; ++d) {
      const ScatterWindow &w = r.window[d];
      const uint32_t next = divide(rest, w.by), at = rest - next * w.size;
      update += static_cast<int64_t>(at) * w.updates;
      row += w.component < 0 ? static_cast<int64_t>(at) * w.row : 0;
      rest = next;
    }
    windowPart = item;
  }
  for (uint32_t d = 0; d < r.positions; ++d) {
    const ScatterPosition &p = r.position[d];
    const uint32_t next = divide(rest, p.by);
    const int64_t at = static_cast<int64_t>(rest - next * p.size) + p.low;
    update += at * p.updates;
    index += at * p.indices;
    row += at * p.row;
    if (p.block > 0)
      key |= (static_cast<uint64_t>(at + p.start) / static_cast<uint64_t>(p.block) - static_cast<uint64_t>(p.firstBlock))
             << p.shift;
    rest = next;
  }
  for (uint32_t i = 0; i < r.components; ++i) {
    int64_t target = indexValue(r.index, r.indices, index + i * r.componentStride);
    uint32_t left = windowPart;
    for (uint32_t d = 0; d < r.windows; ++d) {
      const ScatterWindow &w = r.window[d];
      const uint32_t next = divide(left, w.by);
      const int64_t at = left - next * w.size;
      if (w.component == static_cast<int32_t>(i) && target <= INT64_MAX - at)
        target += at;
      left = next;
    }
    add(i, target);
  }
  global<uint32_t>(r.keys)[item] = hit ? static_cast<uint32_t>(row) : r.rows;
  const auto hits = global<ScatterHit>(r.hits);
  hits[item].key = key;
  hits[item].update = update;
}
