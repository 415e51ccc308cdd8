// Builds the canonicalisation of NaNs.
#include "det/Math/Canonical.h"

#include "Expr.h"

#include "mlir/IR/BuiltinTypes.h"

namespace det::math {

mlir::Value buildCanonicalNaN(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value) {
  Expr x(builder, loc, value);
  mlir::Type element = x.element();
  if (element.isF32() || element.isF64())
    return select(notEqual(x, x), x.nan(), x).get();
  if (!element.isBF16() && !element.isF16())
    return {};
  // A compare of 16-bit floats would be widened by some targets and not by others.
  Expr raw = bits(x);
  Expr infinity = raw.integer(element.isBF16() ? 0x7f80 : 0x7c00);
  Expr canonical = select(infinity < (raw & 0x7fff), 0x7fff, raw);
  return canonical.with(mlir::arith::BitcastOp::create(builder, loc, value.getType(), canonical.get())).get();
}

} // namespace det::math
