// Exact folds: from an operation on constants to the constant, or from an operation without effect to its operand.
#ifndef DET_LIB_TRANSFORMS_IMPORT_NORMALIZE_FOLDS_H
#define DET_LIB_TRANSFORMS_IMPORT_NORMALIZE_FOLDS_H

#include "det/Dialect/Det/Det.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/StringMap.h"

namespace det::import {

/// What an operation with one result folds to: nothing, an existing value, or a constant.
using Folded = mlir::OpFoldResult;
using Fold = Folded (*)(mlir::Operation *);

/// Elements that a fold may write out; a splat counts as one.
constexpr int64_t kMaxFoldedElements = 4096;

/// The constant behind a value, or null.
mlir::DenseElementsAttr constantOf(mlir::Value value);

/// The type of an operation's only result.
mlir::RankedTensorType resultType(mlir::Operation *op);

/// Adds the folds of a family, by det operation name (`det.slice`).
void addMovementFolds(llvm::StringMap<Fold> &folds);
void addElementwiseFolds(llvm::StringMap<Fold> &folds);

} // namespace det::import

#endif // DET_LIB_TRANSFORMS_IMPORT_NORMALIZE_FOLDS_H
