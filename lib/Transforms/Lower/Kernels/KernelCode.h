// Short names for the code that kernels are made of: i64 arithmetic, addresses, typed loads and stores, loops.
#ifndef DET_TRANSFORMS_LOWER_KERNELS_KERNELCODE_H
#define DET_TRANSFORMS_LOWER_KERNELS_KERNELCODE_H

#include "KernelMachine.h"
#include "det/Transforms/Lower/ScalarOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace det {

/// Builds code at an insertion point. Element types are the graph's; `lanes` 0 means a scalar, otherwise a chunk of the machine.
class KernelCode {
public:
  KernelCode(mlir::OpBuilder &builder, mlir::Location loc, ScalarOps &ops, const KernelMachine &machine)
      : builder(builder), loc(loc), ops(ops), machine(machine) {}

  mlir::OpBuilder &builder;
  mlir::Location loc;
  ScalarOps &ops;
  const KernelMachine &machine;
  mlir::Value lane;      ///< of a GPU: the number of this thread in its warp, i64
  mlir::Value warp;      ///< of a GPU: the number of this warp in its block, i64
  bool isNarrow = false; ///< all that is divided is below 2^31: GPUs divide 32 bits in place, and call a function for 64

  mlir::Value i64(int64_t value);
  mlir::Value add(mlir::Value a, mlir::Value b);
  mlir::Value sub(mlir::Value a, mlir::Value b);
  mlir::Value mul(mlir::Value a, mlir::Value b);
  mlir::Value min(mlir::Value a, mlir::Value b);
  /// Of numbers that are not negative.
  mlir::Value divide(mlir::Value a, mlir::Value b);
  mlir::Value remainder(mlir::Value a, mlir::Value b);
  mlir::Value compare(mlir::arith::CmpIPredicate predicate, mlir::Value a, mlir::Value b);
  mlir::Value select(mlir::Value condition, mlir::Value a, mlir::Value b);

  /// A constant, or a chunk of equal ones.
  mlir::Value constant(mlir::TypedAttr value, int64_t lanes);
  /// The value, repeated if it is a scalar and lanes > 0.
  mlir::Value splat(mlir::Value value, int64_t lanes);
  mlir::Type typeOf(mlir::Type element, int64_t lanes);
  /// 0, 1, ..., lanes - 1 as i32 or i64.
  mlir::Value steps(mlir::Type integer, int64_t lanes) { return machine.steps(*this, integer, lanes); }
  mlir::Value extract(mlir::Value chunk, int64_t lane) { return machine.extract(*this, chunk, lane); }
  /// Lanes [0, valid) of a chunk, the others filled.
  mlir::Value mask(mlir::Value chunk, int64_t lanes, mlir::Value valid, mlir::TypedAttr filler);

  /// pointer + elements * bytes.
  mlir::Value at(mlir::Value pointer, mlir::Value elements, int64_t bytes);
  /// Of the alignment of an element, or a larger one in bytes.
  mlir::Value loadPlain(mlir::Type type, mlir::Value pointer, int64_t alignment = 0);
  void storePlain(mlir::Value value, mlir::Value pointer, int64_t alignment = 0);
  /// Elements from the bytes that hold them, each in one: i1, smaller integers than i8, floats of a byte and less. Other elements
  /// are what they are.
  mlir::Value fromBytes(mlir::Type element, mlir::Value bytes);
  /// Reads stored elements; none takes less than a byte.
  mlir::Value load(mlir::Type element, mlir::Value pointer, int64_t lanes, int64_t alignment = 0);
  /// Writes elements, without making NaNs canonical.
  void store(mlir::Type element, mlir::Value value, mlir::Value pointer, int64_t alignment = 0);
  /// Makes the NaNs of a float value canonical; others pass.
  mlir::Value canonical(mlir::Value value);

  using LoopBody = llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::Value index, mlir::ValueRange carried)>;
  /// for (index = from; index < to; index += step); the body gives the carried values of the next round.
  llvm::SmallVector<mlir::Value> loop(mlir::Value from, mlir::Value to, int64_t step, mlir::ValueRange initial, LoopBody body);
  void loop(mlir::Value from, mlir::Value to, int64_t step, llvm::function_ref<void(mlir::Value)> body);
  /// condition ? then() : otherwise(), of one value; or none where the functions give null.
  mlir::Value branch(mlir::Value condition, llvm::function_ref<mlir::Value()> then, llvm::function_ref<mlir::Value()> otherwise);
  void when(mlir::Value condition, llvm::function_ref<void()> then);
};

/// Bytes of an element in memory.
int64_t storedBytes(mlir::Type element);

} // namespace det

#endif // DET_TRANSFORMS_LOWER_KERNELS_KERNELCODE_H
