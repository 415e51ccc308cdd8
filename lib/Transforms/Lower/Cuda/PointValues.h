// The values of a region at one point of its iteration space, as scalar code.
#ifndef DET_TRANSFORMS_LOWER_CUDA_POINTVALUES_H
#define DET_TRANSFORMS_LOWER_CUDA_POINTVALUES_H

#include "CudaCode.h"
#include "det/Transforms/Lower/RegionSpace.h"

namespace det::cuda {

/// Evaluates values where they are asked for. The kernel moves the point; a value is computed at most once per scope, and scopes
/// nest as blocks of code do. Non-trivial reductions are not computed: the kernel sets their results.
class PointValues {
public:
  /// `pointers`: one per operand of the region.
  PointValues(CudaCode &code, const RegionSpace &space, llvm::ArrayRef<mlir::Value> pointers)
      : code(code), space(space), pointers(pointers), scopes(1) {}

  /// The index along an iteration dim; null where the point has none yet.
  llvm::SmallVector<mlir::Value> indices;

  /// The value at the point. Null, with an error at its op, where the op lacks the type.
  mlir::Value get(mlir::Value value);
  void set(mlir::Value value, mlir::Value known) { scopes.back()[value] = known; }
  /// The offset of the point in a dense tensor of the value's type.
  mlir::Value offset(mlir::Value value);
  /// True once a value could not be computed.
  bool isFailed() const { return failed; }

  /// What is computed during the life of a Scope is forgotten with it: it holds for a block of code, and for the indices set
  /// there.
  class Scope {
  public:
    explicit Scope(PointValues &values) : values(values) { values.scopes.emplace_back(); }
    ~Scope() { values.scopes.pop_back(); }
    Scope(const Scope &) = delete;
    Scope &operator=(const Scope &) = delete;

  private:
    PointValues &values;
  };

private:
  mlir::Value compute(mlir::Operation *op);
  mlir::Value computeIota(IotaOp iota);
  mlir::Value computeConstant(ConstantOp constant);
  mlir::Value computeTrivial(ReduceOp reduce);

  CudaCode &code;
  const RegionSpace &space;
  llvm::SmallVector<mlir::Value> pointers;
  llvm::SmallVector<llvm::DenseMap<mlir::Value, mlir::Value>> scopes;
  bool failed = false;
};

} // namespace det::cuda

#endif // DET_TRANSFORMS_LOWER_CUDA_POINTVALUES_H
