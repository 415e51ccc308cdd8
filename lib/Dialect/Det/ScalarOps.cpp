// ScalarOpInterface: what each elementwise op computes on one element.
#include "det/Dialect/Det/Det.h"
#include "det/Math/Canonical.h"
#include "det/Math/Elementary.h"
#include "det/Math/Scalar.h"

using namespace mlir;

namespace det {

namespace {

Type elementOf(Value value) { return cast<RankedTensorType>(value.getType()).getElementType(); }
bool isFloat(Type type) { return isa<FloatType>(type); }
/// Signless integers are signed; booleans are unsigned.
bool isSigned(Type type) { return isa<IntegerType>(type) && !type.isUnsignedInteger() && !type.isInteger(1); }
Type scalarOf(Value value) { return getElementTypeOrSelf(value.getType()); }
/// `element` in the shape of `like`.
Type shapedLike(Value like, Type element) {
  auto vector = dyn_cast<VectorType>(like.getType());
  return vector ? Type(vector.clone(element)) : element;
}
bool isNarrow(Type type) { return isFloat(type) && type.getIntOrFloatBitWidth() < 32; }
/// Small floats, whose sign is not always a bit of its own.
bool isByte(Type type) { return isFloat(type) && type.getIntOrFloatBitWidth() <= 8; }

using BinaryBuilder = llvm::function_ref<Value(Value, Value)>;
using UnaryBuilder = llvm::function_ref<Value(Value)>;

/// Floats narrower than f32 are computed in f32 and rounded once: for one operation that is the correctly rounded result.
Value viaF32(OpBuilder &b, Location loc, ValueRange operands, llvm::function_ref<Value(ValueRange)> build) {
  Type type = scalarOf(operands[0]);
  if (!isNarrow(type))
    return build(operands);
  SmallVector<Value> wide;
  for (Value operand : operands) {
    wide.push_back(math::buildConvert(b, loc, operand, false, b.getF32Type(), false));
    if (!wide.back())
      return {};
  }
  Value result = build(wide);
  return result ? math::buildConvert(b, loc, result, false, type, false) : Value();
}

template <class FloatOp, class IntegerOp> Value arithmetic(OpBuilder &b, Location loc, ValueRange operands) {
  if (isFloat(scalarOf(operands[0])))
    return viaF32(b, loc, operands, [&](ValueRange v) -> Value { return FloatOp::create(b, loc, v[0], v[1]); });
  return IntegerOp::create(b, loc, operands[0], operands[1]);
}

Value elementary(OpBuilder &b, Location loc, math::Function function, ValueRange operands) {
  return viaF32(b, loc, operands, [&](ValueRange v) { return math::buildElementary(b, loc, function, v); });
}

Value integerConstant(OpBuilder &b, Location loc, Value like, const APInt &value) {
  Type type = like.getType();
  TypedAttr attr = b.getIntegerAttr(scalarOf(like), value);
  if (auto vector = dyn_cast<VectorType>(type))
    attr = DenseElementsAttr::get(vector, Attribute(attr));
  return arith::ConstantOp::create(b, loc, attr);
}

/// A float's bits through an integer operation with a mask, for sign changes that touch nothing else.
template <class IntegerOp> Value onBits(OpBuilder &b, Location loc, Value value, bool signMask) {
  unsigned width = scalarOf(value).getIntOrFloatBitWidth();
  Value bits = arith::BitcastOp::create(b, loc, shapedLike(value, b.getIntegerType(width)), value);
  APInt mask = signMask ? APInt::getSignedMinValue(width) : APInt::getSignedMaxValue(width);
  return arith::BitcastOp::create(b, loc, value.getType(), IntegerOp::create(b, loc, bits, integerConstant(b, loc, bits, mask)));
}

} // namespace

#define DET_SCALAR(Op) Value Op::buildScalar(OpBuilder &b, Location loc, ValueRange v)
#define DET_ELEMENTARY(Op, FUNCTION) DET_SCALAR(Op) { return elementary(b, loc, math::Function::FUNCTION, v); }

//===-- Elementary functions -----------------------------------------------------------------------------------------===//

DET_ELEMENTARY(SqrtOp, Sqrt)
DET_ELEMENTARY(RsqrtOp, Rsqrt)
DET_ELEMENTARY(CbrtOp, Cbrt)
DET_ELEMENTARY(ExpOp, Exp)
DET_ELEMENTARY(Expm1Op, Expm1)
DET_ELEMENTARY(LogOp, Log)
DET_ELEMENTARY(Log1pOp, Log1p)
DET_ELEMENTARY(TanhOp, Tanh)
DET_ELEMENTARY(LogisticOp, Logistic)
DET_ELEMENTARY(SineOp, Sin)
DET_ELEMENTARY(CosineOp, Cos)
DET_ELEMENTARY(TanOp, Tan)
DET_ELEMENTARY(ErfOp, Erf)
DET_ELEMENTARY(ErfcOp, Erfc)
DET_ELEMENTARY(ErfInvOp, ErfInv)
DET_ELEMENTARY(Exp2Op, Exp2)
DET_ELEMENTARY(Log2Op, Log2)
DET_ELEMENTARY(AsinOp, Asin)
DET_ELEMENTARY(AcosOp, Acos)
DET_ELEMENTARY(AtanOp, Atan)
DET_ELEMENTARY(SinhOp, Sinh)
DET_ELEMENTARY(CoshOp, Cosh)
DET_ELEMENTARY(AsinhOp, Asinh)
DET_ELEMENTARY(AcoshOp, Acosh)
DET_ELEMENTARY(AtanhOp, Atanh)
DET_ELEMENTARY(LgammaOp, Lgamma)
DET_ELEMENTARY(DigammaOp, Digamma)
DET_ELEMENTARY(Atan2Op, Atan2)
DET_SCALAR(PowerOp) {
  if (!isFloat(scalarOf(v[0])))
    return math::buildIntegerPower(b, loc, v[0], v[1], isSigned(elementOf(getLhs())));
  return elementary(b, loc, math::Function::Pow, v);
}

//===-- Signs and rounding -------------------------------------------------------------------------------------------===//

DET_SCALAR(NegateOp) {
  if (isByte(scalarOf(v[0])))
    return viaF32(b, loc, v, [&](ValueRange w) { return onBits<arith::XOrIOp>(b, loc, w[0], true); });
  if (isFloat(scalarOf(v[0])))
    return onBits<arith::XOrIOp>(b, loc, v[0], true);
  return arith::SubIOp::create(b, loc, integerConstant(b, loc, v[0], APInt::getZero(scalarOf(v[0]).getIntOrFloatBitWidth())), v[0]);
}

DET_SCALAR(AbsOp) {
  Type type = elementOf(getOperand());
  if (isByte(type))
    return viaF32(b, loc, v, [&](ValueRange w) { return onBits<arith::AndIOp>(b, loc, w[0], false); });
  if (isFloat(type))
    return onBits<arith::AndIOp>(b, loc, v[0], false);
  if (!isSigned(type))
    return v[0];
  Value zero = integerConstant(b, loc, v[0], APInt::getZero(type.getIntOrFloatBitWidth()));
  Value negative = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, v[0], zero);
  return arith::SelectOp::create(b, loc, negative, arith::SubIOp::create(b, loc, zero, v[0]), v[0]);
}

