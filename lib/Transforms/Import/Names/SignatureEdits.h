// Changes to the arguments and results of @main before they have names.
#ifndef DET_LIB_TRANSFORMS_IMPORT_NAMES_SIGNATUREEDITS_H
#define DET_LIB_TRANSFORMS_IMPORT_NAMES_SIGNATUREEDITS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace det::import {

/// Arguments say by number which result takes their buffer (`tf.aliasing_output`). Rewrites the numbers after results have
/// moved: result i is now at `places[i]`, and is gone where that is negative. Other numbers stay.
void renumberAliases(mlir::func::FuncOp main, llvm::ArrayRef<int64_t> places);

} // namespace det::import

#endif // DET_LIB_TRANSFORMS_IMPORT_NAMES_SIGNATUREEDITS_H
