// Evaluates operations for all logical ranks at once.
#ifndef DET_LIB_TRANSFORMS_IMPORT_MANUAL_MANUALINLINER_H
#define DET_LIB_TRANSFORMS_IMPORT_MANUAL_MANUALINLINER_H

#include "Collectives.h"

namespace det::import {

/// Rewrites operations on values of one logical rank into operations on the values of all.
class ManualInliner {
public:
  ManualInliner() : collectives(buildCollectives()) {}

  Ranks ranks;

  /// What stands for a value; a value that nothing stands for comes from outside and is the same on all ranks.
  RankValue get(mlir::Value value) const {
    auto found = values.find(value);
    return found == values.end() ? RankValue{value, 0} : found->second;
  }
  void set(mlir::Value value, RankValue ranked) { values[value] = ranked; }

  /// Builds the operations of a block, without its terminator.
  mlir::LogicalResult inlineBlock(mlir::Block &block, mlir::OpBuilder &b);
  /// Builds the body of a manual computation and gives its results; axes of computations around it stay in front.
  mlir::FailureOr<llvm::SmallVector<RankValue>> inlineManual(ManualOp op, mlir::OpBuilder &b);

private:
  mlir::LogicalResult inlineOp(mlir::Operation &op, mlir::OpBuilder &b);
  mlir::LogicalResult inlineWhile(WhileOp op, mlir::OpBuilder &b);
  mlir::LogicalResult inlineConstraint(ShardingConstraintOp op, mlir::OpBuilder &b);
  mlir::LogicalResult inlineBatched(mlir::Operation &op, mlir::OpBuilder &b);

  /// One attempt at a loop: what the carried values, and the condition, turn out to vary over.
  struct LoopAttempt {
    WhileOp loop;
    llvm::SmallVector<AxisSet> next;
    AxisSet condition = 0;
  };
  mlir::FailureOr<LoopAttempt> tryWhile(WhileOp op, mlir::OpBuilder &b, llvm::ArrayRef<AxisSet> carried);

  llvm::StringMap<Collective> collectives;
  llvm::DenseMap<mlir::Value, RankValue> values;
};

} // namespace det::import

#endif // DET_LIB_TRANSFORMS_IMPORT_MANUAL_MANUALINLINER_H
