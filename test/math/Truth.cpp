// glibc's f64 functions err by a few ulps of f64 at most; only values that close to a rounding boundary of f32 go to MPFR.
#include "Truth.h"

#include "GammaTruth.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mpfr.h>

namespace det::math::test {

static long decisions = 0;
long decisionsByMpfr() { return decisions; }

namespace {
/// An MPFR number with enough bits for every f32 function here.
struct Number {
  mpfr_t value;
  Number() { mpfr_init2(value, 160); }
  ~Number() { mpfr_clear(value); }
};
} // namespace

/// One Newton step on erf (or erfc near 1, where 1 - x is exact) from a guess within 2^-23 leaves 2^-45.
static double invertErf(double x, double guess) {
  if (!(std::fabs(x) < 1) || x == 0)
    return std::fabs(x) == 1 ? std::copysign(std::numeric_limits<double>::infinity(), x) : x == 0 ? x : std::nan("");
  double ax = std::fabs(x), y = std::fabs(guess);
  double excess = ax > 0.5 ? (1 - ax) - std::erfc(y) : std::erf(y) - ax;
  double slope = 1.1283791670955126 * std::exp(-y * y);
  double first = excess / slope;
  return std::copysign(y - first * (1 - y * first), x); // the second-order term of the inverse
}

static double inF64(Function function, double a, double b, double guess) {
  switch (function) {
  case Function::Exp:
    return std::exp(a);
  case Function::Exp2:
    return std::exp2(a);
  case Function::Expm1:
    return std::expm1(a);
  case Function::Log:
    return std::log(a);
  case Function::Log2:
    return std::log2(a);
  case Function::Log1p:
    return std::log1p(a);
  case Function::Tanh:
    return std::tanh(a);
  case Function::Logistic:
    return 1 / (1 + std::exp(-a));
  case Function::Sin:
    return std::sin(a);
  case Function::Cos:
    return std::cos(a);
  case Function::Tan:
    return std::tan(a);
  case Function::Atan2:
    return std::atan2(a, b);
  case Function::Erf:
    return std::erf(a);
  case Function::Erfc:
    return std::erfc(a);
  case Function::ErfInv:
    return invertErf(a, guess);
  case Function::Sqrt:
    return std::sqrt(a);
  case Function::Rsqrt:
    return 1 / std::sqrt(a);
  case Function::Cbrt:
    return std::cbrt(a);
  case Function::Pow:
    return std::pow(a, b);
  case Function::Asin:
    return std::asin(a);
  case Function::Acos:
    return std::acos(a);
  case Function::Atan:
    return std::atan(a);
  case Function::Sinh:
    return std::sinh(a);
  case Function::Cosh:
    return std::cosh(a);
  case Function::Asinh:
    return std::asinh(a);
  case Function::Acosh:
    return std::acosh(a);
  case Function::Atanh:
    return std::atanh(a);
  case Function::Lgamma:
  case Function::Digamma:
    return static_cast<double>(gammaTruth(function, a));
  }
  return 0;
}

/// Newton on erf from the f64 value, which is good to 2^-40: two steps pass the precision.
static void invertErfMpfr(mpfr_t out, double x, double start) {
  Number y, f, slope, t;
  mpfr_set_d(y.value, std::fabs(start), MPFR_RNDN);
  for (int step = 0; step < 2; ++step) {
    mpfr_erfc(f.value, y.value, MPFR_RNDN);
    mpfr_set_d(t.value, 1, MPFR_RNDN);
    mpfr_sub_d(t.value, t.value, std::fabs(x), MPFR_RNDN);
    mpfr_sub(f.value, t.value, f.value, MPFR_RNDN);
    mpfr_sqr(t.value, y.value, MPFR_RNDN);
    mpfr_exp(t.value, t.value, MPFR_RNDN);
    mpfr_mul(f.value, f.value, t.value, MPFR_RNDN);
    mpfr_const_pi(slope.value, MPFR_RNDN);
    mpfr_sqrt(slope.value, slope.value, MPFR_RNDN);
    mpfr_mul(f.value, f.value, slope.value, MPFR_RNDN);
    mpfr_div_ui(f.value, f.value, 2, MPFR_RNDN);
    mpfr_sub(y.value, y.value, f.value, MPFR_RNDN);
  }
  if (x < 0)
    mpfr_neg(y.value, y.value, MPFR_RNDN);
  mpfr_set(out, y.value, MPFR_RNDN);
}

/// Rounds to f32 once, subnormals included: the library sets its exponent range to that of f32.
static float roundOnce(mpfr_t value) {
  mpfr_t narrow;
  mpfr_init2(narrow, 24);
  mpfr_exp_t least = mpfr_get_emin(), most = mpfr_get_emax();
  int direction = mpfr_set(narrow, value, MPFR_RNDN);
  mpfr_set_emin(-148);
  mpfr_set_emax(128);
  direction = mpfr_check_range(narrow, direction, MPFR_RNDN);
  mpfr_subnormalize(narrow, direction, MPFR_RNDN);
  float result = mpfr_get_flt(narrow, MPFR_RNDN);
  mpfr_set_emin(least);
  mpfr_set_emax(most);
  mpfr_clear(narrow);
  return result;
}

static float byMpfr(Function function, float a, float b, double inF64) {
  ++decisions;
  static thread_local Number x, y, z;
  mpfr_set_flt(x.value, a, MPFR_RNDN);
  mpfr_set_flt(y.value, b, MPFR_RNDN);
  switch (function) {
  case Function::Exp:
    mpfr_exp(z.value, x.value, MPFR_RNDN);
    break;
  case Function::Exp2:
    mpfr_exp2(z.value, x.value, MPFR_RNDN);
    break;
  case Function::Expm1:
    mpfr_expm1(z.value, x.value, MPFR_RNDN);
    break;
  case Function::Log:
    mpfr_log(z.value, x.value, MPFR_RNDN);
    break;
  case Function::Log2:
    mpfr_log2(z.value, x.value, MPFR_RNDN);
    break;
  case Function::Log1p:
    mpfr_log1p(z.value, x.value, MPFR_RNDN);
    break;
  case Function::Tanh:
    mpfr_tanh(z.value, x.value, MPFR_RNDN);
    break;
  case Function::Logistic:
    mpfr_neg(z.value, x.value, MPFR_RNDN);
    mpfr_exp(z.value, z.value, MPFR_RNDN);
    mpfr_add_ui(z.value, z.value, 1, MPFR_RNDN);
    mpfr_ui_div(z.value, 1, z.value, MPFR_RNDN);
    break;
  case Function::Sin:
    mpfr_sin(z.value, x.value, MPFR_RNDN);
    break;
  case Function::Cos:
    mpfr_cos(z.value, x.value, MPFR_RNDN);
    break;
  case Function::Tan:
    mpfr_tan(z.value, x.value, MPFR_RNDN);
    break;
  case Function::Atan2:
    mpfr_atan2(z.value, x.value, y.value, MPFR_RNDN);
    break;
  case Function::Erf:
    mpfr_erf(z.value, x.value, MPFR_RNDN);
    break;
  case Function::Erfc:
    mpfr_erfc(z.value, x.value, MPFR_RNDN);
    break;
  case Function::ErfInv:
    invertErfMpfr(z.value, a, inF64);
    break;
  case Function::Sqrt:
    mpfr_sqrt(z.value, x.value, MPFR_RNDN);
    break;
  case Function::Rsqrt:
    mpfr_rec_sqrt(z.value, x.value, MPFR_RNDN);
    break;
  case Function::Cbrt:
    mpfr_cbrt(z.value, x.value, MPFR_RNDN);
    break;
  case Function::Pow:
    mpfr_pow(z.value, x.value, y.value, MPFR_RNDN);
    break;
  case Function::Asin:
    mpfr_asin(z.value, x.value, MPFR_RNDN);
    break;
  case Function::Acos:
    mpfr_acos(z.value, x.value, MPFR_RNDN);
    break;
  case Function::Atan:
    mpfr_atan(z.value, x.value, MPFR_RNDN);
    break;
  case Function::Sinh:
    mpfr_sinh(z.value, x.value, MPFR_RNDN);
    break;
  case Function::Cosh:
    mpfr_cosh(z.value, x.value, MPFR_RNDN);
    break;
  case Function::Asinh:
    mpfr_asinh(z.value, x.value, MPFR_RNDN);
    break;
  case Function::Acosh:
    mpfr_acosh(z.value, x.value, MPFR_RNDN);
    break;
  case Function::Atanh:
    mpfr_atanh(z.value, x.value, MPFR_RNDN);
    break;
  case Function::Lgamma:
  case Function::Digamma:
    mpfr_set_d(z.value, inF64, MPFR_RNDN);
    break;
  }
  return roundOnce(z.value);
}

Truth truth(Function function, float a, float b, float guess) {
  if (function == Function::Lgamma || function == Function::Digamma) {
    const long double exact = gammaTruth(function, a);
    return {static_cast<float>(exact), static_cast<double>(exact)};
  }
  double value = inF64(function, a, b, guess);
  float rounded = static_cast<float>(value);
  if (function == Function::Sqrt || !std::isfinite(value) || value == 0)
    return {rounded, value};
  double margin = function == Function::ErfInv ? 0x1p-38 : 0x1p-46;
  if (static_cast<float>(value * (1 - margin)) != static_cast<float>(value * (1 + margin)))
    rounded = byMpfr(function, a, b, value);
  return {rounded, value};
}

double errorInUlps(const Truth &truth, float result) {
  if (std::isnan(truth.value) || std::isnan(result))
    return std::isnan(truth.value) && std::isnan(result) ? 0 : std::numeric_limits<double>::infinity();
  if (truth.rounded == result)
    return 0;
  if (!std::isfinite(truth.rounded) || !std::isfinite(result)) {
    // Near the overflow threshold the wrong side of it is an error of an ulp, not of infinity.
    double bound = 0x1p+128;
    double seen = std::isinf(result) ? std::copysign(bound, result) : result;
    double meant = std::isinf(truth.value) ? std::copysign(std::numeric_limits<double>::infinity(), truth.value) : truth.value;
    return std::fabs(seen - meant) * 0x1p-104;
  }
  int exponent = std::max(std::ilogb(truth.value), -126);
  return std::fabs(truth.value - result) * std::ldexp(1.0, 23 - exponent);
}

} // namespace det::math::test
