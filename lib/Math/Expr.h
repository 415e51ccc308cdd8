// Expression notation over arith and math operations: the formulas of this library read like formulas.
#ifndef DET_LIB_MATH_EXPR_H
#define DET_LIB_MATH_EXPR_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/ArrayRef.h"

#include <type_traits>

namespace det::math {

/// A value together with the place where operations on it are built. Scalars and vectors look alike; a plain number beside an
/// Expr becomes a constant of the Expr's type, rounded to nearest for floats and taken modulo the width for integers.
class Expr {
public:
  Expr(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value) : builder(&builder), loc(loc), value(value) {}

  mlir::Value get() const { return value; }
  mlir::Type type() const { return value.getType(); }
  /// The scalar type, of vectors the type of an element.
  mlir::Type element() const;
  unsigned width() const;
  bool isFloat() const;
  /// This Expr's shape with another element type.
  mlir::Type withElement(mlir::Type element) const;

  Expr with(mlir::Value other) const { return Expr(*builder, loc, other); }
  /// Constants of this Expr's type.
  Expr floating(double number) const;
  Expr integer(int64_t number) const;
  template <typename T> Expr constant(T number) const {
    static_assert(std::is_arithmetic_v<T>);
    return isFloat() ? floating(static_cast<double>(number)) : integer(static_cast<int64_t>(number));
  }
  /// Positive infinity and the canonical NaN of this Expr's float type.
  Expr infinity() const;
  Expr nan() const;

  /// All bits of a float of this type but the sign.
  int64_t magnitudeMask() const { return static_cast<int64_t>(~uint64_t(0) >> (65 - width())); }

  mlir::OpBuilder &ops() const { return *builder; }
  mlir::Location where() const { return loc; }

private:
  mlir::OpBuilder *builder;
  mlir::Location loc;
  mlir::Value value;
};

/// Arithmetic of the operands' kind, float or integer (wrapping). Division is for floats.
Expr operator+(Expr a, Expr b);
Expr operator-(Expr a, Expr b);
Expr operator*(Expr a, Expr b);
Expr operator/(Expr a, Expr b);
Expr operator&(Expr a, Expr b);
Expr operator|(Expr a, Expr b);
Expr operator^(Expr a, Expr b);

/// Comparisons: false with a NaN, except notEqual; integers compare as signed.
Expr operator<(Expr a, Expr b);
Expr operator<=(Expr a, Expr b);
Expr operator>(Expr a, Expr b);
Expr operator>=(Expr a, Expr b);
Expr equal(Expr a, Expr b);
Expr notEqual(Expr a, Expr b);
/// Unsigned integer comparison.
Expr below(Expr a, Expr b);

#define DET_EXPR_WITH_NUMBER(OP)                                                                                                 \
  template <typename T, typename = std::enable_if_t<std::is_arithmetic_v<T>>> Expr OP(Expr a, T b) {                             \
    return OP(a, a.constant(b));                                                                                                 \
  }                                                                                                                              \
  template <typename T, typename = std::enable_if_t<std::is_arithmetic_v<T>>> Expr OP(T a, Expr b) {                             \
    return OP(b.constant(a), b);                                                                                                 \
  }
DET_EXPR_WITH_NUMBER(operator+)
DET_EXPR_WITH_NUMBER(operator-)
DET_EXPR_WITH_NUMBER(operator*)
DET_EXPR_WITH_NUMBER(operator/)
DET_EXPR_WITH_NUMBER(operator&)
DET_EXPR_WITH_NUMBER(operator|)
DET_EXPR_WITH_NUMBER(operator^)
DET_EXPR_WITH_NUMBER(operator<)
DET_EXPR_WITH_NUMBER(operator<=)
DET_EXPR_WITH_NUMBER(operator>)
DET_EXPR_WITH_NUMBER(operator>=)
DET_EXPR_WITH_NUMBER(equal)
DET_EXPR_WITH_NUMBER(notEqual)
DET_EXPR_WITH_NUMBER(below)
#undef DET_EXPR_WITH_NUMBER

/// condition ? yes : no, element by element.
Expr select(Expr condition, Expr yes, Expr no);
template <typename T, typename = std::enable_if_t<std::is_arithmetic_v<T>>> Expr select(Expr condition, T yes, Expr no) {
  return select(condition, no.constant(yes), no);
}
template <typename T, typename = std::enable_if_t<std::is_arithmetic_v<T>>> Expr select(Expr condition, Expr yes, T no) {
  return select(condition, yes, yes.constant(no));
}

/// a * b + c, rounded once.
Expr fma(Expr a, Expr b, Expr c);
Expr sqrt(Expr a);

/// Shifts by a constant less than the width.
Expr shiftLeft(Expr a, unsigned amount);
Expr shiftRightSigned(Expr a, unsigned amount);
Expr shiftRightUnsigned(Expr a, unsigned amount);
/// By amounts of a's type, each less than the width.
Expr shiftLeft(Expr a, Expr amount);
Expr shiftRightUnsigned(Expr a, Expr amount);

/// The bits of a float as an integer of the same width, and back.
Expr bits(Expr a);
Expr asFloat(Expr a); ///< f32 or f64, by the width
Expr bitsToFloat(Expr a, mlir::Type element);

/// Conversions that keep the shape. Integer to float rounds to nearest even.
Expr extendFloat(Expr a, mlir::Type element);
Expr truncateFloat(Expr a, mlir::Type element);
Expr signedToFloat(Expr a, mlir::Type element);
Expr truncateInteger(Expr a, mlir::Type element);
Expr extendSigned(Expr a, mlir::Type element);
Expr extendUnsigned(Expr a, mlir::Type element);
Expr toF64(Expr a);
Expr toF32(Expr a);

/// Operations on the sign bit alone: exact, also for NaN.
Expr negate(Expr a);
Expr absolute(Expr a);
/// The magnitude of `a` with its sign flipped where `b` is negative.
Expr flipSign(Expr a, Expr b);

/// Sum of coefficients[i] x^i by Horner's rule, one fma per term.
Expr polynomial(Expr x, llvm::ArrayRef<double> coefficients);

/// An unevaluated sum hi + lo with |lo| at most half an ulp of hi or little more.
struct Pair {
  Expr hi;
  Expr lo;
};

/// a + b exactly, where |a| >= |b| or a = 0.
Pair fastTwoSum(Expr a, Expr b);
/// a + b exactly.
Pair twoSum(Expr a, Expr b);

} // namespace det::math

#endif
