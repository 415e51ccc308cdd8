// The one NaN that det stores.
#ifndef DET_MATH_CANONICAL_H
#define DET_MATH_CANONICAL_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/Value.h"

namespace det::math {

/// Replaces every NaN in `value` by the canonical one: all bits set but the sign (f32: 0x7fffffff). Hardware disagrees on the
/// sign and the payload of the NaNs that it produces, so each float that is stored, compared bit by bit or fingerprinted passes
/// here.
///
/// `value` is of any float type or a vector of one; other types return null. Small formats with a single NaN stay as they are. Built on the bits, as an
/// integer mask, compare and select: written with floats, LLVM drops it where only the payload would change.
mlir::Value buildCanonicalNaN(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value);

} // namespace det::math

#endif
