// Bodies of ops as kernels for arrays of any length.
#ifndef DET_LIB_TRANSFORMS_LOWER_PLAN_BODIES_H
#define DET_LIB_TRANSFORMS_LOWER_PLAN_BODIES_H

#include "ProgramBuilder.h"

namespace det::plan {

/// A kernel for the values that `results` compute from the arguments `arguments` of a body.
struct BodyKernel {
  artifact::BodyT body;
  int64_t flops = 0; ///< of one element
  int64_t grain = 1; ///< of a launch
};

/// Makes the kernel; errors are reported at `op`.
mlir::FailureOr<BodyKernel> lowerBody(mlir::Operation *op, llvm::ArrayRef<mlir::BlockArgument> arguments,
                                      llvm::ArrayRef<mlir::Value> results, ProgramBuilder &builder);

/// The kernel of the whole body of an op: all its arguments, and what it yields.
mlir::FailureOr<BodyKernel> lowerBody(mlir::Operation *op, ProgramBuilder &builder);

/// Adds the launch of a kernel with one argument and one result over `elements` dense elements.
void launchBody(mlir::Operation *op, const BodyKernel &kernel, const View &from, const View &to, ProgramBuilder &builder);

} // namespace det::plan

#endif // DET_LIB_TRANSFORMS_LOWER_PLAN_BODIES_H
