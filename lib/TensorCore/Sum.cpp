// Aligns the terms of a step, cuts them, sums them exactly and cuts the sum.
#include "Sum.h"

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace det::tensorcore {

Parts split(uint32_t bits, Format format) {
  uint32_t fraction = bits & ((1u << format.mantissaBits) - 1);
  uint32_t field = bits >> format.mantissaBits & ((1u << format.exponentBits) - 1);
  Parts parts{};
  parts.negative = bits >> (format.exponentBits + format.mantissaBits) & 1;
  bool isLargest = field == (1u << format.exponentBits) - 1;
  parts.isInfinite = isLargest && format.infinities && !fraction;
  parts.isNaN = isLargest && (format.infinities ? fraction != 0 : fraction == (1u << format.mantissaBits) - 1);
  parts.exponent = std::max<int>(field, 1) - format.bias();
  parts.significand = fraction | (field ? 1u << format.mantissaBits : 0);
  return parts;
}

/// sum * 2^scale cut to an f32 whose mantissa has `mantissa` bits, followed by zeros.
static uint32_t cutToF32(int64_t sum, int scale, int mantissa) {
  if (sum == 0)
    return 0;
  uint32_t sign = sum < 0 ? signBit : 0;
  uint64_t magnitude = std::llabs(sum);
  int exponent = 63 - std::countl_zero(magnitude) + scale; // of the leading bit
  if (exponent > 127)
    return sign | infinityBits;
  int last = std::max(exponent, -126) - mantissa; // the exponent of the last bit that is kept
  int right = last - scale;
  uint64_t kept = right >= 64 ? 0 : right >= 0 ? magnitude >> right : magnitude << -right;
  kept <<= 23 - mantissa;
  // A leading one at bit 23 adds 1 to the exponent field: 0 for subnormals.
  return sign | static_cast<uint32_t>(kept + (static_cast<uint64_t>(std::max(exponent, -126) + 126) << 23));
}

void StepSum::add(bool negative, bool isInfinite, int exponent, int64_t significand, int point) {
  if (isInfinite) {
    (negative ? negativeInfinity : positiveInfinity) = true;
  } else if (significand) {
    terms[count++] = {exponent, negative ? -significand : significand, point};
    largest = std::max(largest, exponent);
  }
}

void StepSum::addProduct(const Parts &x, const Parts &y, int mantissaBits) {
  bool isInfinite = x.isInfinite || y.isInfinite;
  isNaN |= x.isNaN || y.isNaN || (isInfinite && (x.significand == 0 || y.significand == 0));
  add(x.negative != y.negative, isInfinite, x.exponent + y.exponent, int64_t(x.significand) * y.significand, 2 * mantissaBits);
}

uint32_t StepSum::finish(const Model &model, uint32_t c) {
  Parts z = split(c, Format{8, 23});
  if (isNaN || z.isNaN)
    return nanBits;
  add(z.negative, z.isInfinite, z.exponent, z.significand, 23);
  if (positiveInfinity || negativeInfinity)
    return positiveInfinity && negativeInfinity ? nanBits : positiveInfinity ? infinityBits : signBit | infinityBits;
  int64_t sum = 0;
  for (int i = 0; i < count; ++i) {
    // In units of 2^(largest - fraction), cut toward zero.
    int left = model.fraction - terms[i].point - (largest - terms[i].exponent);
    int64_t magnitude = std::llabs(terms[i].significand);
    magnitude = left >= 0 ? magnitude << left : left > -63 ? magnitude >> -left : 0;
    sum += terms[i].significand < 0 ? -magnitude : magnitude;
  }
  return cutToF32(sum, largest - model.fraction, model.mantissa);
}

} // namespace det::tensorcore