DET_SCALAR(SignOp) {
  return viaF32(b, loc, v, [&](ValueRange w) { return math::buildSign(b, loc, w[0], isSigned(elementOf(getOperand()))); });
}

#define DET_ROUND(Op, MODE)                                                                                                     \
  DET_SCALAR(Op) {                                                                                                              \
    return viaF32(b, loc, v, [&](ValueRange w) { return math::buildRound(b, loc, math::Rounding::MODE, w[0]); });               \
  }
DET_ROUND(FloorOp, Floor)
DET_ROUND(CeilOp, Ceil)
DET_ROUND(RoundNearestEvenOp, NearestEven)
DET_ROUND(RoundNearestAwayOp, NearestAway)
#undef DET_ROUND

//===-- Arithmetic ---------------------------------------------------------------------------------------------------===//

DET_SCALAR(AddOp) {
  if (scalarOf(v[0]).isInteger(1))
    return arith::OrIOp::create(b, loc, v[0], v[1]);
  return arithmetic<arith::AddFOp, arith::AddIOp>(b, loc, v);
}

DET_SCALAR(SubtractOp) { return arithmetic<arith::SubFOp, arith::SubIOp>(b, loc, v); }

DET_SCALAR(MultiplyOp) { return arithmetic<arith::MulFOp, arith::MulIOp>(b, loc, v); }

