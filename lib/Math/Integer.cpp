// Integer semantics without poison: division, remainder, shifts.
#include "Expr.h"

#include "det/Math/Scalar.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace det::math {

/// A divisor that is neither 0 nor the -1 that overflows; 1 in their place.
static Expr safeDivisor(Expr a, Expr b, bool isSigned) {
  Expr unsafe = equal(b, 0);
  if (isSigned) {
    Expr smallest = a.integer(APInt::getSignedMinValue(a.width()).getSExtValue());
    unsafe = unsafe | (equal(a, smallest) & equal(b, -1));
  }
  return select(unsafe, 1, b);
}

Value buildIntegerDivide(OpBuilder &builder, Location loc, Value left, Value right, bool isSigned) {
  Expr a(builder, loc, left), b(builder, loc, right);
  if (a.isFloat())
    return {};
  Expr divisor = safeDivisor(a, b, isSigned);
  Value quotient = isSigned ? arith::DivSIOp::create(builder, loc, left, divisor.get()).getResult()
                            : arith::DivUIOp::create(builder, loc, left, divisor.get()).getResult();
  return select(equal(b, 0), -1, a.with(quotient)).get();
}

Value buildIntegerRemainder(OpBuilder &builder, Location loc, Value left, Value right, bool isSigned) {
  Expr a(builder, loc, left), b(builder, loc, right);
  if (a.isFloat())
    return {};
  Expr divisor = safeDivisor(a, b, isSigned);
  Value remainder = isSigned ? arith::RemSIOp::create(builder, loc, left, divisor.get()).getResult()
                             : arith::RemUIOp::create(builder, loc, left, divisor.get()).getResult();
  return select(equal(b, 0), a, a.with(remainder)).get();
}

Value buildShift(OpBuilder &builder, Location loc, Shift shift, Value value, Value amountValue) {
  Expr x(builder, loc, value), amount(builder, loc, amountValue);
  if (x.isFloat())
    return {};
  Expr inside = below(amount, static_cast<int64_t>(x.width()));
  // The sign fills the word when it is shifted by width - 1.
  Expr safe = select(inside, amount, amount.integer(shift == Shift::RightArithmetic ? x.width() - 1 : 0));
  switch (shift) {
  case Shift::Left:
    return select(inside, x.with(arith::ShLIOp::create(builder, loc, value, safe.get())), 0).get();
  case Shift::RightLogical:
    return select(inside, x.with(arith::ShRUIOp::create(builder, loc, value, safe.get())), 0).get();
  case Shift::RightArithmetic:
    return arith::ShRSIOp::create(builder, loc, value, safe.get());
  }
  return {};
}

} // namespace det::math
