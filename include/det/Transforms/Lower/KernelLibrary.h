// The generated kernels of a program: regions go in, calls come out. Host.h and Cuda.h compile them.
#ifndef DET_TRANSFORMS_LOWER_KERNELLIBRARY_H
#define DET_TRANSFORMS_LOWER_KERNELLIBRARY_H

#include "det/Dialect/Det/Det.h"
#include "det/Order/Box.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Support/LLVM.h"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace det {

/// Machines that kernels are built for. All give the same bits.
enum class KernelTarget : uint8_t {
  Host, ///< CPUs: a chunk of a loop is a vector
  Cuda, ///< GPUs: a chunk of a row lies across a warp; other loops are cut into vectors of 16 bytes per thread
};

/// The part of a tensor that a rank holds, as a kernel sees it: sizes per dim of the tensor's type (same rank), and strides in
/// elements. Inputs are views of any strides (transposed, sliced, 0 where broadcast). Outputs are dense row-major. Elements are
/// stored as: i1 one byte (0 or 1), bf16 and f16 two bytes, others their own width. The result of a partial reduce is stored in
/// its accumulation type (getAccumulationType).
struct LocalTensor {
  llvm::SmallVector<int64_t> shape, strides;
  /// Bytes that divide the address of element 0 on every rank: a power of two, or 0 for those of an element.
  int64_t alignment = 0;

  /// Dense row-major strides.
  static LocalTensor dense(llvm::ArrayRef<int64_t> shape);
};

/// params[param] += scale * (start of dim `dim` in the rank's box of value `value`). `value` counts inputs, then outputs.
struct RankParam {
  unsigned param;
  int value;
  unsigned dim;
  int64_t scale;
};

/// One launch: `void NAME(void *const *buffers, const int64_t *params, int64_t begin, int64_t end, void *scratch)` over [0,
/// extent), which may be cut for threads at multiples of `grain`; every thread has `scratchBytes` of its own, aligned to 64
/// bytes. For GPUs the kernel is an entry instead, whose parameters are words of 8 bytes: buffers (addresses), params, extent,
/// grain; as many threads as `getLanes` says share each run of `grain` iterations, in blocks of 128; scratch memory is the
/// kernel's own.
struct KernelCall {
  unsigned kernel = 0;            ///< number of the kernel in CompiledKernels::names
  llvm::SmallVector<int> buffers; ///< i < #inputs: input i; then outputs; then temporaries of the region
  llvm::SmallVector<int64_t> params;
  llvm::SmallVector<RankParam> rankParams;
  int64_t extent = 0, grain = 1;
  uint64_t scratchBytes = 0;
  int64_t flops = 0;
};

/// What a region becomes on one rank class: calls to run one after the other (one, two for a large full reduction, none for an
/// empty local box).
struct LoweredRegion {
  llvm::SmallVector<KernelCall, 1> calls;
  llvm::SmallVector<uint64_t> temporaries;        ///< bytes of each temporary buffer that lives across the calls
  llvm::SmallVector<std::pair<int, int>> inPlace; ///< (output, input): the output may lie exactly on the input's bytes
  llvm::SmallVector<mlir::Operation *> ops;       ///< of the region, as the kernel's body lists them
};

/// A section of an artifact: kernels in a form that some machine runs.
struct CompiledSection {
  std::string name;   ///< det::rt::section
  std::string object; ///< equal input gives equal bytes
};

/// What a kernel computes: operations, each with its inputs: other operations (0, 1, ...) or arguments (-1, -2, ...). What only
/// moves elements is not listed. `results` are operations or arguments.
struct KernelBody {
  struct Op {
    std::string does; ///< det::describe
    std::vector<int32_t> inputs;
  };
  std::vector<Op> ops;
  std::vector<int32_t> results;
};

struct CompiledKernels {
  std::vector<std::string> names; ///< symbols, by kernel number
  std::vector<KernelBody> bodies; ///< by kernel number
  std::vector<CompiledSection> objects;
  KernelTarget target = KernelTarget::Host;
  std::vector<std::string> chips; ///< of a GPU: those that a section is there for
  std::vector<uint8_t> lanes;     ///< of a GPU, by kernel number: threads that share a run, 1, a warp's 32 or a block's 128
};

/// Collects kernels. Kernels are shared: outer sizes and strides are parameters, so regions of equal structure need one kernel.
class KernelLibrary {
public:
  explicit KernelLibrary(mlir::MLIRContext *context, KernelTarget target = KernelTarget::Host);
  ~KernelLibrary();

  /// Makes the calls of `region` for local tensors. A region that det-fuse made always lowers; others emit an error at the
  /// region. For a partial root reduce, `node` is the box of one maximal node in the reduction's global box (dims as the reduce
  /// lists them) and the inputs are already sub-views of it: one call of `lower` per node, the outputs being that node's. Null
  /// otherwise.
  /// With `isBody` kernels of det's own call it too (artifact::Body): for GPUs it is then also a function, `getBodySymbol`.
  mlir::FailureOr<LoweredRegion> lower(RegionOp region, llvm::ArrayRef<LocalTensor> inputs, llvm::ArrayRef<LocalTensor> outputs,
                                       const order::Box *node = nullptr, bool isBody = false);

  KernelTarget getTarget() const;
  /// The number of kernels so far.
  size_t size() const;
  llvm::ArrayRef<std::string> getNames() const;
  llvm::ArrayRef<KernelBody> getBodies() const;
  /// Of GPUs: threads that share a run of iterations, by kernel.
  llvm::ArrayRef<uint8_t> getLanes() const;
  /// Of GPUs: the function that kernel number `kernel` is for those that call it as a body.
  static std::string getBodySymbol(unsigned kernel);
  /// Of GPUs: true if kernel number `kernel` works on rows of its tensors, a warp on each, and is a function too, `getRowsSymbol`, that all lanes of a
  /// warp call for some rows (KernelCall's ABI).
  bool hasRows(unsigned kernel) const;
  static std::string getRowsSymbol(unsigned kernel);

  /// The kernels as MLIR (func, scf, cf, arith, math, vector, llvm).
  mlir::ModuleOp getModule() const;

private:
  struct Impl;
  std::unique_ptr<Impl> impl;
};

} // namespace det

#endif // DET_TRANSFORMS_LOWER_KERNELLIBRARY_H
