// What floating-point operations must give, by MPFR.
#ifndef DET_TEST_UNIT_PTXSIM_EXACT_H
#define DET_TEST_UNIT_PTXSIM_EXACT_H

#include <cstdint>
#include <string>
#include <vector>

namespace det::ptx::test {

struct Format {
  int exponentBits, mantissaBits;
  unsigned bits() const { return 1 + exponentBits + mantissaBits; }
  uint64_t infinity() const { return ((uint64_t(1) << exponentBits) - 1) << mantissaBits; }
  uint64_t sign() const { return uint64_t(1) << (exponentBits + mantissaBits); }
  bool isNaN(uint64_t x) const { return (x & (sign() - 1)) > infinity(); }
};
inline constexpr Format f16{5, 10}, bf16{8, 7}, f32{8, 23}, f64{11, 52};

/// The bits of `operation` (add sub mul div rcp sqrt fma cvt) on bits of `from`, rounded to `to`; `mode` is rn, rz, rm or rp.
uint64_t exact(const std::string &operation, Format from, Format to, const std::string &mode, const std::vector<uint64_t> &operands);
/// From an integer.
uint64_t exactFromInteger(bool isSigned, uint64_t value, Format to, const std::string &mode);
/// To an integer of a width, clamped, by rni, rzi, rmi or rpi; NaN is not for this.
uint64_t exactToInteger(Format from, uint64_t value, bool isSigned, unsigned bits, const std::string &mode);
/// To an integral float.
uint64_t exactIntegral(Format format, uint64_t value, const std::string &mode);

} // namespace det::ptx::test

#endif // DET_TEST_UNIT_PTXSIM_EXACT_H