DET_SCALAR(DivideOp) {
  if (!isFloat(scalarOf(v[0])))
    return math::buildIntegerDivide(b, loc, v[0], v[1], isSigned(elementOf(getLhs())));
  return viaF32(b, loc, v, [&](ValueRange w) -> Value { return arith::DivFOp::create(b, loc, w[0], w[1]); });
}

DET_SCALAR(RemainderOp) {
  if (!isFloat(scalarOf(v[0])))
    return math::buildIntegerRemainder(b, loc, v[0], v[1], isSigned(elementOf(getLhs())));
  return viaF32(b, loc, v, [&](ValueRange w) { return math::buildFloatRemainder(b, loc, w[0], w[1]); });
}

DET_SCALAR(MaximumOp) {
  return viaF32(b, loc, v, [&](ValueRange w) { return math::buildMaximum(b, loc, w[0], w[1], isSigned(elementOf(getLhs()))); });
}

DET_SCALAR(MinimumOp) {
  return viaF32(b, loc, v, [&](ValueRange w) { return math::buildMinimum(b, loc, w[0], w[1], isSigned(elementOf(getLhs()))); });
}

DET_SCALAR(ClampOp) {
  bool sign = isSigned(elementOf(getOperand()));
  return viaF32(b, loc, v, [&](ValueRange w) {
    return math::buildMinimum(b, loc, math::buildMaximum(b, loc, w[1], w[0], sign), w[2], sign);
  });
}

//===-- Bits ---------------------------------------------------------------------------------------------------------===//

DET_SCALAR(NotOp) {
  return arith::XOrIOp::create(b, loc, v[0], integerConstant(b, loc, v[0], APInt::getAllOnes(scalarOf(v[0]).getIntOrFloatBitWidth())));
}
DET_SCALAR(AndOp) { return arith::AndIOp::create(b, loc, v[0], v[1]); }
DET_SCALAR(OrOp) { return arith::OrIOp::create(b, loc, v[0], v[1]); }
DET_SCALAR(XorOp) { return arith::XOrIOp::create(b, loc, v[0], v[1]); }
DET_SCALAR(ShiftLeftOp) { return math::buildShift(b, loc, math::Shift::Left, v[0], v[1]); }
DET_SCALAR(ShiftRightLogicalOp) { return math::buildShift(b, loc, math::Shift::RightLogical, v[0], v[1]); }
DET_SCALAR(ShiftRightArithmeticOp) { return math::buildShift(b, loc, math::Shift::RightArithmetic, v[0], v[1]); }
DET_SCALAR(PopulationCountOp) { return mlir::math::CtPopOp::create(b, loc, v[0]); }
DET_SCALAR(CountLeadingZerosOp) { return mlir::math::CountLeadingZerosOp::create(b, loc, v[0]); }

DET_SCALAR(BitcastConvertOp) {
  Type to = elementOf(getResult());
  if (elementOf(getOperand()).getIntOrFloatBitWidth() != to.getIntOrFloatBitWidth())
    return {};
  Value source = v[0];
  if (isFloat(scalarOf(source)))
    source = math::buildCanonicalNaN(b, loc, source);
  if (!source)
    return {};
  Type target = isFloat(to) ? to : Type(b.getIntegerType(to.getIntOrFloatBitWidth()));
  Type type = shapedLike(source, target);
  Value result = source.getType() == type ? source : arith::BitcastOp::create(b, loc, type, source).getResult();
  return isFloat(to) ? math::buildCanonicalNaN(b, loc, result) : result;
}

