// How a team of some size shares a product, and where things lie in its scratch.
#ifndef DET_LIB_RUNTIME_HOST_PRODUCT_PRODUCTSHARING_H
#define DET_LIB_RUNTIME_HOST_PRODUCT_PRODUCTSHARING_H

#include "ProductTables.h"

namespace det::rt::host {

/// Elements between packed tiles of A: packing writes up to one vector past the end of a tile.
inline constexpr int64_t packedTilePadding = 16;

/// Tasks of one block of columns: groups of row tiles times groups of panels.
struct Sharing {
  enum Kind { alone, batches, rows } kind; ///< one member does all; members take batches; members take tasks
  int64_t rowTasks, columnTasks;
  int64_t panelsPerTask;
  int64_t tilesPerTask; ///< the most
};

Sharing shareProduct(const PreparedProduct::Tables &t, int teamSize);

/// Sizes in bytes. Scratch holds what the team shares, a block of B and the save areas of all tiles of a block of
/// columns (each member has these for itself where members take batches), then the members' parts.
struct Layout {
  int64_t b, saves;
  int64_t a, stack, tile;
  int64_t own; ///< of one member
  bool ownShared;
};

Layout layOutProduct(const PreparedProduct::Tables &t, const Sharing &sharing);

} // namespace det::rt::host

#endif // DET_LIB_RUNTIME_HOST_PRODUCT_PRODUCTSHARING_H
