// One number of f16 or bf16: exact in double, and rounded once.
#ifndef DET_LIB_PTXSIM_HALFFLOAT_H
#define DET_LIB_PTXSIM_HALFFLOAT_H

#include "Round.h"

#include <cmath>

namespace det::ptx {

/// The value, exactly.
template <const FloatFormat &format> double widen(uint16_t bits) {
  if constexpr (format.exponentBits == 8)
    return std::bit_cast<float>(uint32_t(bits) << 16);
  uint32_t sign = uint32_t(bits & 0x8000) << 16, rest = bits & 0x7fff;
  if (rest >= 0x7c00)
    return std::bit_cast<float>(sign | 0x7f800000 | (rest & 0x3ff) << 13);
  if (rest >= 0x0400)
    return std::bit_cast<float>(sign | ((rest << 13) + (112u << 23)));
  float subnormal = static_cast<float>(rest) * 0x1p-24f;
  return sign ? -subnormal : subnormal;
}

/// Rounded to nearest even.
template <const FloatFormat &format> uint16_t narrow(double x) {
  return static_cast<uint16_t>(convertFloat(formatF64, std::bit_cast<uint64_t>(x), format, Rounding::Nearest));
}

/// x + y rounded to odd: narrower formats then round as if from the exact sum.
inline double addToOdd(double x, double y) {
  double sum = x + y;
  if (!std::isfinite(sum))
    return sum;
  double part = sum - x, error = (x - (sum - part)) + (y - part);
  uint64_t bits = std::bit_cast<uint64_t>(sum);
  if (error == 0 || bits & 1)
    return sum;
  return std::bit_cast<double>((error > 0) == (sum > 0) ? bits + 1 : bits - 1);
}

} // namespace det::ptx

#endif // DET_LIB_PTXSIM_HALFFLOAT_H
