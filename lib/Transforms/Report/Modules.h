// Which part of a model an op works for.
#ifndef DET_LIB_TRANSFORMS_REPORT_MODULES_H
#define DET_LIB_TRANSFORMS_REPORT_MODULES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"
#include <string>

namespace det {

/// The module of every op that has one, as a path with dots: `h0.qkv`. Locations rarely say it, the names of the state do: an op
/// works for the module whose parameter (or optimizer state) it reads; if it reads none, for that of the ops that read its results; if
/// they have none in common, for that of its operands. Several modules make what their paths have in common. Scalars, which many read, only
/// follow their operands, all of them. A guide for
/// readers, nothing else depends on it.
llvm::DenseMap<mlir::Operation *, std::string> modulesOf(mlir::func::FuncOp main);

} // namespace det

#endif // DET_LIB_TRANSFORMS_REPORT_MODULES_H
