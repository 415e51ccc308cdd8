// Element types as the interpreter stores them.
#ifndef DET_REFERENCE_KERNELS_SCALAR_H
#define DET_REFERENCE_KERNELS_SCALAR_H

#include <cstdint>

namespace det::reference {

/// How an element is stored. Signedness is the op's affair, as in arith; a boolean is one byte, 0 or 1. No program has f80: it is
/// what f64 is compared with, stored in 16 bytes as C++ stores its long double, with as many operations as that takes.
enum class Scalar : uint8_t { I1, I8, I16, I32, I64, F8E5M2, F8E4M3FN, BF16, F16, F32, F64, F80 };

/// Bytes of an element.
constexpr int64_t sizeOf(Scalar scalar) {
  switch (scalar) {
  case Scalar::I1:
  case Scalar::I8:
  case Scalar::F8E5M2:
  case Scalar::F8E4M3FN:
    return 1;
  case Scalar::I16:
  case Scalar::BF16:
  case Scalar::F16:
    return 2;
  case Scalar::I32:
  case Scalar::F32:
    return 4;
  case Scalar::I64:
  case Scalar::F64:
    return 8;
  case Scalar::F80:
    return 16;
  }
  return 0;
}

constexpr bool isFloat(Scalar scalar) { return scalar >= Scalar::F8E5M2; }

/// Floats whose values the kernels compute with in f32, rounding each result.
constexpr bool isNarrowFloat(Scalar scalar) { return scalar >= Scalar::F8E5M2 && scalar <= Scalar::F16; }

/// Converts `count` stored elements to `T` (float for floats up to f32, double for those up to f64, long double for f80, intN_t
/// for integers of that width), exactly.
template <class T> void load(Scalar scalar, const void *from, int64_t count, T *to);

/// Rounds once to the stored type; a NaN is stored as the canonical one.
template <class T> void store(Scalar scalar, const T *from, int64_t count, void *to);

} // namespace det::reference

#endif // DET_REFERENCE_KERNELS_SCALAR_H
