// The terms of one step and their fused sum. A term is an integer significand times a power of two; its exponent is the one that hardware
// aligns by, not the normalised one.
#ifndef DET_LIB_TENSORCORE_SUM_H
#define DET_LIB_TENSORCORE_SUM_H

#include "det/TensorCore/TensorCore.h"

namespace det::tensorcore {

inline constexpr uint32_t nanBits = 0x7fffffff, infinityBits = 0x7f800000, signBit = 0x80000000;

/// A number taken apart: significand * 2^(exponent - point).
struct Parts {
  bool negative, isInfinite, isNaN;
  int exponent;         ///< of subnormals: the smallest of normal numbers
  uint32_t significand; ///< with `point` bits below the leading one
};

Parts split(uint32_t bits, Format format);

/// Collects the terms of a step.
class StepSum {
public:
  void addProduct(const Parts &x, const Parts &y, int mantissaBits);
  /// The sum with the accumulator `c`, as bits of f32.
  uint32_t finish(const Model &model, uint32_t c);

private:
  struct Term {
    int exponent;
    int64_t significand; ///< signed, with `point` fractional bits
    int point;
  };
  void add(bool negative, bool isInfinite, int exponent, int64_t significand, int point);

  static constexpr int mostTerms = 33;
  Term terms[mostTerms];
  int count = 0, largest = -1000;
  bool positiveInfinity = false, negativeInfinity = false, isNaN = false;
};

} // namespace det::tensorcore

#endif // DET_LIB_TENSORCORE_SUM_H
