// Scalar semantics that hardware, LLVM and StableHLO do not share: extremes, integer division, shifts, rounding, conversions.
//
// Operands are scalars or vectors of signless integers and floats; signedness is an argument. Code is straight-line, over
// the closed list of operations. Functions return a null value where a type is not supported.
#ifndef DET_MATH_SCALAR_H
#define DET_MATH_SCALAR_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/Value.h"

namespace det::math {

/// The greater or lesser: for floats NaN if either is NaN, and -0 < +0.
mlir::Value buildMaximum(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value a, mlir::Value b, bool isSigned);
mlir::Value buildMinimum(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value a, mlir::Value b, bool isSigned);

/// Integers only: truncating; x / 0 is all ones, x rem 0 is x, the smallest by -1 gives itself and remainder 0.
mlir::Value buildIntegerDivide(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value a, mlir::Value b, bool isSigned);
mlir::Value buildIntegerRemainder(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value a, mlir::Value b, bool isSigned);

/// The dividend minus the divisor times their quotient truncated (C's fmod), exact: the dividend's sign, NaN for an infinite
/// dividend or a divisor 0, the dividend for an infinite divisor. f32 and f64.
mlir::Value buildFloatRemainder(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value a, mlir::Value b);

/// Wrapping. A negative exponent gives 1 / x^|y| truncated: 0 but for x of 1 and -1.
mlir::Value buildIntegerPower(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value base, mlir::Value exponent, bool isSigned);

enum class Shift { Left, RightLogical, RightArithmetic };
/// An amount (read as unsigned) of the width or more gives 0, or the sign.
mlir::Value buildShift(mlir::OpBuilder &builder, mlir::Location loc, Shift shift, mlir::Value value, mlir::Value amount);

enum class Rounding { Floor, Ceil, NearestEven, NearestAway };
/// To an integral value; zeros keep the operand's sign. f32 and f64.
mlir::Value buildRound(mlir::OpBuilder &builder, mlir::Location loc, Rounding rounding, mlir::Value value);

/// Converts to another element type: to nearest even, once; float to integer saturates, with NaN to 0; integers wrap; to i1 is
/// `!= 0`. Signedness is that of the source or target integer. Integers to 64 bits; floats of 64, 32, 16 and up to 8 bits. What a
/// float of 8 bits or less cannot hold becomes infinite, without an infinity NaN, without a NaN the greatest number (NaN: -0).
mlir::Value buildConvert(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value, bool fromSigned, mlir::Type toElement,
                         bool toSigned);

/// To nearest even in a format of so many exponent and mantissa bits, kept in the type (16 bits or more): out of range is infinite;
/// below the normal range of fewer exponent bits is zero; NaN stays, but is infinite where there are no mantissa bits.
mlir::Value buildReducePrecision(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value, int64_t exponentBits,
                                 int64_t mantissaBits);

/// -1, 0, 1; a float zero or NaN stays as it is.
mlir::Value buildSign(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value, bool isSigned);

/// True where a float is neither infinite nor NaN.
mlir::Value buildIsFinite(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value);

/// An integer that orders as IEEE total order orders the float, read as signed.
mlir::Value buildTotalOrderKey(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value);

} // namespace det::math

#endif // DET_MATH_SCALAR_H
