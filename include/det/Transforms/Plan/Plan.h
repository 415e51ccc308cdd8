// From a partitioned and fused module to the plan: buffers, entries and addresses of every rank class.
#ifndef DET_TRANSFORMS_PLAN_PLAN_H
#define DET_TRANSFORMS_PLAN_PLAN_H

#include "det/Runtime/Artifact/plan_generated.h"
#include "mlir/IR/BuiltinOps.h"
#include <cstdint>
#include <vector>

namespace det {

class KernelLibrary;

/// A plan, and the bytes of the constants that it refers to.
struct PlannedProgram {
  artifact::PlanT plan;
  std::vector<uint8_t> constants;
};

/// Products and launches that a GPU does at once (artifact::Fusion).
struct AttentionOptions {
  uint32_t sharedBytes = 0; ///< what a block may have of shared memory; 0: every entry is done by itself
  bool always = false;      ///< whether or not it is thought to be faster
};

/// Plans `@main` of a partitioned module: one program per rank class. Kernels go into `kernels`; their symbols are not
/// yet in the plan. Errors are emitted at the op that cannot be planned. Deterministic.
mlir::FailureOr<PlannedProgram> buildPlan(mlir::ModuleOp module, KernelLibrary &kernels, const AttentionOptions &attention = {});

/// Prints a plan for people and tests: tensors, and per program its ranks, memory and entries, one per line.
void dumpPlan(const artifact::PlanT &plan, llvm::raw_ostream &os);

} // namespace det

#endif // DET_TRANSFORMS_PLAN_PLAN_H
