// How each family of ops becomes views and steps: a table from op name to functions, filled by one file per family.
#ifndef DET_LIB_TRANSFORMS_LOWER_PLAN_LOWERINGS_H
#define DET_LIB_TRANSFORMS_LOWER_PLAN_LOWERINGS_H

#include "ProgramBuilder.h"
#include "mlir/IR/Operation.h"
#include <functional>

namespace det::plan {

struct Lowering {
  /// Sets the views of the results, with steps where elements must move or be computed. Emits an error and fails for a
  /// form that is not covered.
  std::function<mlir::LogicalResult(mlir::Operation *, ProgramBuilder &)> lower;
  /// True if the op never emits a step: its operands may still be on their way from other ranks.
  bool isView = false;
  /// For ops that move elements: how the operand at `operand` should be stored, given that it would lie as in `stored`,
  /// so that no copy is needed from here on; nothing if there is no wish. May be empty.
  std::function<std::optional<View>(mlir::OpOperand &operand, const View &stored, ProgramBuilder &)> wanted;
};

/// From op name to lowering.
using LoweringTable = llvm::StringMap<Lowering>;

void addMovementLowerings(LoweringTable &table);  ///< transpose, reshape, broadcast_in_dim, slice, reverse
void addAssemblyLowerings(LoweringTable &table);  ///< concatenate, pad
void addConstantLowerings(LoweringTable &table);  ///< constant
void addProductLowerings(LoweringTable &table);   ///< dot
void addConvolutionLowerings(LoweringTable &table); ///< convolution
void addRegionLowerings(LoweringTable &table);    ///< region
void addIndexedLowerings(LoweringTable &table);   ///< gather, scatter, dynamic_slice
void addSortLowerings(LoweringTable &table);      ///< sort
void addGenericLowerings(LoweringTable &table);   ///< generic_reduce, generic_scatter
void addWindowLowerings(LoweringTable &table);    ///< windows, real, imag, complex, scan, dynamic_update_slice
void addPlacementLowerings(LoweringTable &table); ///< exchange, join
void addLoopLowerings(LoweringTable &table);      ///< while

/// Lowers the ops of a block, in order. Fails at an op without a lowering.
mlir::LogicalResult lowerBlock(mlir::Block &block, ProgramBuilder &builder);

/// The lowerings of all families.
const LoweringTable &lowerings();

/// Adds a lowering of an op class.
template <class Op>
void addLowering(LoweringTable &table, mlir::LogicalResult (*lower)(Op, ProgramBuilder &),
                 std::optional<View> (*wanted)(Op, mlir::OpOperand &, const View &, ProgramBuilder &) = nullptr) {
  Lowering &entry = table[Op::getOperationName()];
  entry.lower = [lower](mlir::Operation *op, ProgramBuilder &builder) { return lower(mlir::cast<Op>(op), builder); };
  if (wanted)
    entry.wanted = [wanted](mlir::OpOperand &operand, const View &stored, ProgramBuilder &builder) {
      return wanted(mlir::cast<Op>(operand.getOwner()), operand, stored, builder);
    };
}

/// The first wish of a value's consumers, in program order, about how it is stored.
std::optional<View> wantedByConsumers(mlir::Value value, const View &stored, ProgramBuilder &builder);

} // namespace det::plan

#endif // DET_LIB_TRANSFORMS_LOWER_PLAN_LOWERINGS_H
