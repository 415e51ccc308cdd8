// Lowering to CUDA: fused regions and products become GPU kernels, and kernels become PTX.
#ifndef DET_TRANSFORMS_LOWER_CUDA_H
#define DET_TRANSFORMS_LOWER_CUDA_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Pass/Pass.h"

#include <memory>
#include <string>

namespace det {

/// The gpu.module that `det-lower-cuda` makes.
inline constexpr llvm::StringLiteral kCudaModule = "cuda";
/// On a det.region or det.dot: `{kernel = @cuda::@NAME, grid = BLOCKS, block = THREADS}`, both one-dimensional.
inline constexpr llvm::StringLiteral kLaunchAttr = "det.launch";
/// On the gpu.module: its PTX, where `det-emit-ptx` has no output file.
inline constexpr llvm::StringLiteral kPtxAttr = "det.ptx";

/// What kernels are compiled for, as `#nvvm.target` names it.
struct CudaOptions {
  std::string chip = "sm_90";
  std::string features = "+ptx80"; ///< sm_90 needs PTX 8.0 or later
};

/// The pass `det-lower-cuda`, on builtin.module, after det-order and det-fuse, of a module for one rank (no layouts). Adds
/// `gpu.module @cuda` with one kernel in the llvm and nvvm dialects per det.region and det.dot, and `det.launch` on these ops;
/// the functions stay as they are. A kernel takes one global pointer per operand, then one per result. Tensors are dense and
/// row-major; i1 takes a byte. Bits are those of the order: no fast-math, fma only where the op says so, NaNs canonical where
/// they are stored. Tensor-core leaves are refused.
std::unique_ptr<mlir::Pass> createLowerCudaPass(CudaOptions options = {});

/// Compiles the one gpu.module with an `#nvvm.target` in `module` to PTX, by LLVM's NVPTX backend in this process. Fails, with an
/// error at the gpu.module, if the PTX does not pass `lintPtx`. The context needs `registerCudaTranslations`.
mlir::FailureOr<std::string> emitPtx(mlir::ModuleOp module);

/// The pass `det-emit-ptx`, on builtin.module: `emitPtx` to a file (option `output`), or to the attribute `det.ptx` of the
/// gpu.module.
std::unique_ptr<mlir::Pass> createEmitPtxPass(llvm::StringRef output = "");

/// What `emitPtx` needs from the context.
void registerCudaTranslations(mlir::DialectRegistry &registry);

/// Registers `det-lower-cuda` and `det-emit-ptx` with the global pass registry.
void registerCudaPasses();

} // namespace det

#endif // DET_TRANSFORMS_LOWER_CUDA_H
