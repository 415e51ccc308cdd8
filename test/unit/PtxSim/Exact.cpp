// Every operation in a wide range first, then brought into the format with one rounding.
#include "Exact.h"

#include <mpfr.h>

#include <bit>
#include <cmath>

namespace det::ptx::test {

namespace {

struct Number {
  mpfr_t value;
  explicit Number(int precision) { mpfr_init2(value, precision); }
  ~Number() { mpfr_clear(value); }
  Number(const Number &) = delete;
};

mpfr_rnd_t modeOf(const std::string &mode) {
  return mode[1] == 'n' ? MPFR_RNDN : mode[1] == 'z' ? MPFR_RNDZ : mode[1] == 'm' ? MPFR_RNDD : MPFR_RNDU;
}

void wideRange() {
  mpfr_set_emin(-10000);
  mpfr_set_emax(10000);
}

void set(mpfr_t value, Format format, uint64_t bits) {
  wideRange();
  uint64_t field = (bits & format.infinity()) >> format.mantissaBits, fraction = bits & ((uint64_t(1) << format.mantissaBits) - 1);
  bool negative = bits & format.sign();
  if (format.isNaN(bits))
    return mpfr_set_nan(value);
  if (bits == format.infinity() || bits == (format.infinity() | format.sign()))
    return mpfr_set_inf(value, negative ? -1 : 1);
  int bias = (1 << (format.exponentBits - 1)) - 1;
  uint64_t significand = fraction | (field ? uint64_t(1) << format.mantissaBits : 0);
  mpfr_set_ui_2exp(value, significand, int(field ? field : 1) - bias - format.mantissaBits, MPFR_RNDN);
  mpfr_setsign(value, value, negative, MPFR_RNDN);
}

void setRange(Format format) {
  int bias = (1 << (format.exponentBits - 1)) - 1;
  mpfr_set_emax(bias + 1);
  mpfr_set_emin(2 - bias - format.mantissaBits);
}

/// Bits of a number that the format holds exactly.
uint64_t bitsOf(mpfr_t value, Format format) {
  wideRange();
  uint64_t sign = mpfr_signbit(value) ? format.sign() : 0;
  if (mpfr_nan_p(value))
    return format.sign() - 1;
  if (mpfr_inf_p(value))
    return sign | format.infinity();
  if (mpfr_zero_p(value))
    return sign;
  int bias = (1 << (format.exponentBits - 1)) - 1, exponent = std::max<int>(mpfr_get_exp(value) - 1, 1 - bias);
  Number scaled(64);
  mpfr_abs(scaled.value, value, MPFR_RNDN);
  mpfr_mul_2si(scaled.value, scaled.value, format.mantissaBits - exponent, MPFR_RNDN);
  uint64_t significand = mpfr_get_uj(scaled.value, MPFR_RNDN);
  return sign | (significand + (uint64_t(exponent + bias - 1) << format.mantissaBits));
}

} // namespace

uint64_t exact(const std::string &operation, Format from, Format to, const std::string &mode, const std::vector<uint64_t> &operands) {
  Number a(64), b(64), c(64), r(to.mantissaBits + 1);
  Number *numbers[] = {&a, &b, &c};
  for (size_t i = 0; i < operands.size(); ++i)
    set(numbers[i]->value, from, operands[i]);
  mpfr_rnd_t rounding = modeOf(mode);
  setRange(to);
  // The operands may lie outside the result's range: only the result is checked.
  int inexact = operation == "add" ? mpfr_add(r.value, a.value, b.value, rounding) : operation == "sub" ? mpfr_sub(r.value, a.value, b.value, rounding)
                : operation == "mul" ? mpfr_mul(r.value, a.value, b.value, rounding) : operation == "div" ? mpfr_div(r.value, a.value, b.value, rounding)
                : operation == "rcp" ? mpfr_ui_div(r.value, 1, a.value, rounding) : operation == "sqrt" ? mpfr_sqrt(r.value, a.value, rounding)
                : operation == "fma" ? mpfr_fma(r.value, a.value, b.value, c.value, rounding) : mpfr_set(r.value, a.value, rounding);
  inexact = mpfr_check_range(r.value, inexact, rounding);
  mpfr_subnormalize(r.value, inexact, rounding);
  return bitsOf(r.value, to);
}

uint64_t exactFromInteger(bool isSigned, uint64_t value, Format to, const std::string &mode) {
  wideRange();
  Number a(64), r(to.mantissaBits + 1);
  if (isSigned)
    mpfr_set_sj(a.value, static_cast<int64_t>(value), MPFR_RNDN);
  else
    mpfr_set_uj(a.value, value, MPFR_RNDN);
  setRange(to);
  int inexact = mpfr_set(r.value, a.value, modeOf(mode));
  mpfr_check_range(r.value, inexact, modeOf(mode));
  return bitsOf(r.value, to);
}

static void roundWhole(mpfr_t to, mpfr_t from, const std::string &mode) {
  if (mode == "rni")
    mpfr_roundeven(to, from);
  else
    mpfr_rint(to, from, modeOf(mode));
}

uint64_t exactToInteger(Format from, uint64_t value, bool isSigned, unsigned bits, const std::string &mode) {
  Number a(64), whole(128), low(128), high(128);
  set(a.value, from, value);
  roundWhole(whole.value, a.value, mode);
  mpfr_set_si_2exp(high.value, 1, isSigned ? bits - 1 : bits, MPFR_RNDN);
  mpfr_set(low.value, high.value, MPFR_RNDN);
  mpfr_neg(low.value, low.value, MPFR_RNDN);
  mpfr_sub_ui(high.value, high.value, 1, MPFR_RNDN);
  if (!isSigned)
    mpfr_set_zero(low.value, 1);
  if (mpfr_less_p(whole.value, low.value))
    mpfr_set(whole.value, low.value, MPFR_RNDN);
  if (mpfr_greater_p(whole.value, high.value))
    mpfr_set(whole.value, high.value, MPFR_RNDN);
  return isSigned ? static_cast<uint64_t>(mpfr_get_sj(whole.value, MPFR_RNDN)) : mpfr_get_uj(whole.value, MPFR_RNDN);
}

uint64_t exactIntegral(Format format, uint64_t value, const std::string &mode) {
  Number a(64), whole(64);
  set(a.value, format, value);
  roundWhole(whole.value, a.value, mode);
  return bitsOf(whole.value, format);
}

} // namespace det::ptx::test
