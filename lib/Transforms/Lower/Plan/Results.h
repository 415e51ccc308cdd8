// Where arguments come from and results go: tensors that users see, and the state in its place.
#ifndef DET_LIB_TRANSFORMS_LOWER_PLAN_RESULTS_H
#define DET_LIB_TRANSFORMS_LOWER_PLAN_RESULTS_H

#include "ProgramBuilder.h"

namespace det::plan {

/// The tensors of a plan: number per argument and per result of @main. A result of kind state has its argument's number.
struct TensorNumbers {
  llvm::SmallVector<uint32_t> arguments, results;
};

/// Fills the plan's tensors. Fails on a name used twice, or a state whose argument and result differ in type or layout.
mlir::FailureOr<TensorNumbers> addTensors(mlir::func::FuncOp function, const Placements &placements, Tables &tables,
                                          artifact::PlanT &plan);

/// Gives every argument its buffer.
void addArguments(mlir::func::FuncOp function, const TensorNumbers &numbers, const artifact::PlanT &plan, ProgramBuilder &builder,
                  llvm::DenseMap<uint32_t, int> &bufferOfTensor);

/// Brings every result to its buffer: in place where the old value is no longer needed, by a copy at the end elsewhere.
void addResults(mlir::func::FuncOp function, const TensorNumbers &numbers, const artifact::PlanT &plan, ProgramBuilder &builder,
                llvm::DenseMap<uint32_t, int> &bufferOfTensor);

} // namespace det::plan

#endif // DET_LIB_TRANSFORMS_LOWER_PLAN_RESULTS_H
