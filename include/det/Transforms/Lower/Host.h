// Kernels for CPUs: one shared object per instruction set.
#ifndef DET_TRANSFORMS_LOWER_HOST_H
#define DET_TRANSFORMS_LOWER_HOST_H

#include "det/Transforms/Lower/KernelLibrary.h"

namespace det {

/// Instruction sets that kernels are compiled for: x86-64-v3 (AVX2, FMA) and x86-64-v4 (AVX-512). Both give the same bits.
enum class Isa : uint8_t { v3, v4 };

/// Compiles all kernels of a library for the host: an ELF shared object per instruction set. Fails, with an error at the
/// library's module, if the code needs a symbol from outside.
mlir::FailureOr<CompiledKernels> compileForHost(const KernelLibrary &kernels, llvm::ArrayRef<Isa> isas);

} // namespace det

#endif // DET_TRANSFORMS_LOWER_HOST_H
