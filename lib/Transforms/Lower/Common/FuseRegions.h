// Makes groups into region ops.
#ifndef DET_TRANSFORMS_LOWER_COMMON_FUSEREGIONS_H
#define DET_TRANSFORMS_LOWER_COMMON_FUSEREGIONS_H

#include "FuseGroups.h"

namespace det {

/// Replaces the groups of a block by regions and puts the block into an order in which every region comes after its inputs,
/// otherwise as it was (a region stands where its last op stood).
void buildRegions(mlir::Block &block, const FuseGraph &graph, const FuseGroups &groups);

} // namespace det

#endif // DET_TRANSFORMS_LOWER_COMMON_FUSEREGIONS_H
