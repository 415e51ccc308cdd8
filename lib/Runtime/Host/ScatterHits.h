// The updates of a scatter that hit, one after the other.
#ifndef DET_LIB_RUNTIME_HOST_SCATTERHITS_H
#define DET_LIB_RUNTIME_HOST_SCATTERHITS_H

#include "IndexValue.h"
#include "Shapes.h"
#include "det/Runtime/Host/Scatter.h"

#include <bit>

namespace det::rt::host {

/// Calls visit(row, key, update) for all updates of the node that hit the operand, in ascending order.
template <class Visit> void forEachHit(const PreparedScatter &s, const ScatterNode &node, const void *indices, Visit &&visit) {
  if (s.items == 0)
    return;
  const int64_t dims = static_cast<int64_t>(s.positions.size());
  int64_t low[maxRank], high[maxRank], at[maxRank], firstBlock[maxRank], width[maxRank];
  for (int64_t d = 0, scatterDim = 0; d < dims; ++d) {
    const PreparedScatter::Position &p = s.positions[d];
    low[d] = 0;
    high[d] = p.size;
    firstBlock[d] = width[d] = 0;
    if (p.scatter) {
      const int64_t start = node.start[scatterDim], end = node.end[scatterDim];
      ++scatterDim;
      low[d] = std::max(start - p.start, int64_t(0));
      high[d] = std::min(end - p.start, p.size);
      if (p.block > 0 && end > start) {
        firstBlock[d] = start / p.block;
        width[d] = std::bit_width(static_cast<uint64_t>((end - 1) / p.block - firstBlock[d]));
      }
    }
    if (low[d] >= high[d])
      return;
    at[d] = low[d];
  }

  // The common case without the odometers: one list of updates, one index each.
  if (!s.windowed && dims == 1 && s.components.size() == 1) {
    const PreparedScatter::Position &p = s.positions[0];
    const PreparedScatter::Component &c = s.components[0];
    const int64_t least = std::max(c.start, int64_t(0)), most = std::min(c.whole, c.start + c.local);
    uint64_t key = width[0] > 0 ? static_cast<uint64_t>((low[0] + p.start) / p.block - firstBlock[0]) : 0;
    int64_t inBlock = width[0] > 0 ? (low[0] + p.start) % p.block : 0;
    for (int64_t i = low[0]; i < high[0]; ++i) {
      const int64_t target = indexValue(s.index, indices, i * p.indices);
      if (target >= least && target < most)
        visit(i * p.row + (target - c.start) * c.row, key, i * p.updates);
      if (width[0] > 0 && ++inBlock == p.block) {
        inBlock = 0;
        ++key;
      }
    }
    return;
  }

  int64_t start[maxRank], windowAt[maxRank] = {};
  for (;;) {
    int64_t update = 0, index = 0, row = 0;
    uint64_t key = 0;
    for (int64_t d = 0; d < dims; ++d) {
      const PreparedScatter::Position &p = s.positions[d];
      update += at[d] * p.updates;
      index += at[d] * p.indices;
      row += at[d] * p.row;
      if (width[d] > 0)
        key = key << width[d] | static_cast<uint64_t>((at[d] + p.start) / p.block - firstBlock[d]);
    }
    for (size_t i = 0; i < s.components.size(); ++i)
      start[i] = indexValue(s.index, indices, index + static_cast<int64_t>(i) * s.componentStride);
    const auto inside = [&](size_t i, int64_t whole) {
      const PreparedScatter::Component &c = s.components[i];
      return whole >= 0 && whole < c.whole && whole >= c.start && whole < c.start + c.local;
    };

    if (!s.windowed) {
      bool hit = true;
      for (size_t i = 0; i < s.components.size(); ++i)
        if ((hit = hit && inside(i, start[i])))
          row += (start[i] - s.components[i].start) * s.components[i].row;
      if (hit)
        visit(row, key, update);
    } else {
      const int64_t windowDims = static_cast<int64_t>(s.window.size());
      for (int64_t w = 0; w >= 0;) {
        int64_t element = row, from = update;
        bool hit = true;
        for (int64_t i = 0; i < windowDims; ++i) {
          from += windowAt[i] * s.window[i].updates;
          if (s.window[i].component < 0)
            element += windowAt[i] * s.window[i].operand;
        }
        for (size_t i = 0; i < s.components.size() && hit; ++i) {
          int64_t whole = start[i];
          for (int64_t j = 0; j < windowDims; ++j)
            if (s.window[j].component == static_cast<int64_t>(i) && whole <= INT64_MAX - windowAt[j])
              whole += windowAt[j];
          hit = inside(i, whole);
          element += hit ? (whole - s.components[i].start) * s.components[i].row : 0;
        }
        if (hit)
          visit(element, key, from);
        for (w = windowDims; w-- > 0;) {
          if (++windowAt[w] < s.window[w].size)
            break;
          windowAt[w] = 0;
        }
      }
    }
    int64_t d = dims;
    for (; d-- > 0;) {
      if (++at[d] < high[d])
        break;
      at[d] = low[d];
    }
    if (d < 0)
      return;
  }
}

} // namespace det::rt::host

#endif // DET_LIB_RUNTIME_HOST_SCATTERHITS_H
