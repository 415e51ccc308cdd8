// Integer division, remainder and shifts, total on all operands.
#include "det/Math/Scalar.h"

#include "Expr.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace arith = mlir::arith;

namespace det::math {

namespace {
/// Operands with the two undefined cases replaced by x / 1, which is the wanted result for the smallest by -1.
struct Division {
  Expr dividend;
  Expr divisor;
  Expr byZero;
};
} // namespace

static Division guard(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value a, mlir::Value b, bool isSigned) {
  Expr x(builder, loc, a), y(builder, loc, b);
  Expr byZero = equal(y, 0);
  Expr undefined = byZero;
  if (isSigned)
    undefined = byZero | (equal(x, int64_t(uint64_t(1) << (x.width() - 1))) & equal(y, -1));
  return {x, select(undefined, 1, y), byZero};
}

template <typename SignedOp, typename UnsignedOp> static Expr apply(const Division &d, bool isSigned) {
  mlir::OpBuilder &builder = d.dividend.ops();
  mlir::Location loc = d.dividend.where();
  if (isSigned)
    return d.dividend.with(SignedOp::create(builder, loc, d.dividend.get(), d.divisor.get()));
  return d.dividend.with(UnsignedOp::create(builder, loc, d.dividend.get(), d.divisor.get()));
}

mlir::Value buildIntegerDivide(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value a, mlir::Value b, bool isSigned) {
  if (Expr(builder, loc, a).isFloat())
    return {};
  Division d = guard(builder, loc, a, b, isSigned);
  return select(d.byZero, -1, apply<arith::DivSIOp, arith::DivUIOp>(d, isSigned)).get();
}

mlir::Value buildIntegerRemainder(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value a, mlir::Value b, bool isSigned) {
  if (Expr(builder, loc, a).isFloat())
    return {};
  Division d = guard(builder, loc, a, b, isSigned);
  return select(d.byZero, d.dividend, apply<arith::RemSIOp, arith::RemUIOp>(d, isSigned)).get();
}

mlir::Value buildIntegerPower(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value base, mlir::Value exponent,
                              bool isSigned) {
  Expr x(builder, loc, base), y(builder, loc, exponent);
  if (x.isFloat())
    return {};
  // Squares for each bit of the exponent. A signed one below 0 has its uppermost bit set, and is answered apart.
  Expr result = x.constant(1), square = x;
  unsigned width = isSigned ? x.width() - 1 : x.width();
  for (unsigned bit = 0; bit < width; ++bit) {
    result = select(equal(shiftRightUnsigned(y, bit) & 1, 1), result * square, result);
    square = square * square;
  }
  if (!isSigned)
    return result.get();
  Expr odd = equal(y & 1, 1);
  Expr ofMinusOne = select(odd, -1, x.constant(1));
  Expr inverse = select(equal(x, 1), 1, select(equal(x, -1), ofMinusOne, 0));
  return select(y < 0, inverse, result).get();
}

mlir::Value buildShift(mlir::OpBuilder &builder, mlir::Location loc, Shift shift, mlir::Value value, mlir::Value amount) {
  Expr x(builder, loc, value), n(builder, loc, amount);
  if (x.isFloat())
    return {};
  Expr inside = below(n, x.width());
  if (shift == Shift::RightArithmetic)
    return arith::ShRSIOp::create(builder, loc, value, select(inside, n, x.width() - 1).get());
  mlir::Value safe = select(inside, n, 0).get();
  mlir::Value shifted = shift == Shift::Left ? arith::ShLIOp::create(builder, loc, value, safe).getResult()
                                             : arith::ShRUIOp::create(builder, loc, value, safe).getResult();
  return select(inside, x.with(shifted), 0).get();
}

} // namespace det::math
