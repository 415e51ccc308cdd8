// Reads placements off a partitioned graph.
#ifndef DET_LIB_TRANSFORMS_PARTITION_PLACEMENTS_H
#define DET_LIB_TRANSFORMS_PARTITION_PLACEMENTS_H

#include "Graph.h"

namespace det {

/// The layout of a value of a partitioned `main`; null if it has none.
LayoutAttr placementOf(mlir::func::FuncOp main, mlir::Value value);

/// The layouts of an op's results; empty if it has none.
llvm::SmallVector<LayoutAttr, 1> placementsOf(mlir::Operation *op);

/// An op with its factors, as Graph::read makes it.
OpNode readNode(PartitionableOpInterface op);

} // namespace det

#endif // DET_LIB_TRANSFORMS_PARTITION_PLACEMENTS_H
