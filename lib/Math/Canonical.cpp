// Builds the canonicalisation of NaNs.
#include "det/Math/Canonical.h"

#include "ByteFloats.h"
#include "Expr.h"

#include "mlir/IR/BuiltinTypes.h"

namespace det::math {

mlir::Value buildCanonicalNaN(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value) {
  Expr x(builder, loc, value);
  if (!x.isFloat())
    return {};
  if (isByteFloat(x.element())) {
    // Of the small formats only those with an infinity, or with a signed NaN, have several.
    ByteFormat format = byteFormatOf(x.element());
    if (!format.hasNaN || !format.hasMinusZero)
      return value;
    Expr raw = bits(x);
    Expr isNaN = (raw & x.magnitudeMask()) > format.greatest + (format.hasInfinity ? 1 : 0);
    return bitsToFloat(select(isNaN, format.nan, raw), x.element()).get();
  }
  // On the bits, not by x != x: LLVM holds the payload of a NaN to be unobservable and folds (sqrt(x) is NaN ? NaN : sqrt(x)) to
  // sqrt(x).
  Expr raw = bits(x);
  Expr isNaN = (raw & x.magnitudeMask()) > bits(x.infinity());
  return bitsToFloat(select(isNaN, x.magnitudeMask(), raw), x.element()).get();
}

} // namespace det::math
