// Operations that mean an expression of simpler ones.
#ifndef DET_LIB_TRANSFORMS_IMPORT_CONVERT_DECOMPOSE_H
#define DET_LIB_TRANSFORMS_IMPORT_CONVERT_DECOMPOSE_H

#include "Converters.h"
#include "Formula.h"

namespace det::import {

/// Makes the terms that the results of an operation are, or reports an error.
using Decomposition = llvm::function_ref<mlir::LogicalResult(Maker &, llvm::SmallVectorImpl<Term> &)>;

/// Replaces the operation by what `decompose` makes, and converts that.
mlir::LogicalResult decompose(const Conversion &c, Decomposition decompose);

} // namespace det::import

#endif // DET_LIB_TRANSFORMS_IMPORT_CONVERT_DECOMPOSE_H
