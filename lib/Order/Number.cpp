// Narrow floats, by integer arithmetic on the bits of a double (f32 is exact in it).
#include "det/Order/Number.h"

namespace det::order {

uint32_t roundTo(Format format, double x) {
  auto [e, f, infinite] = format;
  uint64_t bits = std::bit_cast<uint64_t>(x);
  uint32_t sign = uint32_t(bits >> 63) << (e + f);
  uint32_t nan = (1u << (e + f)) - 1, infinity = ((1u << e) - 1) << f;
  if (x != x)
    return nan;
  int64_t exponent = int64_t(bits >> 52 & 2047) - 1023;
  uint64_t significand = bits & ((uint64_t(1) << 52) - 1);
  if (exponent == 1024)
    return infinite ? sign | infinity : nan;
  if (exponent == -1023)
    return sign; // a subnormal double is far below half of the smallest value
  significand |= uint64_t(1) << 52;

  int bias = (1 << (e - 1)) - 1;
  int64_t field = exponent + bias;
  int drop = 52 - f; // of the significand's fraction bits; more for a subnormal result
  if (field < 1) {
    if (1 - field > f + 1)
      return sign;
    drop += int(1 - field);
    field = 0;
  }
  uint64_t kept = significand >> drop, rest = significand & ((uint64_t(1) << drop) - 1), half = uint64_t(1) << (drop - 1);
  if (rest > half || (rest == half && (kept & 1)))
    ++kept;
  // A carry moves into the exponent field by itself; a normal's leading one counts as exponent one.
  uint64_t out = field ? (uint64_t(field - 1) << f) + kept : kept;
  if (infinite)
    return sign | uint32_t(out < infinity ? out : infinity);
  return out < nan ? sign | uint32_t(out) : nan; // a NaN has no sign
}

float widen(Format format, uint32_t bits) {
  auto [e, f, infinite] = format;
  uint32_t field = bits >> f & ((1u << e) - 1), fraction = bits & ((1u << f) - 1), all = (1u << e) - 1;
  bool negative = bits >> (e + f) & 1;
  if (infinite && field == all) {
    if (fraction)
      return canonical(NAN);
    return negative ? -INFINITY : INFINITY;
  }
  if (!infinite && field == all && fraction == (1u << f) - 1)
    return canonical(NAN);
  int bias = (1 << (e - 1)) - 1;
  double value =
      field ? std::ldexp(double(fraction | 1u << f), int(field) - bias - f) : std::ldexp(double(fraction), 1 - bias - f);
  return float(negative ? -value : value);
}

} // namespace det::order
