// What differs between machines in the code of a kernel: where the lanes of a chunk are, and how they meet.
#ifndef DET_TRANSFORMS_LOWER_KERNELS_KERNELMACHINE_H
#define DET_TRANSFORMS_LOWER_KERNELS_KERNELMACHINE_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Value.h"
#include "mlir/IR/ValueRange.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace det {

class KernelCode;
struct KernelJoin;

/// A chunk of a tensor in memory: elements start, start + 1, ... of the innermost loop.
struct ChunkPlace {
  mlir::Type element;    ///< of the graph
  mlir::Value start;     ///< index of lane 0 along the loop
  mlir::Value stride;    ///< in elements; null: 1
  mlir::Value valid;     ///< lanes that exist; null: all
  mlir::Value staging;   ///< of a CPU: 64 elements of 8 bytes, where partial chunks are laid
  int64_t lanes = 0;     ///< of a chunk
  int64_t alignment = 0; ///< bytes that divide the address of each whole chunk; 0: those of an element
  llvm::function_ref<mlir::Value(mlir::Value)> address; ///< of the element that lies so many elements behind the loop's first
};

/// A chunk is `lanes` consecutive iterations of a loop. Values of a chunk are made and read by these functions alone.
class KernelMachine {
public:
  virtual ~KernelMachine() = default;

  /// The type of a chunk of scalars.
  virtual mlir::Type typeOf(mlir::Type scalar, int64_t lanes) const = 0;
  virtual mlir::Value constant(KernelCode &code, mlir::TypedAttr value, int64_t lanes) const = 0;
  /// The value in every lane; a chunk as it is.
  virtual mlir::Value splat(KernelCode &code, mlir::Value value, int64_t lanes) const = 0;
  /// 0, 1, ..., lanes - 1 as i32 or i64.
  virtual mlir::Value steps(KernelCode &code, mlir::Type integer, int64_t lanes) const = 0;
  /// One lane, for all to know.
  virtual mlir::Value extract(KernelCode &code, mlir::Value chunk, int64_t lane) const = 0;
  /// Joins the lanes of a leaf by halving: j with j + half, down to one, for all to know.
  virtual mlir::Value joinHalves(KernelCode &code, const KernelJoin &join, mlir::Value chunk) const = 0;

  /// Reads a chunk; lanes that do not exist hold anything.
  virtual mlir::Value load(KernelCode &code, const ChunkPlace &place) const = 0;
  /// Writes the lanes that exist, of stride 1.
  virtual void store(KernelCode &code, const ChunkPlace &place, mlir::Value chunk) const = 0;
  /// Rows that a kernel keeps for itself, in scratch memory: the chunk that begins at element `start`.
  virtual mlir::Value loadKept(KernelCode &code, mlir::Type element, mlir::Value row, mlir::Value start, int64_t lanes) const = 0;
  virtual void storeKept(KernelCode &code, mlir::Type element, mlir::Value row, mlir::Value start, mlir::Value chunk) const = 0;

  /// What only one of the threads that share a chunk does, when all have come so far.
  virtual void once(KernelCode &code, llvm::function_ref<void()> effect) const { effect(); }
  /// All threads that share a chunk have read and written what stands before.
  virtual void meet(KernelCode &) const {}
};

/// A chunk is a vector in one thread. Partial ones go through scratch memory.
class VectorMachine : public KernelMachine {
public:
  mlir::Type typeOf(mlir::Type scalar, int64_t lanes) const override;
  mlir::Value constant(KernelCode &code, mlir::TypedAttr value, int64_t lanes) const override;
  mlir::Value splat(KernelCode &code, mlir::Value value, int64_t lanes) const override;
  mlir::Value steps(KernelCode &code, mlir::Type integer, int64_t lanes) const override;
  mlir::Value extract(KernelCode &code, mlir::Value chunk, int64_t lane) const override;
  mlir::Value joinHalves(KernelCode &code, const KernelJoin &join, mlir::Value chunk) const override;
  mlir::Value load(KernelCode &code, const ChunkPlace &place) const override;
  void store(KernelCode &code, const ChunkPlace &place, mlir::Value chunk) const override;
  mlir::Value loadKept(KernelCode &code, mlir::Type element, mlir::Value row, mlir::Value start, int64_t lanes) const override;
  void storeKept(KernelCode &code, mlir::Type element, mlir::Value row, mlir::Value start, mlir::Value chunk) const override;

private:
  mlir::Value gather(KernelCode &code, const ChunkPlace &place) const;
};

/// A chunk is a scalar in each of the 32 threads of a warp: all threads run the same code on their own element of every chunk,
/// and on equal copies of everything else. Kept rows lie in each thread's own memory.
class WarpMachine : public KernelMachine {
public:
  static constexpr int64_t width = 32;

  mlir::Type typeOf(mlir::Type scalar, int64_t lanes) const override { return scalar; }
  mlir::Value constant(KernelCode &code, mlir::TypedAttr value, int64_t lanes) const override;
  mlir::Value splat(KernelCode &, mlir::Value value, int64_t) const override { return value; }
  mlir::Value steps(KernelCode &code, mlir::Type integer, int64_t lanes) const override;
  mlir::Value extract(KernelCode &code, mlir::Value chunk, int64_t lane) const override;
  mlir::Value joinHalves(KernelCode &code, const KernelJoin &join, mlir::Value chunk) const override;
  mlir::Value load(KernelCode &code, const ChunkPlace &place) const override;
  void store(KernelCode &code, const ChunkPlace &place, mlir::Value chunk) const override;
  mlir::Value loadKept(KernelCode &code, mlir::Type element, mlir::Value row, mlir::Value start, int64_t lanes) const override;
  void storeKept(KernelCode &code, mlir::Type element, mlir::Value row, mlir::Value start, mlir::Value chunk) const override;
  void once(KernelCode &code, llvm::function_ref<void()> effect) const override;
  void meet(KernelCode &code) const override;
};

/// The same for a block of four warps, of which each works on chunks of its own; only `once` and `meet` are for all of them.
class BlockMachine : public WarpMachine {
public:
  void once(KernelCode &code, llvm::function_ref<void()> effect) const override;
  void meet(KernelCode &code) const override;
};

} // namespace det

#endif // DET_TRANSFORMS_LOWER_KERNELS_KERNELMACHINE_H
