// Constant tensors of the det dialect.
#ifndef DET_LIB_TRANSFORMS_IMPORT_CONSTANTS_H
#define DET_LIB_TRANSFORMS_IMPORT_CONSTANTS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/APFloat.h"

namespace det::import {

/// The same value, or the canonical NaN (all bits set but the sign) in place of any NaN.
llvm::APFloat canonical(const llvm::APFloat &value);

/// The same elements with every NaN canonical.
mlir::DenseElementsAttr canonicalNaNs(mlir::DenseElementsAttr value);

} // namespace det::import

#endif // DET_LIB_TRANSFORMS_IMPORT_CONSTANTS_H
