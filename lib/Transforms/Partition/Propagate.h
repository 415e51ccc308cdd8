// Propagation of shardings over factors (partition.md section 2).
#ifndef DET_LIB_TRANSFORMS_PARTITION_PROPAGATE_H
#define DET_LIB_TRANSFORMS_PARTITION_PROPAGATE_H

#include "Axes.h"
#include "Graph.h"

namespace det {

/// The axes that every dim of every value should be cut by: those that users ask for, and what follows from them through
/// the graph, forward and backward. A hint: ops choose by cost (Choose.h), and what they need is exchanged.
struct Shardings {
  std::vector<AxisList> axes; ///< per dim (Graph::dimId)
  std::vector<bool> closed;   ///< per dim: a user fixed it
};

/// Propagates to a fixed point. Where two shardings meet, users' come first, then those that come from tensors at least as
/// large (so a parameter's sharding does not spread over activations), then those of earlier ops.
Shardings propagate(const Graph &graph, const Axes &axes);

/// Every axis that an annotation in the graph names.
llvm::SmallVector<AxisRefAttr> usedAxes(mlir::func::FuncOp main);

} // namespace det

#endif // DET_LIB_TRANSFORMS_PARTITION_PROPAGATE_H
