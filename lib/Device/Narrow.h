// One rounding to a narrower float, ties to even; a NaN becomes the one with all bits but the sign.
#ifndef DET_LIB_DEVICE_NARROW_H
#define DET_LIB_DEVICE_NARROW_H

#include "Scalar.h"

namespace det::device {

DET_INLINE uint16_t bf16Of(float value) {
  const uint32_t bits = bitsOf<F32>(value);
  return value != value ? 0x7fff : static_cast<uint16_t>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

DET_INLINE uint16_t f16Of(float value) {
  const uint32_t bits = bitsOf<F32>(value), magnitude = bits & 0x7fffffff;
  const uint16_t sign = static_cast<uint16_t>(bits >> 16 & 0x8000);
  if (value != value)
    return 0x7fff;
  if (magnitude >= 0x47800000) // 2^16 and above
    return sign | 0x7c00;
  if (magnitude < 0x33000000) // below half of the smallest subnormal
    return sign;
  const int exponent = static_cast<int>(magnitude >> 23) - 127;
  const uint32_t mantissa = (magnitude & 0x7fffff) | 0x800000;
  // Bits to drop: 13 for normal results, more below 2^-14. A carry into the exponent gives the next binade, or infinity, by
  // itself.
  const int drop = exponent >= -14 ? 13 : 13 + (-14 - exponent);
  uint32_t kept = mantissa >> drop;
  const uint32_t rest = mantissa & ((1u << drop) - 1), half = 1u << (drop - 1);
  kept += rest > half || (rest == half && (kept & 1));
  return static_cast<uint16_t>(sign + (exponent >= -14 ? (static_cast<uint32_t>(exponent + 14) << 10) + kept : kept));
}

DET_INLINE float f32Of(double value) { return value != value ? fromBits<F32>(F32::magnitude) : static_cast<float>(value); }

} // namespace det::device

#endif // DET_LIB_DEVICE_NARROW_H
