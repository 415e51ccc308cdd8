// The parts of `kernelOf`, by family, and the element types that they share.
#ifndef DET_REFERENCE_KERNELS_TAPEKERNELS_H
#define DET_REFERENCE_KERNELS_TAPEKERNELS_H

#include "Tape.h"

#include "det/Order/Number.h"

#include <type_traits>

namespace det::reference {

/// How a float of a stored type is read into the type that it is computed in, and written back, rounded once. Any NaN
/// is written as the canonical one.
template <Scalar S> struct Float {
  static constexpr order::Format format = S == Scalar::F16 ? order::f16 : S == Scalar::F8E5M2 ? order::f8E5M2 : order::f8E4M3FN;
  using Bits = std::conditional_t<sizeOf(S) == 2, uint16_t, uint8_t>;
  using Value = float;
  static float get(Bits bits) { return order::widen(format, bits); }
  static Bits put(double value) { return static_cast<Bits>(order::roundTo(format, value)); }
};
template <> struct Float<Scalar::BF16> {
  using Bits = uint16_t;
  using Value = float;
  static float get(uint16_t bits) { return order::widenBf16(bits); }
  static uint16_t put(float value) { return order::roundToBf16(value); }
  static uint16_t put(double value) { return static_cast<uint16_t>(order::roundTo(order::bf16, value)); }
};
template <> struct Float<Scalar::F32> {
  using Bits = float;
  using Value = float;
  static float get(float bits) { return bits; }
  static float put(double value) { return order::canonical(static_cast<float>(value)); }
  static float put(float value) { return order::canonical(value); }
};
template <> struct Float<Scalar::F64> {
  using Bits = double;
  using Value = double;
  static double get(double bits) { return bits; }
  static double put(double value) { return order::canonical(value); }
};

template <> struct Float<Scalar::F80> {
  using Bits = long double;
  using Value = long double;
  static long double get(long double bits) { return bits; }
  static long double put(long double value) { return value; }
};

/// Calls f with the compile-time stored type of a float that programs have.
template <class F> Kernel forFloat(Scalar scalar, F f) {
  switch (scalar) {
  case Scalar::F8E5M2:
    return f(std::integral_constant<Scalar, Scalar::F8E5M2>());
  case Scalar::F8E4M3FN:
    return f(std::integral_constant<Scalar, Scalar::F8E4M3FN>());
  case Scalar::BF16:
    return f(std::integral_constant<Scalar, Scalar::BF16>());
  case Scalar::F16:
    return f(std::integral_constant<Scalar, Scalar::F16>());
  case Scalar::F32:
    return f(std::integral_constant<Scalar, Scalar::F32>());
  case Scalar::F64:
    return f(std::integral_constant<Scalar, Scalar::F64>());
  default:
    return nullptr;
  }
}

/// Calls f with a zero of the signed type of an integer's width; booleans are uint8_t.
template <class F> Kernel forInteger(Scalar scalar, F f) {
  switch (scalar) {
  case Scalar::I1:
    return f(uint8_t());
  case Scalar::I8:
    return f(int8_t());
  case Scalar::I16:
    return f(int16_t());
  case Scalar::I32:
    return f(int32_t());
  case Scalar::I64:
    return f(int64_t());
  default:
    return nullptr;
  }
}

Kernel floatKernel(Opcode opcode, Scalar type);
Kernel floatCompareKernel(Opcode opcode, Scalar type);
Kernel integerKernel(Opcode opcode, Scalar type);
Kernel integerCompareKernel(Opcode opcode, Scalar type);
Kernel moveKernel(Opcode opcode, Scalar to);
Kernel convertKernel(Opcode opcode, Scalar from, Scalar to);

} // namespace det::reference

#endif // DET_REFERENCE_KERNELS_TAPEKERNELS_H
