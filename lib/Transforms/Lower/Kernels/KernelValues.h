// Evaluates the values of a region at one place of its loops: once per kernel, once per outer iteration, or a chunk of the vector
// loop at a time.
#ifndef DET_TRANSFORMS_LOWER_KERNELS_KERNELVALUES_H
#define DET_TRANSFORMS_LOWER_KERNELS_KERNELVALUES_H

#include "KernelCode.h"
#include "KernelNest.h"

namespace det {

/// How often a value changes.
enum class ValueLevel : uint8_t {
  Once,  ///< never
  Outer, ///< with the loops outside the vector loop
  Chunk, ///< along the vector loop
};

/// The values of a region in a kernel. The kernel moves the place (`offsets`, `indices`, `chunkStart`) and asks for values.
///
/// Values of level Once and Outer are scalars and are remembered until `forget`; values of level Chunk are chunks of `lanes` and
/// are remembered until `forgetChunk`. An op of a lower level than its user is repeated over the lanes.
class KernelValues {
public:
  /// `vectorLoop`: the loop that chunks run along; -1: everything is scalar.
  KernelValues(KernelCode &code, RegionOp region, const RegionSpace &space, const KernelNest &nest, int vectorLoop);

  //===-- What the kernel function provides ---------------------------------------------------------------------===//
  llvm::SmallVector<mlir::Value> pointers;     ///< by tensor
  llvm::SmallVector<mlir::Value> innerStrides; ///< by tensor: stride along the vector loop where it is not 0 or 1
  llvm::DenseMap<int, mlir::Value> iotaBases;  ///< by loop: the global index of its first iteration

  //===-- The place ---------------------------------------------------------------------------------------------===//
  llvm::SmallVector<mlir::Value> offsets;   ///< by tensor, in elements, from the loops outside the vector loop
  llvm::DenseMap<int, mlir::Value> indices; ///< by loop outside the vector loop: its index, where an iota needs it
  mlir::Value chunkStart;                   ///< index along the vector loop of lane 0
  int64_t lanes = 16;
  llvm::DenseMap<mlir::Value, mlir::Value> kept; ///< values that a buffer along the vector loop holds already
  mlir::Value valid;                             ///< lanes that exist; null if all do
  mlir::Value staging;                           ///< of a CPU: 64 elements of 8 bytes, where `valid` may be set

  ValueLevel getLevel(mlir::Value value) const { return levels.find(value)->second; }

  /// A value of level Once or Outer. Null if an op cannot be built.
  mlir::Value getScalar(mlir::Value value);
  /// Any value as a chunk.
  mlir::Value getChunk(mlir::Value value);
  /// Stores a chunk of output `tensor` (counted after the inputs).
  void storeChunk(int tensor, mlir::Value value);
  void storeScalar(int tensor, mlir::Value value);

  void setScalar(mlir::Value value, mlir::Value known) { scalars[value] = known; }
  void setChunk(mlir::Value value, mlir::Value known) { chunks[value] = known; }
  void forgetChunk() { chunks.clear(); }
  void forgetOuter();
  /// Computes every value of level Once, so that no loop has to.
  void hoistOnce();

  /// The op that gives the value once views are looked through (null for block arguments), and that value.
  static mlir::Value lookThroughViews(mlir::Value value);
  bool isFailed() const { return failed; }

private:
  mlir::Value compute(mlir::Value value, ValueLevel at);
  mlir::Value computeIota(IotaOp iota, ValueLevel at);
  mlir::Value loadChunk(int tensor);
  template <class Use> auto withPlace(int tensor, Use use);
  mlir::Value address(int tensor, mlir::Value extra);

  KernelCode &code;
  RegionOp region;
  const RegionSpace &space;
  const KernelNest &nest;
  int vectorLoop;
  bool failed = false;
  llvm::DenseMap<mlir::Value, ValueLevel> levels;
  llvm::DenseMap<mlir::Value, mlir::Value> scalars, chunks;
};

} // namespace det

#endif // DET_TRANSFORMS_LOWER_KERNELS_KERNELVALUES_H
