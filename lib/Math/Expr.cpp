// Builds the operations behind the expression notation.
#include "Expr.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinTypes.h"

namespace arith = mlir::arith;

namespace det::math {

mlir::Type Expr::element() const { return mlir::getElementTypeOrSelf(value.getType()); }
unsigned Expr::width() const { return element().getIntOrFloatBitWidth(); }
bool Expr::isFloat() const { return llvm::isa<mlir::FloatType>(element()); }

mlir::Type Expr::withElement(mlir::Type element) const {
  if (auto vector = llvm::dyn_cast<mlir::VectorType>(value.getType()))
    return vector.clone(element);
  return element;
}

static Expr splat(const Expr &like, mlir::TypedAttr number) {
  mlir::TypedAttr attribute = number;
  if (auto vector = llvm::dyn_cast<mlir::VectorType>(like.type()))
    attribute = mlir::DenseElementsAttr::get(vector, mlir::Attribute(number));
  return like.with(arith::ConstantOp::create(like.ops(), like.where(), attribute));
}

static Expr splat(const Expr &like, const llvm::APFloat &number) {
  return splat(like, mlir::FloatAttr::get(like.element(), number));
}

Expr Expr::floating(double number) const {
  auto format = llvm::cast<mlir::FloatType>(element());
  llvm::APFloat rounded(number);
  bool lossy = false;
  rounded.convert(format.getFloatSemantics(), llvm::APFloat::rmNearestTiesToEven, &lossy);
  return splat(*this, rounded);
}

Expr Expr::integer(int64_t number) const {
  llvm::APInt wrapped = llvm::APInt(64, static_cast<uint64_t>(number)).sextOrTrunc(width());
  return splat(*this, mlir::IntegerAttr::get(element(), wrapped));
}

Expr Expr::infinity() const {
  return splat(*this, llvm::APFloat::getInf(llvm::cast<mlir::FloatType>(element()).getFloatSemantics()));
}

Expr Expr::nan() const {
  const llvm::fltSemantics &format = llvm::cast<mlir::FloatType>(element()).getFloatSemantics();
  return splat(*this, llvm::APFloat(format, llvm::APInt::getSignedMaxValue(llvm::APFloat::getSizeInBits(format))));
}

template <typename Op> static Expr build(Expr a, Expr b) { return a.with(Op::create(a.ops(), a.where(), a.get(), b.get())); }

template <typename FloatOp, typename IntegerOp> static Expr buildEither(Expr a, Expr b) {
  return a.isFloat() ? build<FloatOp>(a, b) : build<IntegerOp>(a, b);
}

Expr operator+(Expr a, Expr b) { return buildEither<arith::AddFOp, arith::AddIOp>(a, b); }
Expr operator-(Expr a, Expr b) { return buildEither<arith::SubFOp, arith::SubIOp>(a, b); }
Expr operator*(Expr a, Expr b) { return buildEither<arith::MulFOp, arith::MulIOp>(a, b); }
Expr operator/(Expr a, Expr b) { return build<arith::DivFOp>(a, b); }
Expr operator&(Expr a, Expr b) { return build<arith::AndIOp>(a, b); }
Expr operator|(Expr a, Expr b) { return build<arith::OrIOp>(a, b); }
Expr operator^(Expr a, Expr b) { return build<arith::XOrIOp>(a, b); }

static Expr compare(Expr a, Expr b, arith::CmpFPredicate ofFloats, arith::CmpIPredicate ofIntegers) {
  if (a.isFloat())
    return a.with(arith::CmpFOp::create(a.ops(), a.where(), ofFloats, a.get(), b.get()));
  return a.with(arith::CmpIOp::create(a.ops(), a.where(), ofIntegers, a.get(), b.get()));
}

Expr operator<(Expr a, Expr b) { return compare(a, b, arith::CmpFPredicate::OLT, arith::CmpIPredicate::slt); }
Expr operator<=(Expr a, Expr b) { return compare(a, b, arith::CmpFPredicate::OLE, arith::CmpIPredicate::sle); }
Expr operator>(Expr a, Expr b) { return compare(a, b, arith::CmpFPredicate::OGT, arith::CmpIPredicate::sgt); }
Expr operator>=(Expr a, Expr b) { return compare(a, b, arith::CmpFPredicate::OGE, arith::CmpIPredicate::sge); }
Expr equal(Expr a, Expr b) { return compare(a, b, arith::CmpFPredicate::OEQ, arith::CmpIPredicate::eq); }
Expr notEqual(Expr a, Expr b) { return compare(a, b, arith::CmpFPredicate::UNE, arith::CmpIPredicate::ne); }
Expr below(Expr a, Expr b) {
  return a.with(arith::CmpIOp::create(a.ops(), a.where(), arith::CmpIPredicate::ult, a.get(), b.get()));
}

Expr select(Expr condition, Expr yes, Expr no) {
  return yes.with(arith::SelectOp::create(yes.ops(), yes.where(), condition.get(), yes.get(), no.get()));
}

Expr fma(Expr a, Expr b, Expr c) { return a.with(mlir::math::FmaOp::create(a.ops(), a.where(), a.get(), b.get(), c.get())); }
Expr sqrt(Expr a) { return a.with(mlir::math::SqrtOp::create(a.ops(), a.where(), a.get())); }

Expr shiftLeft(Expr a, unsigned amount) { return build<arith::ShLIOp>(a, a.integer(amount)); }
Expr shiftRightSigned(Expr a, unsigned amount) { return build<arith::ShRSIOp>(a, a.integer(amount)); }
Expr shiftRightUnsigned(Expr a, unsigned amount) { return build<arith::ShRUIOp>(a, a.integer(amount)); }
Expr shiftLeft(Expr a, Expr amount) { return build<arith::ShLIOp>(a, amount); }
Expr shiftRightUnsigned(Expr a, Expr amount) { return build<arith::ShRUIOp>(a, amount); }

template <typename Op> static Expr convert(Expr a, mlir::Type element) {
  return a.with(Op::create(a.ops(), a.where(), a.withElement(element), a.get()));
}

Expr bits(Expr a) { return convert<arith::BitcastOp>(a, a.ops().getIntegerType(a.width())); }

Expr asFloat(Expr a) { return bitsToFloat(a, a.width() == 64 ? mlir::Type(a.ops().getF64Type()) : a.ops().getF32Type()); }
Expr bitsToFloat(Expr a, mlir::Type element) { return convert<arith::BitcastOp>(a, element); }

Expr extendFloat(Expr a, mlir::Type element) { return convert<arith::ExtFOp>(a, element); }
Expr truncateFloat(Expr a, mlir::Type element) { return convert<arith::TruncFOp>(a, element); }
Expr signedToFloat(Expr a, mlir::Type element) { return convert<arith::SIToFPOp>(a, element); }
Expr truncateInteger(Expr a, mlir::Type element) { return convert<arith::TruncIOp>(a, element); }
Expr extendSigned(Expr a, mlir::Type element) { return convert<arith::ExtSIOp>(a, element); }
Expr extendUnsigned(Expr a, mlir::Type element) { return convert<arith::ExtUIOp>(a, element); }
Expr toF64(Expr a) { return extendFloat(a, a.ops().getF64Type()); }
Expr toF32(Expr a) { return truncateFloat(a, a.ops().getF32Type()); }

static Expr signMask(Expr integer) { return integer.integer(static_cast<int64_t>(uint64_t(1) << (integer.width() - 1))); }

Expr negate(Expr a) {
  Expr raw = bits(a);
  return asFloat(raw ^ signMask(raw));
}

Expr absolute(Expr a) {
  Expr raw = bits(a);
  return asFloat(raw & ~(uint64_t(1) << (a.width() - 1)));
}

Expr flipSign(Expr a, Expr b) {
  Expr raw = bits(b);
  return asFloat(bits(a) ^ (raw & signMask(raw)));
}

Expr polynomial(Expr x, llvm::ArrayRef<double> coefficients) {
  const double *last = coefficients.end() - 1;
  Expr sum = x.constant(*last);
  while (last != coefficients.begin())
    sum = fma(sum, x, x.constant(*--last));
  return sum;
}

Pair fastTwoSum(Expr a, Expr b) {
  Expr sum = a + b;
  return {sum, (a - sum) + b};
}

Pair twoSum(Expr a, Expr b) {
  Expr sum = a + b;
  Expr of_b = sum - a;
  Expr of_a = sum - of_b;
  return {sum, (a - of_a) + (b - of_b)};
}

} // namespace det::math
