// Maximum, minimum, sign and other questions about the size of a number.
#include "Expr.h"

#include "det/Math/Scalar.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace det::math {

static Value buildIntegerExtreme(OpBuilder &builder, Location loc, Value a, Value b, arith::CmpIPredicate predicate) {
  return arith::SelectOp::create(builder, loc, arith::CmpIOp::create(builder, loc, predicate, a, b), a, b);
}

/// `first` holds where a is the extreme; of equal numbers, which may be zeros of both signs, `zeros` joins the bits.
static Value buildFloatExtreme(Expr a, Expr b, Expr first, Expr zeros) {
  Expr joined = a.with(arith::BitcastOp::create(a.ops(), a.where(), a.type(), zeros.get()));
  Expr extreme = select(equal(a, b), joined, select(first, a, b));
  return select(notEqual(a, a), a, extreme).get();
}

Value buildMaximum(OpBuilder &builder, Location loc, Value left, Value right, bool isSigned) {
  Expr a(builder, loc, left), b(builder, loc, right);
  if (a.isFloat())
    return buildFloatExtreme(a, b, a > b, bits(a) & bits(b));
  return buildIntegerExtreme(builder, loc, left, right, isSigned ? arith::CmpIPredicate::sgt : arith::CmpIPredicate::ugt);
}

Value buildMinimum(OpBuilder &builder, Location loc, Value left, Value right, bool isSigned) {
  Expr a(builder, loc, left), b(builder, loc, right);
  if (a.isFloat())
    return buildFloatExtreme(a, b, a < b, bits(a) | bits(b));
  return buildIntegerExtreme(builder, loc, left, right, isSigned ? arith::CmpIPredicate::slt : arith::CmpIPredicate::ult);
}

Value buildSign(OpBuilder &builder, Location loc, Value value, bool isSigned) {
  Expr x(builder, loc, value);
  if (!x.isFloat() && !isSigned)
    return select(equal(x, 0), 0, x.integer(1)).get();
  return select(x > 0, 1, select(x < 0, -1, x)).get();
}

Value buildIsFinite(OpBuilder &builder, Location loc, Value value) {
  Expr x(builder, loc, value);
  if (!x.isFloat())
    return {};
  Expr raw = bits(x), infinity = bits(x.infinity());
  Expr magnitude = raw & raw.integer(APInt::getSignedMaxValue(x.width()).getSExtValue());
  return (magnitude < infinity).get();
}

Value buildTotalOrderKey(OpBuilder &builder, Location loc, Value value) {
  Expr x(builder, loc, value);
  if (!x.isFloat())
    return {};
  // Negative numbers order the other way round: flip all bits but the sign.
  Expr raw = bits(x);
  Expr flip = shiftRightSigned(raw, x.width() - 1) & raw.integer(APInt::getSignedMaxValue(x.width()).getSExtValue());
  return (raw ^ flip).get();
}

} // namespace det::math
