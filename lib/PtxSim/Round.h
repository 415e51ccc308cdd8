// Rounding to any binary format, from exact integers: what hosts have no instruction for.
#ifndef DET_LIB_PTXSIM_ROUND_H
#define DET_LIB_PTXSIM_ROUND_H

#include <bit>
#include <cstdint>

namespace det::ptx {

enum class Rounding : uint8_t { Nearest, Zero, Down, Up };

/// A format as in IEEE 754, narrower than 64 bits or f64 itself.
struct FloatFormat {
  int exponentBits, mantissaBits;
  constexpr int bias() const { return (1 << (exponentBits - 1)) - 1; }
  constexpr uint64_t infinity() const { return ((uint64_t(1) << exponentBits) - 1) << mantissaBits; }
  constexpr uint64_t sign() const { return uint64_t(1) << (exponentBits + mantissaBits); }
  constexpr uint64_t nan() const { return sign() - 1; } ///< as GPUs make it
};
inline constexpr FloatFormat formatF16{5, 10}, formatBF16{8, 7}, formatF32{8, 23}, formatF64{11, 52};

/// The bits of (-1)^negative * magnitude * 2^exponent, rounded once. `isMore`: the value's size is a little above `magnitude`.
constexpr uint64_t roundTo(FloatFormat format, bool negative, uint64_t magnitude, int exponent, Rounding rounding, bool isMore = false) {
  uint64_t sign = negative ? format.sign() : 0;
  if (magnitude == 0 && !isMore)
    return sign;
  int top = magnitude ? 63 - std::countl_zero(magnitude) + exponent : -100000;
  int smallest = 1 - format.bias();
  int last = (top > smallest ? top : smallest) - format.mantissaBits; // the exponent of the last bit that is kept
  int right = last - exponent;
  uint64_t kept = 0, rest = 0; // rest: 0 exact, 1 below half, 2 half, 3 above
  if (right <= 0) {
    kept = magnitude << -right;
    rest = isMore;
  } else if (right > 64) {
    rest = magnitude || isMore;
  } else {
    kept = right == 64 ? 0 : magnitude >> right;
    uint64_t half = uint64_t(1) << (right - 1), below = magnitude & (half - 1);
    rest = (magnitude & half ? 2 : 0) | (below || isMore ? 1 : 0);
  }
  bool up = rounding == Rounding::Nearest ? rest == 3 || (rest == 2 && (kept & 1))
            : rounding == Rounding::Zero  ? false
            : rounding == Rounding::Up    ? rest && !negative
                                          : rest && negative;
  kept += up;
  // The leading one adds 1 to the exponent field; a carry out of the mantissa does the rest.
  int field = (top > smallest ? top : smallest) - smallest;
  uint64_t bits = kept + (static_cast<uint64_t>(field) << format.mantissaBits);
  if (field >= (1 << format.exponentBits) || bits >= format.infinity()) {
    bool toInfinity = rounding == Rounding::Nearest || (rounding == Rounding::Up && !negative) || (rounding == Rounding::Down && negative);
    bits = toInfinity ? format.infinity() : format.infinity() - 1;
  }
  return sign | bits;
}

/// A number taken apart: significand * 2^exponent.
struct Unpacked {
  bool negative, isNaN, isInfinite;
  uint64_t significand;
  int exponent;
};

constexpr Unpacked unpack(FloatFormat format, uint64_t bits) {
  uint64_t fraction = bits & ((uint64_t(1) << format.mantissaBits) - 1), field = (bits & format.infinity()) >> format.mantissaBits;
  bool special = (bits & format.infinity()) == format.infinity();
  return {(bits & format.sign()) != 0, special && fraction, special && !fraction,
          fraction | (field ? uint64_t(1) << format.mantissaBits : 0), int(field ? field : 1) - format.bias() - format.mantissaBits};
}

/// From one format to another.
constexpr uint64_t convertFloat(FloatFormat from, uint64_t bits, FloatFormat to, Rounding rounding) {
  Unpacked x = unpack(from, bits);
  if (x.isNaN)
    return to.nan();
  if (x.isInfinite)
    return (x.negative ? to.sign() : 0) | to.infinity();
  return roundTo(to, x.negative, x.significand, x.exponent, rounding);
}

} // namespace det::ptx

#endif // DET_LIB_PTXSIM_ROUND_H
