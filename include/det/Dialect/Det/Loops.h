// The graph of @main with the loops in it: how passes walk it, and what a loop's block arguments are.
#ifndef DET_DIALECT_DET_LOOPS_H
#define DET_DIALECT_DET_LOOPS_H

#include "det/Dialect/Det/Det.h"

namespace det {

/// `det.while`: how often the body runs, where import knows it; 1 for a branch, which may also not run. A hint: bits do not rely on it.
inline constexpr llvm::StringLiteral kTripsAttr = "trips";

/// Calls `visit` for every op of a block and of the loops in it, in program order, loops before what is in them, without the
/// terminators. Bodies of other ops belong to these ops.
void walkGraph(mlir::Block &block, llvm::function_ref<void(mlir::Operation *)> visit);

/// Calls `visit` for a block and for the blocks of all loops in it, outer ones first.
void walkBlocks(mlir::Block &block, llvm::function_ref<void(mlir::Block &)> visit);

/// The loop that carries a value from iteration to iteration: the value is an argument of its condition or body. Null for others.
WhileOp loopOf(mlir::Value value);

/// What an op reads: its operands, and the values from outside that its regions read, each once.
llvm::SmallVector<mlir::Value> valuesReadBy(mlir::Operation *op);

/// How often an op runs: the product of the known trips of the loops around it.
int64_t timesRun(mlir::Operation *op);

} // namespace det

#endif // DET_DIALECT_DET_LOOPS_H
