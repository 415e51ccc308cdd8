// From kernels as MLIR to LLVM IR.
#ifndef DET_TRANSFORMS_LOWER_KERNELS_EMITBITCODE_H
#define DET_TRANSFORMS_LOWER_KERNELS_EMITBITCODE_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"
#include <string>

namespace det {

/// Lowers a module of kernels to LLVM IR and gives it as bitcode, for no machine yet. The module is consumed.
llvm::Expected<std::string> emitBitcode(mlir::ModuleOp module);

} // namespace det

#endif // DET_TRANSFORMS_LOWER_KERNELS_EMITBITCODE_H
