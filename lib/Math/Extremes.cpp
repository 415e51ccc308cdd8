// maximum, minimum, sign, is_finite and the key of the total order: comparisons whose corner cases hardware disagrees on.
#include "det/Math/Scalar.h"

#include "Expr.h"

namespace det::math {

/// The corner cases are decided by compares and bits: x86, PTX and LLVM each have another idea of max(-0, +0) and of NaN.
static Expr extremeOfFloats(Expr a, Expr b, bool greater) {
  Expr first = greater ? a > b : a < b;
  Expr second = greater ? a < b : a > b;
  // Equal floats have equal bits but for the zeros.
  Expr tie = bitsToFloat(greater ? bits(a) & bits(b) : bits(a) | bits(b), a.element());
  Expr ordered = select(first, a, select(second, b, a.nan()));
  return select(equal(a, b), tie, ordered);
}

static Expr extremeOfIntegers(Expr a, Expr b, bool greater, bool isSigned) {
  Expr less = isSigned ? a < b : below(a, b);
  return greater ? select(less, b, a) : select(less, a, b);
}

static mlir::Value buildExtreme(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value a, mlir::Value b, bool greater,
                                bool isSigned) {
  Expr x(builder, loc, a), y(builder, loc, b);
  if (!x.isFloat())
    return extremeOfIntegers(x, y, greater, isSigned).get();
  if (!x.element().isF32() && !x.element().isF64())
    return {};
  return extremeOfFloats(x, y, greater).get();
}

mlir::Value buildMaximum(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value a, mlir::Value b, bool isSigned) {
  return buildExtreme(builder, loc, a, b, true, isSigned);
}

mlir::Value buildMinimum(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value a, mlir::Value b, bool isSigned) {
  return buildExtreme(builder, loc, a, b, false, isSigned);
}

mlir::Value buildSign(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value, bool isSigned) {
  Expr x(builder, loc, value);
  if (x.isFloat() && !x.element().isF32() && !x.element().isF64())
    return {};
  if (!x.isFloat() && !isSigned)
    return select(equal(x, 0), x, x.constant(1)).get();
  return select(x > 0, 1, select(x < 0, -1, x)).get();
}

mlir::Value buildIsFinite(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value) {
  Expr x(builder, loc, value);
  if (!x.isFloat())
    return {};
  Expr infinity = bits(x.infinity());
  return ((bits(x) & x.magnitudeMask()) < infinity).get();
}

mlir::Value buildTotalOrderKey(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value) {
  Expr x(builder, loc, value);
  if (!x.isFloat())
    return {};
  // Negative floats order by falling magnitude.
  Expr raw = bits(x);
  return (raw ^ (shiftRightSigned(raw, x.width() - 1) & x.magnitudeMask())).get();
}

} // namespace det::math
