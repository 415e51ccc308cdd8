// From kernels as bitcode to a shared object.
#ifndef DET_TRANSFORMS_LOWER_HOST_COMPILEKERNELS_H
#define DET_TRANSFORMS_LOWER_HOST_COMPILEKERNELS_H

#include "det/Transforms/Lower/Host.h"
#include "llvm/Support/Error.h"

namespace det {

/// Compiles bitcode for an instruction set: no contraction, no fast-math, no library calls. Gives a relocatable ELF object.
/// Thread-safe.
llvm::Expected<std::string> emitObject(llvm::StringRef bitcode, Isa isa);

/// An error that names what an ELF object needs from outside, or success.
llvm::Error checkClosed(llvm::StringRef object);

/// Links one object into a shared object. Not thread-safe: the linker has global state.
llvm::Expected<std::string> linkShared(llvm::StringRef object);

} // namespace det

#endif // DET_TRANSFORMS_LOWER_HOST_COMPILEKERNELS_H
