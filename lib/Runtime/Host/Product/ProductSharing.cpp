// Work sharing and scratch layout of a product.
#include "ProductSharing.h"

#include <algorithm>

namespace det::rt::host {

namespace {

constexpr int64_t line = 64;
int64_t align(int64_t bytes) { return (bytes + line - 1) / line * line; }
int64_t ceilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

// Below this many multiply-adds (a few microseconds) a barrier costs more than a second member saves.
constexpr int64_t worthSharing = 48 * 1024;

} // namespace

Sharing shareProduct(const PreparedProduct::Tables &t, int teamSize) {
  Sharing s{Sharing::rows, 1, 1, 1, 1};
  const int64_t work = t.batches * std::max(t.side, int64_t(1)) * t.m * t.n * std::max(t.k, int64_t(1));
  if (teamSize == 1 || work < worthSharing)
    s.kind = Sharing::alone;
  else if (t.batches >= 2 * teamSize)
    s.kind = Sharing::batches;
  const int64_t members = s.kind == Sharing::rows ? teamSize : 1;
  const int64_t tiles = ceilDiv(t.m, t.tiling.mr), panels = ceilDiv(std::min(t.tiling.nc, t.n), t.tiling.nr);
  s.rowTasks = ceilDiv(t.m, t.tiling.mc);
  s.rowTasks = std::min(ceilDiv(s.rowTasks, members) * members, tiles);
  while (s.rowTasks * s.columnTasks < members && s.columnTasks < panels)
    ++s.columnTasks;
  s.panelsPerTask = ceilDiv(panels, s.columnTasks);
  s.columnTasks = ceilDiv(panels, s.panelsPerTask);
  s.tilesPerTask = ceilDiv(tiles, s.rowTasks);
  return s;
}

Layout layOutProduct(const PreparedProduct::Tables &t, const Sharing &s) {
  const int64_t bytes = sizeOf(t.type);
  const int64_t entry = align(int64_t(t.tiling.mr) * t.tiling.nr * bytes);
  int64_t deepest = 0;
  for (size_t i = 0; i + 1 < t.kAt.size(); ++i)
    deepest = std::max(deepest, t.kAt[i + 1] - t.kAt[i]);
  Layout l;
  const int64_t panels = ceilDiv(std::min(t.tiling.nc, t.n), t.tiling.nr), tiles = ceilDiv(t.m, t.tiling.mr);
  l.b = t.allDirectB ? 0 : align(panels * t.tiling.nr * deepest * bytes);
  l.a = align(s.tilesPerTask * (t.tiling.mr * deepest + packedTilePadding) * bytes);
  l.stack = t.depth * entry;
  l.tile = entry;
  l.saves = t.saved * panels * tiles * entry;
  l.ownShared = s.kind == Sharing::batches;
  l.own = l.a + l.stack + l.tile + (l.ownShared ? l.b + l.saves : 0);
  return l;
}

} // namespace det::rt::host
