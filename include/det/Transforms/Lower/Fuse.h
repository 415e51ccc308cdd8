// det-fuse: groups ops into regions that one kernel computes.
#ifndef DET_TRANSFORMS_LOWER_FUSE_H
#define DET_TRANSFORMS_LOWER_FUSE_H

#include "mlir/Pass/Pass.h"

#include <memory>

namespace det {

/// The pass `det-fuse`, on func.func. Afterwards every elementwise op, every `det.reduce`, and every `iota` and splat that must
/// exist in memory is inside a `det.region` (IsolatedFromAbove; its `layouts` are those of its results). What stays outside:
/// products, gathers, scatters, exchanges, joins, and pure data movement (slices, transposes, broadcasts, reshapes,
/// concatenations). A region is one of
///   - elementwise and rows: ops over one iteration space and its rows, with reductions over the innermost dim;
///   - one reduction over other dims, or over a split dim (its result is then partial), with elementwise producers: the reduction
///   is the only result.
/// The value of every op is unchanged: nothing is rewritten, cheap ops may be computed in several regions.
std::unique_ptr<mlir::Pass> createFusePass();

/// Registers `det-fuse` with the global pass registry.
void registerFusePass();

} // namespace det

#endif // DET_TRANSFORMS_LOWER_FUSE_H
