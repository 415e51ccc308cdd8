// A term is an integer significand times a power of two; its exponent is the one that hardware aligns by, not the normalised one.
#include "det/TensorCore/TensorCore.h"

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace det::tensorcore {

namespace {

constexpr uint32_t nan = 0x7fffffff, infinity = 0x7f800000, signBit = 0x80000000;

/// A number taken apart: significand * 2^(exponent - point).
struct Parts {
  bool negative, isInfinite, isNaN;
  int exponent;         ///< of subnormals: the smallest of normal numbers
  uint32_t significand; ///< with `point` bits below the leading one
};

Parts split(uint32_t bits, Format format) {
  uint32_t fraction = bits & ((1u << format.mantissaBits) - 1);
  uint32_t field = bits >> format.mantissaBits & ((1u << format.exponentBits) - 1);
  Parts parts{};
  parts.negative = bits >> (format.exponentBits + format.mantissaBits) & 1;
  bool special = field == (1u << format.exponentBits) - 1;
  parts.isInfinite = special && !fraction;
  parts.isNaN = special && fraction;
  parts.exponent = std::max<int>(field, 1) - format.bias();
  parts.significand = fraction | (field ? 1u << format.mantissaBits : 0);
  return parts;
}

/// sum * 2^scale cut to f32.
uint32_t cutToF32(int64_t sum, int scale) {
  if (sum == 0)
    return 0;
  uint32_t sign = sum < 0 ? signBit : 0;
  uint64_t magnitude = std::llabs(sum);
  int exponent = 63 - std::countl_zero(magnitude) + scale; // of the leading bit
  if (exponent > 127)
    return sign | infinity;
  int last = std::max(exponent, -126) - 23; // the exponent of the last bit that f32 keeps
  int right = last - scale;
  uint64_t kept = right >= 64 ? 0 : right >= 0 ? magnitude >> right : magnitude << -right;
  // A leading one at bit 23 adds 1 to the exponent field: 0 for subnormals.
  return sign | static_cast<uint32_t>(kept + (static_cast<uint64_t>(std::max(exponent, -126) + 126) << 23));
}

} // namespace

std::optional<Model> findModel(std::string_view name) {
  auto found = std::find_if(models.begin(), models.end(), [&](const Model &model) { return model.name == name; });
  return found == models.end() ? std::nullopt : std::optional(*found);
}

uint32_t step(const Model &model, Format format, std::span<const uint16_t> a, std::span<const uint16_t> b, uint32_t c) {
  constexpr int mostTerms = 33;
  struct Term {
    int exponent;
    int64_t significand; ///< signed, with the number of fractional bits in `point`
    int point;
  } terms[mostTerms];
  int count = 0, largest = -1000;
  bool positiveInfinity = false, negativeInfinity = false;
  auto addTerm = [&](bool negative, bool isInfinite, int exponent, int64_t significand, int point) {
    if (isInfinite)
      (negative ? negativeInfinity : positiveInfinity) = true;
    else if (significand) {
      terms[count++] = {exponent, negative ? -significand : significand, point};
      largest = std::max(largest, exponent);
    }
  };
  for (size_t i = 0; i < a.size(); ++i) {
    Parts x = split(a[i], format), y = split(b[i], format);
    bool isInfinite = x.isInfinite || y.isInfinite;
    if (x.isNaN || y.isNaN || (isInfinite && (x.significand == 0 || y.significand == 0)))
      return nan;
    addTerm(x.negative != y.negative, isInfinite, x.exponent + y.exponent, int64_t(x.significand) * y.significand,
            2 * format.mantissaBits);
  }
  Parts z = split(c, Format{8, 23});
  if (z.isNaN)
    return nan;
  addTerm(z.negative, z.isInfinite, z.exponent, z.significand, 23);
  if (positiveInfinity || negativeInfinity)
    return positiveInfinity && negativeInfinity ? nan : positiveInfinity ? infinity : signBit | infinity;

  int64_t sum = 0;
  for (int i = 0; i < count; ++i) {
    // In units of 2^(largest - fraction), cut toward zero.
    int left = model.fraction - terms[i].point - (largest - terms[i].exponent);
    int64_t magnitude = std::llabs(terms[i].significand);
    magnitude = left >= 0 ? magnitude << left : left > -63 ? magnitude >> -left : 0;
    sum += terms[i].significand < 0 ? -magnitude : magnitude;
  }
  return cutToF32(sum, largest - model.fraction);
}

uint32_t chain(const Model &model, Format format, std::span<const uint16_t> a, std::span<const uint16_t> b, uint32_t c) {
  for (size_t k = 0; k < a.size(); k += model.products) {
    size_t count = std::min<size_t>(model.products, a.size() - k);
    c = step(model, format, a.subspan(k, count), b.subspan(k, count), c);
  }
  return c;
}

} // namespace det::tensorcore
