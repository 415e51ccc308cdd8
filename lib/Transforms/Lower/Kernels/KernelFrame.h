// The function around a kernel's loops, and the layout of its parameters.
#ifndef DET_TRANSFORMS_LOWER_KERNELS_KERNELFRAME_H
#define DET_TRANSFORMS_LOWER_KERNELS_KERNELFRAME_H

#include "KernelCode.h"
#include "KernelNest.h"
#include "KernelValues.h"

namespace det {

/// Where things are in a kernel's `params`: sizes and blocks by loop, strides by tensor and loop, the global index of each loop's
/// first iteration, then what one kind of kernel adds.
struct KernelParams {
  int loops, tensors;

  explicit KernelParams(const KernelNest &nest) : loops(nest.loops.size()), tensors(nest.tensors.size()) {}
  int size(int loop) const { return loop; }
  int block(int loop) const { return loops + loop; }
  int stride(int tensor, int loop) const { return (2 + tensor) * loops + loop; }
  int base(int loop) const { return (2 + tensors) * loops + loop; }
  int extra(int i) const { return (3 + tensors) * loops + i; }
};

/// Values of the common parameters.
llvm::SmallVector<int64_t> makeParams(const KernelNest &nest);

/// Bytes at the start of every scratch buffer of a CPU where partial chunks are staged.
inline constexpr int64_t stagingBytes = 512;

/// What a kernel is made for.
enum class KernelUse : uint8_t {
  Host,
  Cuda,     ///< an entry, launched by a plan
  CudaBody, ///< a function that a kernel of det's own calls for some elements (KernelCall's ABI), and an entry
};

/// How a kernel is called: as a function (KernelCall), or as an entry on a GPU, whose parameters are words: buffers, params,
/// extent, grain. `lanes` threads share each run of `grain` iterations, and find out themselves which is theirs.
struct KernelAbi {
  bool isGpu = false, isEntry = false;
  bool isNarrow = false;           ///< KernelCode::isNarrow
  int64_t buffers = 0, params = 0; ///< of an entry: how many there are
  int64_t lanes = 1;               ///< of an entry: 1, a warp or a block
  int64_t perLane = 0;             ///< iterations that one lane does before the next lane's begin; 0: the lanes do each together
  int64_t scratchBytes = 0;        ///< of a GPU: of each thread
  int64_t sharedBytes = 0;         ///< of a GPU: of each block

  static constexpr int64_t warp = 32, block = 128; ///< threads
  /// From one part of a thread's run to the next, where a part has `width` iterations.
  int64_t step(int64_t width) const { return perLane ? warp * perLane : width; }
};

/// An open kernel function: arguments, pointers and parameters.
class KernelFrame {
public:
  /// Starts a function at the end of the module; code goes into its body until `finish`.
  KernelFrame(mlir::ModuleOp module, llvm::StringRef name, mlir::OpBuilder &builder, ScalarOps &ops, mlir::Location loc,
              const KernelNest &nest, const KernelMachine &machine, const KernelAbi &abi);
  void finish();

  KernelCode code;
  const KernelNest &nest;
  KernelParams layout;
  const KernelAbi abi;
  mlir::func::FuncOp func;
  mlir::Value begin, end, scratch, shared;

  /// A parameter, read at the current place.
  mlir::Value param(int index);
  /// Buffer number `index` of the call.
  mlir::Value buffer(int index);
  /// A part of the scratch buffer.
  mlir::Value scratchAt(int64_t bytes);

  /// Fills pointers, strides and bases of values.
  void connect(KernelValues &values, int vectorLoop);
  /// The offsets of all tensors after `loop` runs at `index`: previous offsets + index * stride. Remembers the index for iotas.
  void enterLoop(KernelValues &values, int loop, mlir::Value index);

  /// Runs `body` for every flat index of this thread in [begin, end) over loops of these sizes, outermost first, with their
  /// indices.
  void overFlat(llvm::ArrayRef<mlir::Value> sizes, llvm::function_ref<void(llvm::ArrayRef<mlir::Value>)> body);
  /// The sizes of loops.
  llvm::SmallVector<mlir::Value> sizesOf(llvm::ArrayRef<int> loops);

private:
  void openFunction(llvm::StringRef name);
  void openEntry(llvm::StringRef name);
  /// A special register of 32 bits.
  mlir::Value special(llvm::StringRef what);
  /// Sets lane and warp; gives the number of the thread in its block.
  mlir::Value findThread();
  /// Memory of the block.
  mlir::Value share(llvm::StringRef name);

  mlir::Block *exit = nullptr; ///< of an entry: where threads without work go
};

} // namespace det

#endif // DET_TRANSFORMS_LOWER_KERNELS_KERNELFRAME_H
