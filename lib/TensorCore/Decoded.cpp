// Decoding, one loop per format; the step over decoded elements.
#include "det/TensorCore/Decoded.h"
#include "Sum.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <type_traits>

namespace det::tensorcore {

namespace {

template <Format format> Decoded decodeAs(uint16_t bits) {
  constexpr uint32_t mantissa = (1u << format.mantissaBits) - 1, largest = (1u << format.exponentBits) - 1;
  const uint32_t fraction = bits & mantissa, field = bits >> format.mantissaBits & largest;
  const uint32_t sign = (bits >> (format.exponentBits + format.mantissaBits) & 1u) << 31;
  const bool isSpecial = field == largest && (format.infinities || fraction == mantissa);
  const uint32_t special = infinityBits | (format.infinities && !fraction ? 0 : 0x7fffff);
  const int bias = (1 << (format.exponentBits - 1)) - 1;
  const int16_t exponent = static_cast<int16_t>((field ? static_cast<int>(field) : 1) - bias);
  // The significand is a whole number, and its unit a power of two that f32 has, if only as a subnormal.
  const int unit = exponent - format.mantissaBits;
  const uint32_t significand = fraction | (field ? mantissa + 1 : 0);
  const float power = unit >= -126 ? std::bit_cast<float>(static_cast<uint32_t>(unit + 127) << 23)
                                   : std::bit_cast<float>(1u << (unit + 149));
  const float value = static_cast<float>(static_cast<int32_t>(significand)) * power;
  return {std::bit_cast<float>((isSpecial ? special : std::bit_cast<uint32_t>(value)) | sign),
          isSpecial ? specialExponent : significand ? exponent : zeroExponent};
}

/// bf16 is the upper half of an f32.
template <> Decoded decodeAs<bf16>(uint16_t bits) {
  const uint32_t wide = static_cast<uint32_t>(bits) << 16, magnitude = wide & ~signBit, field = magnitude >> 23;
  const int exponent = static_cast<int>(field ? field : 1) - 127;
  return {std::bit_cast<float>(wide), static_cast<int16_t>(magnitude == 0   ? zeroExponent
                                                           : field == 255 ? specialExponent
                                                                          : exponent)};
}

bool areConsecutive(const int64_t *offsets, size_t count) {
  int64_t gaps = 0;
  for (size_t i = 1; i < count; ++i)
    gaps |= offsets[i] - offsets[i - 1] - 1;
  return gaps == 0;
}

template <Format format> void decodeAll(const void *from, const int64_t *offsets, size_t count, float *values, int16_t *exponents) {
  if (count > 0 && areConsecutive(offsets, count)) { // a loop for vectors
    using Bits = std::conditional_t<format.mantissaBits + format.exponentBits == 7, uint8_t, uint16_t>;
    const std::byte *start = static_cast<const std::byte *>(from) + offsets[0] * static_cast<int64_t>(sizeof(Bits));
    for (size_t i = 0; i < count; ++i) {
      Bits bits;
      std::memcpy(&bits, start + i * sizeof(Bits), sizeof(Bits));
      const Decoded decoded = decodeAs<format>(bits);
      values[i] = decoded.value;
      exponents[i] = decoded.exponent;
    }
    return;
  }
  for (size_t i = 0; i < count; ++i) {
    uint16_t bits = 0;
    std::memcpy(&bits, static_cast<const std::byte *>(from) + offsets[i] * format.bytes(), format.bytes());
    const Decoded decoded = decodeAs<format>(bits);
    values[i] = decoded.value;
    exponents[i] = decoded.exponent;
  }
}

/// Calls f<format>() for one of the four formats.
template <class F> auto withFormat(Format format, F f) {
  if (format == bf16)
    return f.template operator()<bf16>();
  if (format == f16)
    return f.template operator()<f16>();
  return format == f8E5M2 ? f.template operator()<f8E5M2>() : f.template operator()<f8E4M3FN>();
}

Parts partsOf(float value, int16_t exponent, int mantissaBits) {
  const uint32_t bits = std::bit_cast<uint32_t>(value), magnitude = bits & ~signBit, field = magnitude >> 23;
  Parts parts{};
  parts.negative = bits >> 31;
  if (exponent == specialExponent) {
    parts.isInfinite = magnitude == infinityBits;
    parts.isNaN = !parts.isInfinite;
    parts.significand = 1; // an infinity is no zero
    return parts;
  }
  if (magnitude == 0)
    return parts;
  const uint32_t wide = (magnitude & 0x7fffff) | (field ? 1u << 23 : 0);
  const int right = 150 - static_cast<int>(field ? field : 1) + exponent - mantissaBits; // the format's unit in units of the f32's last bit
  parts.exponent = exponent;
  parts.significand = wide >> right;
  return parts;
}

} // namespace

Decoded decode(Format format, uint16_t bits) {
  return withFormat(format, [&]<Format f>() { return decodeAs<f>(bits); });
}

void decode(Format format, const void *from, const int64_t *offsets, size_t count, float *values, int16_t *exponents) {
  withFormat(format, [&]<Format f>() { decodeAll<f>(from, offsets, count, values, exponents); });
}

uint32_t step(const Model &model, Format format, const Side &a, const Side &b, int count, uint32_t c) {
  StepSum sum;
  for (int i = 0; i < count; ++i)
    sum.addProduct(partsOf(a.value[i * a.stride], a.exponent[i * a.exponentStride], format.mantissaBits),
                   partsOf(b.value[i * b.stride], b.exponent[i * b.exponentStride], format.mantissaBits), format.mantissaBits);
  return sum.finish(model, c);
}

} // namespace det::tensorcore