//===-- Predicates and conversions -----------------------------------------------------------------------------------===//

DET_SCALAR(ReducePrecisionOp) {
  // A small float has its own few exponents: only fewer than these leave the range of f32.
  Type type = scalarOf(v[0]);
  int64_t exponent = getExponentBits();
  if (isByte(type) && exponent >= 8 - int64_t(cast<FloatType>(type).getFPMantissaWidth()))
    exponent = 8;
  auto build = [&](ValueRange w) { return math::buildReducePrecision(b, loc, w[0], exponent, getMantissaBits()); };
  return isByte(type) ? viaF32(b, loc, v, build) : build(v);
}

DET_SCALAR(IsFiniteOp) {
  Value x = isByte(scalarOf(v[0])) ? math::buildConvert(b, loc, v[0], false, b.getF32Type(), false) : v[0];
  return x ? math::buildIsFinite(b, loc, x) : Value();
}

/// Narrow floats are chosen by their bits: LLVM would widen bf16, and narrow it again by a library call.
DET_SCALAR(SelectOp) {
  if (!isNarrow(scalarOf(v[1])))
    return arith::SelectOp::create(b, loc, v[0], v[1], v[2]);
  Type bits = shapedLike(v[1], b.getIntegerType(scalarOf(v[1]).getIntOrFloatBitWidth()));
  Value yes = arith::BitcastOp::create(b, loc, bits, v[1]), no = arith::BitcastOp::create(b, loc, bits, v[2]);
  return arith::BitcastOp::create(b, loc, v[1].getType(), arith::SelectOp::create(b, loc, v[0], yes, no));
}

DET_SCALAR(ConvertOp) {
  Type from = elementOf(getOperand()), to = elementOf(getResult());
  return math::buildConvert(b, loc, v[0], isSigned(from), to, isSigned(to));
}

DET_SCALAR(CompareOp) {
  Type type = elementOf(getLhs());
  SmallVector<Value> operands(v);
  // In the order of Comparison: eq, ne, lt, le, gt, ge.
  constexpr arith::CmpFPredicate onFloats[] = {arith::CmpFPredicate::OEQ, arith::CmpFPredicate::UNE, arith::CmpFPredicate::OLT,
                                               arith::CmpFPredicate::OLE, arith::CmpFPredicate::OGT, arith::CmpFPredicate::OGE};
  constexpr arith::CmpIPredicate onSigned[] = {arith::CmpIPredicate::eq,  arith::CmpIPredicate::ne,  arith::CmpIPredicate::slt,
                                               arith::CmpIPredicate::sle, arith::CmpIPredicate::sgt, arith::CmpIPredicate::sge};
  constexpr arith::CmpIPredicate onUnsigned[] = {arith::CmpIPredicate::eq,  arith::CmpIPredicate::ne,  arith::CmpIPredicate::ult,
                                                 arith::CmpIPredicate::ule, arith::CmpIPredicate::ugt, arith::CmpIPredicate::uge};
  size_t direction = static_cast<size_t>(getDirection());
  if (isFloat(type) && !getTotalOrder()) {
    for (Value &operand : operands)
      if (isNarrow(type) && !(operand = math::buildConvert(b, loc, operand, false, b.getF32Type(), false)))
        return {};
    return arith::CmpFOp::create(b, loc, onFloats[direction], operands[0], operands[1]);
  }
  if (isFloat(type))
    for (Value &operand : operands)
      operand = math::buildTotalOrderKey(b, loc, math::buildCanonicalNaN(b, loc, operand));
  bool sign = isFloat(type) || isSigned(type);
  return arith::CmpIOp::create(b, loc, sign ? onSigned[direction] : onUnsigned[direction], operands[0], operands[1]);
}

#undef DET_ELEMENTARY
#undef DET_SCALAR

} // namespace det
