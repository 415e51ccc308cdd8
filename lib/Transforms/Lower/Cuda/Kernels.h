// The kernels that ops become.
#ifndef DET_TRANSFORMS_LOWER_CUDA_KERNELS_H
#define DET_TRANSFORMS_LOWER_CUDA_KERNELS_H

#include "CudaCode.h"
#include "det/Order/Order.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace det::cuda {

/// A launch of one kernel: blocks in the grid, threads in a block. Both are one-dimensional.
struct Launch {
  int64_t grid = 0, block = 0;
};

/// Adds a kernel for the region to `module`: a thread per point, or a warp per point of the dims that are kept where a leaf is
/// lanes<32>.
mlir::FailureOr<Launch> emitRegionKernel(mlir::gpu::GPUModuleOp module, llvm::StringRef name, RegionOp region, ScalarOps &ops);

/// Adds a kernel for the product to `module`: a thread holds a tile of results in registers, each an fma chain of its own along
/// the order.
mlir::FailureOr<Launch> emitProductKernel(mlir::gpu::GPUModuleOp module, llvm::StringRef name, DotOp dot, ScalarOps &ops);

/// A function with the kernel's signature, an empty body, and the builder in it.
struct KernelFunction {
  llvm::SmallVector<mlir::Value> pointers; ///< operands, then results
  mlir::IntegerType index;                 ///< i32 where every offset and thread number fits, else i64
};
KernelFunction beginKernel(mlir::OpBuilder &builder, mlir::gpu::GPUModuleOp module, llvm::StringRef name, mlir::Operation *op,
                           Launch launch);

/// Lowers the bodies of the kernels (arith, math, scf) to the llvm and nvvm dialects.
mlir::LogicalResult convertKernels(mlir::gpu::GPUModuleOp module);

/// The order of a reduction as kernels here can evaluate it; an error at the op where it has none, or leaves for a tensor core.
mlir::FailureOr<order::Order> getKernelOrder(OrderedOpInterface op);

} // namespace det::cuda

#endif // DET_TRANSFORMS_LOWER_CUDA_KERNELS_H
