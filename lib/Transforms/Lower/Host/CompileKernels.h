// From kernels as MLIR to a shared object.
#ifndef DET_TRANSFORMS_LOWER_HOST_COMPILEKERNELS_H
#define DET_TRANSFORMS_LOWER_HOST_COMPILEKERNELS_H

#include "det/Transforms/Lower/KernelLibrary.h"
#include "llvm/Support/Error.h"

namespace det {

/// Lowers a module of kernels to LLVM IR and gives it as bitcode. The module is consumed.
llvm::Expected<std::string> emitBitcode(mlir::ModuleOp module);

/// Compiles bitcode for an instruction set: no contraction, no fast-math, no library calls. Gives a relocatable ELF object.
/// Thread-safe.
llvm::Expected<std::string> emitObject(llvm::StringRef bitcode, Isa isa);

/// An error that names what an ELF object needs from outside, or success.
llvm::Error checkClosed(llvm::StringRef object);

/// Links one object into a shared object. Not thread-safe: the linker has global state.
llvm::Expected<std::string> linkShared(llvm::StringRef object);

} // namespace det

#endif // DET_TRANSFORMS_LOWER_HOST_COMPILEKERNELS_H
