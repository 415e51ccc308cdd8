// Floating-point bits: exact widening, rounding to nearest even, and the canonical NaN.
#ifndef DET_ORDER_NUMBER_H
#define DET_ORDER_NUMBER_H

#include <bit>
#include <cmath>
#include <cstdint>

namespace det::order {

/// The value with any NaN replaced by the canonical one: all bits set but the sign.
inline float canonical(float x) { return x == x ? x : std::bit_cast<float>(uint32_t(0x7fffffff)); }
inline double canonical(double x) { return x == x ? x : std::bit_cast<double>(uint64_t(0x7fffffffffffffff)); }

/// A binary float format narrower than f32: `exponent` and `fraction` bits beside the sign.
/// `infinite` is false for the formats that spend the all-ones exponent on finite values ("FN"):
/// only the all-ones pattern is a NaN there, and what is out of range becomes NaN.
struct Format {
  int exponent, fraction;
  bool infinite = true;
};
inline constexpr Format bf16{8, 7}, f16{5, 10}, f8E5M2{5, 2}, f8E4M3FN{4, 3, false};

/// bf16 from and to f32 by a few integer operations, with the results of `widen` and `roundTo`.
inline float widenBf16(uint16_t bits) { return canonical(std::bit_cast<float>(uint32_t(bits) << 16)); }
inline uint16_t roundToBf16(float x) {
  uint32_t bits = std::bit_cast<uint32_t>(x);
  uint32_t rounded = (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
  return static_cast<uint16_t>(x == x ? rounded : 0x7fff);
}

/// The bits of `x` in the format, rounded once, to nearest even; NaN is canonical.
uint32_t roundTo(Format format, double x);

/// The value of `bits` of the format, exactly.
float widen(Format format, uint32_t bits);

} // namespace det::order

#endif // DET_ORDER_NUMBER_H
