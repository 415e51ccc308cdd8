// Short names for the code that GPU kernels are made of: index arithmetic, loads and stores, loops, what a thread and a warp are.
#ifndef DET_TRANSFORMS_LOWER_CUDA_CUDACODE_H
#define DET_TRANSFORMS_LOWER_CUDA_CUDACODE_H

#include "det/Transforms/Lower/ScalarOps.h"

namespace det::cuda {

inline constexpr int64_t warpSize = 32;

inline mlir::Type elementOf(mlir::Value value) { return mlir::cast<mlir::ShapedType>(value.getType()).getElementType(); }
inline llvm::ArrayRef<int64_t> shapeOf(mlir::Value value) { return mlir::cast<mlir::ShapedType>(value.getType()).getShape(); }
/// The product of sizes.
int64_t volume(llvm::ArrayRef<int64_t> sizes);
/// Dense row-major strides, in elements.
llvm::SmallVector<int64_t> denseStrides(llvm::ArrayRef<int64_t> shape);

/// Builds scalar code of one thread at an insertion point. Element types are the graph's. Indices are of one integer type,
/// signless and never negative.
class CudaCode {
public:
  CudaCode(mlir::OpBuilder &builder, mlir::Location loc, ScalarOps &ops, mlir::IntegerType index)
      : builder(builder), loc(loc), ops(ops), indexType(index) {}

  mlir::OpBuilder &builder;
  mlir::Location loc;
  ScalarOps &ops;
  mlir::IntegerType indexType;

  mlir::Value index(int64_t value);
  mlir::Value flag(bool value);
  mlir::Value constant(mlir::TypedAttr value);
  mlir::Value add(mlir::Value a, mlir::Value b);
  mlir::Value sub(mlir::Value a, mlir::Value b);
  mlir::Value mul(mlir::Value a, mlir::Value b);
  mlir::Value div(mlir::Value a, mlir::Value b);
  mlir::Value rem(mlir::Value a, mlir::Value b);
  mlir::Value min(mlir::Value a, mlir::Value b);
  mlir::Value both(mlir::Value a, mlir::Value b);
  mlir::Value less(mlir::Value a, mlir::Value b);
  mlir::Value isZero(mlir::Value a);
  /// True if bit `bit` of an index is set.
  mlir::Value isSet(mlir::Value a, unsigned bit);
  mlir::Value select(mlir::Value condition, mlir::Value a, mlir::Value b);

  /// The indices of element `flat` of a row-major box; `sizes` are values.
  llvm::SmallVector<mlir::Value> delinearize(mlir::Value flat, llvm::ArrayRef<mlir::Value> sizes);
  llvm::SmallVector<mlir::Value> delinearize(mlir::Value flat, llvm::ArrayRef<int64_t> sizes);
  /// The sum of indices times strides.
  mlir::Value offset(llvm::ArrayRef<mlir::Value> indices, llvm::ArrayRef<int64_t> strides);

  /// Element `offset` of a tensor at `pointer`. i1 lies in a byte.
  mlir::Value load(mlir::Type element, mlir::Value pointer, mlir::Value offset);
  /// Stores an element; a NaN becomes the canonical one.
  void store(mlir::Type element, mlir::Value value, mlir::Value pointer, mlir::Value offset);
  mlir::Value canonical(mlir::Value value);
  mlir::Value convert(mlir::Type from, mlir::Type to, mlir::Value value) { return ops.convert(builder, loc, from, to, value); }

  using LoopBody = llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::Value index, mlir::ValueRange carried)>;
  /// for (index = from; index < to; index += step); the body gives the carried values of the next round.
  llvm::SmallVector<mlir::Value> loop(mlir::Value from, mlir::Value to, int64_t step, mlir::ValueRange initial, LoopBody body);
  void when(mlir::Value condition, llvm::function_ref<void()> then);

  /// The thread's number in its block, and the block's in the grid.
  mlir::Value threadInBlock();
  mlir::Value block();
  /// The value that lane `own lane ^ distance` holds; every lane of the warp must come here.
  mlir::Value shuffle(mlir::Value value, int64_t distance);

private:
  mlir::Value address(mlir::Type element, mlir::Value pointer, mlir::Value offset);
  mlir::Value shuffleWord(mlir::Value word, int64_t distance);
};

/// Bytes of an element in memory.
int64_t storedBytes(mlir::Type element);

} // namespace det::cuda

#endif // DET_TRANSFORMS_LOWER_CUDA_CUDACODE_H
