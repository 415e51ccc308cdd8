// What two elements join to, by operation and type, as lib/Runtime/Host/CombineV3.cpp: NaNs are any NaN until they are stored.
#ifndef DET_LIB_DEVICE_COMBINE_H
#define DET_LIB_DEVICE_COMBINE_H

#include "Gpu.h"

namespace det::device {

/// In the order of host::JoinOp. Floats take no unsigned operation; the bit operations work on their bits.
enum class JoinOp : uint8_t { add, mul, max, min, maxUnsigned, minUnsigned, bitAnd, bitOr, bitXor };

/// Integers of the size of an element: its bits, and the order of signed values.
template <uint32_t Bytes> struct BitsOfSize;
template <> struct BitsOfSize<1> { using Unsigned = uint8_t; using Signed = int8_t; };
template <> struct BitsOfSize<2> { using Unsigned = uint16_t; using Signed = int16_t; };
template <> struct BitsOfSize<4> { using Unsigned = uint32_t; using Signed = int32_t; };
template <> struct BitsOfSize<8> { using Unsigned = uint64_t; using Signed = int64_t; };
template <class T> using Unsigned = typename BitsOfSize<sizeof(T)>::Unsigned;
template <class T> using Signed = typename BitsOfSize<sizeof(T)>::Signed;

template <class T> constexpr bool isFloat = __is_same(T, float) || __is_same(T, double);
template <class T> constexpr Unsigned<T> magnitude = Unsigned<T>(-1) >> 1;
template <class T> constexpr Unsigned<T> infinity = sizeof(T) == 4 ? Unsigned<T>(0x7f800000) : Unsigned<T>(0x7ff0000000000000);

template <class T> DET_INLINE Unsigned<T> bitsOf(T x) { return __builtin_bit_cast(Unsigned<T>, x); }

/// Signed integers in the order of the floats: -0 < +0.
template <class T> DET_INLINE Signed<T> floatRank(T x) {
  const Signed<T> bits = Signed<T>(bitsOf(x));
  return bits ^ Signed<T>((bits >> (8 * sizeof(T) - 1)) & Signed<T>(magnitude<T>));
}

/// A float NaN as the one that is stored; anything else as it is.
template <class T> DET_INLINE T canonical(T x) {
  if constexpr (isFloat<T>)
    return (bitsOf(x) & magnitude<T>) > infinity<T> ? __builtin_bit_cast(T, magnitude<T>) : x;
  return x;
}

template <class T, bool Max> DET_INLINE T extreme(T a, T b) {
  if constexpr (isFloat<T>) {
    const Unsigned<T> x = bitsOf(a) & magnitude<T>, y = bitsOf(b) & magnitude<T>;
    if ((x > y ? x : y) > infinity<T>)
      return __builtin_bit_cast(T, magnitude<T>);
    return (Max ? floatRank(a) >= floatRank(b) : floatRank(a) <= floatRank(b)) ? a : b;
  } else {
    const Signed<T> x = Signed<T>(a), y = Signed<T>(b);
    return (Max ? x > y : x < y) ? a : b;
  }
}

/// a op b. Integers are unsigned types and wrap.
template <JoinOp Op, class T> DET_INLINE T join(T a, T b) {
  if constexpr (Op == JoinOp::add)
    return T(a + b);
  else if constexpr (Op == JoinOp::mul && sizeof(T) < 4)
    return T(uint32_t(a) * uint32_t(b)); // not as int, whose overflow is undefined
  else if constexpr (Op == JoinOp::mul)
    return a * b;
  else if constexpr (Op == JoinOp::max)
    return extreme<T, true>(a, b);
  else if constexpr (Op == JoinOp::min)
    return extreme<T, false>(a, b);
  else if constexpr (Op == JoinOp::maxUnsigned)
    return a > b ? a : b;
  else if constexpr (Op == JoinOp::minUnsigned)
    return a < b ? a : b;
  else if constexpr (Op == JoinOp::bitAnd)
    return __builtin_bit_cast(T, Unsigned<T>(bitsOf(a) & bitsOf(b)));
  else if constexpr (Op == JoinOp::bitOr)
    return __builtin_bit_cast(T, Unsigned<T>(bitsOf(a) | bitsOf(b)));
  else
    return __builtin_bit_cast(T, Unsigned<T>(bitsOf(a) ^ bitsOf(b)));
}

} // namespace det::device

#endif // DET_LIB_DEVICE_COMBINE_H
