// The names of the elementary functions.
#ifndef DET_MATH_FUNCTION_H
#define DET_MATH_FUNCTION_H

#include <optional>
#include <string_view>

namespace det::math {

/// The functions that `buildElementary` knows. Angles are in radians.
enum class Function {
  Exp,
  Exp2,
  Expm1,
  Log,
  Log2,
  Log1p,
  Tanh,
  Logistic,
  Sin,
  Cos,
  Tan,
  Atan2, ///< operands (y, x)
  Erf,
  Erfc,
  ErfInv,
  Sqrt,
  Rsqrt,
  Cbrt,
  Asin,
  Acos,
  Atan,
  Sinh,
  Cosh,
  Asinh,
  Acosh,
  Atanh,
  Lgamma, ///< of the absolute value of gamma
  Digamma,
  Pow, ///< operands (base, exponent); special cases as C99 Annex F
};

/// Number of operands of the function: 2 for Atan2 and Pow, 1 for the others.
unsigned operandCount(Function function);

/// The name used in reports and on command lines: "exp", "erf_inv", ...
std::string_view name(Function function);

/// The inverse of `name`; nothing for an unknown name.
std::optional<Function> functionOfName(std::string_view name);

} // namespace det::math

#endif
