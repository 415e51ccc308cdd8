// Operands of tensor-core steps taken apart once, for those who multiply each of them many times.
#ifndef DET_TENSORCORE_DECODED_H
#define DET_TENSORCORE_DECODED_H

#include "det/TensorCore/TensorCore.h"

#include <cstddef>

namespace det::tensorcore {

/// What stands for the exponent of a zero, and of an infinity or NaN: the sum of two exponents is below `noTerm` if and only if a factor is
/// zero and none is special, and above 256 if one is special.
inline constexpr int16_t zeroExponent = -1000, specialExponent = 2000, noTerm = -500;

/// A number of a format: its exact value, and the exponent that a step aligns it by (of subnormals the smallest of normal numbers).
struct Decoded {
  float value;
  int16_t exponent;
};

/// Takes `bits` apart; those above the format's are not read.
Decoded decode(Format format, uint16_t bits);

/// Takes elements apart: element i lies at `from` + `offsets[i]` elements of format.bytes() bytes, little endian.
void decode(Format format, const void *from, const int64_t *offsets, size_t count, float *values, int16_t *exponents);

/// One of the two sides of a step: element i has value[i * stride] and exponent[i * exponentStride].
struct Side {
  const float *value;
  const int16_t *exponent;
  int64_t stride, exponentStride;
};

/// The step of TensorCore.h over `count` decoded elements of each side.
uint32_t step(const Model &model, Format format, const Side &a, const Side &b, int count, uint32_t c);

} // namespace det::tensorcore

#endif // DET_TENSORCORE_DECODED_H
