// Scalars of device kernels: what a combiner does to two of them, as the host's kernels do it (Host/CombineV3.cpp).
#ifndef DET_LIB_DEVICE_SCALAR_H
#define DET_LIB_DEVICE_SCALAR_H

#include "Gpu.h"

namespace det::device {

struct F32 {
  using Value = float;
  using Signed = int32_t;
  using Unsigned = uint32_t;
  static constexpr bool floating = true;
  static constexpr Unsigned infinity = 0x7f800000, magnitude = 0x7fffffff, sign = 0x80000000, one = 0x3f800000;
};
struct F64 {
  using Value = double;
  using Signed = int64_t;
  using Unsigned = uint64_t;
  static constexpr bool floating = true;
  static constexpr Unsigned infinity = 0x7ff0000000000000, magnitude = 0x7fffffffffffffff, sign = 0x8000000000000000,
                            one = 0x3ff0000000000000;
};
/// Integers are two's complement and wrap; whether they have a sign is the combiner's to know.
template <class S, class U> struct Integer {
  using Value = U;
  using Signed = S;
  using Unsigned = U;
  static constexpr bool floating = false;
  static constexpr Unsigned magnitude = static_cast<U>(static_cast<U>(~U(0)) >> 1), sign = static_cast<U>(~magnitude), one = 1;
};
using I8 = Integer<int8_t, uint8_t>;
using I16 = Integer<int16_t, uint16_t>;
using I32 = Integer<int32_t, uint32_t>;
using I64 = Integer<int64_t, uint64_t>;

template <class T> DET_INLINE typename T::Unsigned bitsOf(typename T::Value x) {
  return __builtin_bit_cast(typename T::Unsigned, x);
}
template <class T> DET_INLINE typename T::Value fromBits(typename T::Unsigned x) {
  return __builtin_bit_cast(typename T::Value, x);
}

/// Every float NaN becomes the one with all bits but the sign.
template <class T> DET_INLINE typename T::Value canonical(typename T::Value x) {
  if constexpr (T::floating)
    return x != x ? fromBits<T>(T::magnitude) : x;
  else
    return x;
}

/// Signed integers in the order of the floats: -0 < +0.
template <class T> DET_INLINE typename T::Signed rankOf(typename T::Unsigned x) {
  const auto s = static_cast<typename T::Signed>(x);
  return s ^ static_cast<typename T::Signed>((s >> (8 * sizeof(s) - 1)) & static_cast<typename T::Signed>(T::magnitude));
}

template <class T, bool max> DET_INLINE typename T::Value extreme(typename T::Value a, typename T::Value b) {
  if constexpr (T::floating) {
    const typename T::Unsigned x = bitsOf<T>(a), y = bitsOf<T>(b);
    const bool first = max ? rankOf<T>(x) >= rankOf<T>(y) : rankOf<T>(x) <= rankOf<T>(y);
    return a != a || b != b ? fromBits<T>(T::magnitude) : first ? a : b;
  } else {
    const auto x = static_cast<typename T::Signed>(a), y = static_cast<typename T::Signed>(b);
    return max ? (x > y ? a : b) : (x < y ? a : b);
  }
}

/// A combiner: its identity, and the join of a left and a right operand.
struct Add {
  template <class T> static constexpr typename T::Unsigned identity = T::floating ? T::sign : 0;
  template <class T> DET_INLINE static typename T::Value join(typename T::Value a, typename T::Value b) {
    return static_cast<typename T::Value>(a + b);
  }
};
struct Mul {
  template <class T> static constexpr typename T::Unsigned identity = T::one;
  template <class T> DET_INLINE static typename T::Value join(typename T::Value a, typename T::Value b) {
    if constexpr (sizeof(a) < 4) // small operands would be promoted to int, whose overflow is undefined
      return static_cast<typename T::Value>(static_cast<uint32_t>(a) * static_cast<uint32_t>(b));
    else
      return a * b;
  }
};
struct Max {
  template <class T> static constexpr typename T::Unsigned lowest() {
    if constexpr (T::floating)
      return T::sign | T::infinity;
    else
      return T::sign;
  }
  template <class T> static constexpr typename T::Unsigned identity = lowest<T>();
  template <class T> DET_INLINE static typename T::Value join(typename T::Value a, typename T::Value b) {
    return extreme<T, true>(a, b);
  }
};
struct Min {
  template <class T> static constexpr typename T::Unsigned highest() {
    if constexpr (T::floating)
      return T::infinity;
    else
      return T::magnitude;
  }
  template <class T> static constexpr typename T::Unsigned identity = highest<T>();
  template <class T> DET_INLINE static typename T::Value join(typename T::Value a, typename T::Value b) {
    return extreme<T, false>(a, b);
  }
};
struct MaxUnsigned {
  template <class T> static constexpr typename T::Unsigned identity = 0;
  template <class T> DET_INLINE static typename T::Value join(typename T::Value a, typename T::Value b) { return a > b ? a : b; }
};
struct MinUnsigned {
  template <class T> static constexpr typename T::Unsigned identity = static_cast<typename T::Unsigned>(T::sign | T::magnitude);
  template <class T> DET_INLINE static typename T::Value join(typename T::Value a, typename T::Value b) { return a < b ? a : b; }
};
struct And {
  template <class T> static constexpr typename T::Unsigned identity = static_cast<typename T::Unsigned>(T::sign | T::magnitude);
  template <class T> DET_INLINE static typename T::Value join(typename T::Value a, typename T::Value b) {
    return fromBits<T>(static_cast<typename T::Unsigned>(bitsOf<T>(a) & bitsOf<T>(b)));
  }
};
struct Or {
  template <class T> static constexpr typename T::Unsigned identity = 0;
  template <class T> DET_INLINE static typename T::Value join(typename T::Value a, typename T::Value b) {
    return fromBits<T>(static_cast<typename T::Unsigned>(bitsOf<T>(a) | bitsOf<T>(b)));
  }
};
struct Xor {
  template <class T> static constexpr typename T::Unsigned identity = 0;
  template <class T> DET_INLINE static typename T::Value join(typename T::Value a, typename T::Value b) {
    return fromBits<T>(static_cast<typename T::Unsigned>(bitsOf<T>(a) ^ bitsOf<T>(b)));
  }
};

/// Calls DO(name, Combiner, Type) for every combiner of every type that takes it.
#define DET_EACH_TYPE(DO, NAME, OP)                                                                                              \
  DO(NAME##_f32, OP, F32)                                                                                                        \
  DO(NAME##_f64, OP, F64) DO(NAME##_i8, OP, I8) DO(NAME##_i16, OP, I16) DO(NAME##_i32, OP, I32) DO(NAME##_i64, OP, I64)
#define DET_EACH_INTEGER(DO, NAME, OP)                                                                                           \
  DO(NAME##_i8, OP, I8) DO(NAME##_i16, OP, I16) DO(NAME##_i32, OP, I32) DO(NAME##_i64, OP, I64)
#define DET_EACH_COMBINE(DO)                                                                                                     \
  DET_EACH_TYPE(DO, add, Add)                                                                                                    \
  DET_EACH_TYPE(DO, mul, Mul) DET_EACH_TYPE(DO, max, Max) DET_EACH_TYPE(DO, min, Min) DET_EACH_INTEGER(DO, maxu, MaxUnsigned)    \
      DET_EACH_INTEGER(DO, minu, MinUnsigned) DET_EACH_TYPE(DO, and, And) DET_EACH_TYPE(DO, or, Or) DET_EACH_TYPE(DO, xor, Xor)

} // namespace det::device

#endif // DET_LIB_DEVICE_SCALAR_H
