// lgamma comes from libquadmath, digamma from its asymptotic series behind a recurrence; MPFR takes tens of times as long.
#include "GammaTruth.h"

#include <cmath>
#include <limits>
#include <mpfr.h>

// Of libquadmath, whose header lies among those of GCC alone.
extern "C" {
__float128 fabsq(__float128);
__float128 lgammaq(__float128);
__float128 logq(__float128);
__float128 rintq(__float128);
__float128 tanq(__float128);
}

namespace det::math::test {

using Quad = __float128;

static constexpr Quad pi = 3.141592653589793238462643383279502884Q;

/// psi(x) = psi(x + n) - sum 1 / (x + k); from 24 on psi(y) = log y - 1/(2y) - sum B_2k / (2k y^2k), of which 12 terms leave less than
/// 1e-31 (DLMF 5.11.2); psi(x) = psi(1 - x) - pi / tan(pi x) for negative x.
static Quad digamma(Quad x) {
  // B_2k / 2k, k = 1 ... 12.
  static const Quad terms[] = {Quad(1) / 12,        Quad(-1) / 120,          Quad(1) / 252,       Quad(-1) / 240,
                               Quad(1) / 132,       Quad(-691) / 32760,      Quad(1) / 12,        Quad(-3617) / 8160,
                               Quad(43867) / 14364, Quad(-174611) / 6600,    Quad(77683) / 276,   Quad(-236364091) / 65520};
  Quad sum = 0;
  if (x < 0) {
    const Quad part = x - rintq(x); // exact, as tan has period pi
    sum = -pi / tanq(pi * part);
    x = 1 - x;
  }
  for (; x < 24; x += 1)
    sum -= 1 / x;
  const Quad square = 1 / (x * x);
  Quad series = 0;
  for (int k = 11; k >= 0; --k)
    series = (series + terms[k]) * square;
  return sum + (logq(x) - 1 / (2 * x) - series);
}

static long double byMpfr(Function function, double x) {
  mpfr_t number;
  mpfr_init2(number, 96);
  mpfr_set_d(number, x, MPFR_RNDN);
  int sign = 0;
  if (function == Function::Lgamma)
    mpfr_lgamma(number, &sign, number, MPFR_RNDN);
  else
    mpfr_digamma(number, number, MPFR_RNDN);
  const long double value = mpfr_get_ld(number, MPFR_RNDN);
  mpfr_clear(number);
  return value;
}

long double gammaTruth(Function function, double x) {
  const bool pole = x <= 0 && x == std::floor(x);
  if (std::isnan(x) || (pole && function == Function::Digamma))
    return std::nanl("");
  if (pole || std::isinf(x))
    return std::numeric_limits<long double>::infinity();
  const Quad value = function == Function::Lgamma ? lgammaq(x) : digamma(x);
  // Sums of numbers up to 40 are good to 1e-31; below this a zero is near.
  return fabsq(value) < 1e-6Q && std::fabs(x) < 64 ? byMpfr(function, x) : static_cast<long double>(value);
}

} // namespace det::math::test
