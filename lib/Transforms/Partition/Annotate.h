// Mesh and shardings that a user asks for, written onto the module.
#ifndef DET_LIB_TRANSFORMS_PARTITION_ANNOTATE_H
#define DET_LIB_TRANSFORMS_PARTITION_ANNOTATE_H

#include "det/Transforms/PartitionOptions.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace det {

/// Sets `det.mesh` of the module from the file's mesh and `options.mesh`, `det.sharding` of arguments and results from
/// `options.shards` (and, where nobody asks for anything, dim 0 of every batch argument over an axis named `data`), and
/// checks every sharding against mesh and type. Errors are emitted.
mlir::LogicalResult annotate(mlir::ModuleOp module, mlir::func::FuncOp main, const PartitionOptions &options);

} // namespace det

#endif // DET_LIB_TRANSFORMS_PARTITION_ANNOTATE_H
