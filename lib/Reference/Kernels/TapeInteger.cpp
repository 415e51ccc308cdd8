// Integer and bit instructions. Integers wrap; a boolean is one byte whose higher bits are 0.
#include "TapeKernels.h"

#include <bit>
#include <limits>
#include <type_traits>

namespace det::reference {

namespace {

/// A boolean is stored as uint8_t: it has one bit.
template <class T> constexpr int width = std::is_same_v<T, uint8_t> ? 1 : int(sizeof(T)) * 8;
template <class T> constexpr std::make_unsigned_t<T> mask = std::make_unsigned_t<T>(width<T> == 1 ? 1 : ~0ull);

template <class T, class Op> void unary(void *out, const void *a, const void *, const void *, int64_t n) {
  using U = std::make_unsigned_t<T>;
  auto *to = static_cast<T *>(out);
  auto *x = static_cast<const T *>(a);
  for (int64_t i = 0; i < n; ++i)
    to[i] = static_cast<T>(Op::template apply<T>(static_cast<U>(x[i])) & mask<T>);
}

template <class T, class Op> void binary(void *out, const void *a, const void *b, const void *, int64_t n) {
  using U = std::make_unsigned_t<T>;
  auto *to = static_cast<T *>(out);
  auto *x = static_cast<const T *>(a), *y = static_cast<const T *>(b);
  for (int64_t i = 0; i < n; ++i)
    to[i] = static_cast<T>(Op::template apply<T>(static_cast<U>(x[i]), static_cast<U>(y[i])) & mask<T>);
}

template <class T, class Op> void compare(void *out, const void *a, const void *b, const void *, int64_t n) {
  using U = std::make_unsigned_t<T>;
  auto *to = static_cast<uint8_t *>(out);
  auto *x = static_cast<const T *>(a), *y = static_cast<const T *>(b);
  for (int64_t i = 0; i < n; ++i)
    to[i] = Op::template apply<T>(static_cast<U>(x[i]), static_cast<U>(y[i]));
}

/// The signed value; a set boolean is -1.
template <class T, class U> auto asSigned(U x) {
  using S = std::make_signed_t<U>;
  return width<T> == 1 ? static_cast<S>(-static_cast<S>(x)) : static_cast<S>(x);
}

#define DET_BINARY(NAME, EXPRESSION)                                                                                             \
  struct NAME {                                                                                                                  \
    template <class T, class U> static auto apply(U x, U y) { return EXPRESSION; }                                               \
  };
// Arithmetic is unsigned, in at least 32 bits, so it wraps.
DET_BINARY(Added, static_cast<U>(x + y))
DET_BINARY(Subtracted, static_cast<U>(x - y))
DET_BINARY(Multiplied, static_cast<U>(static_cast<uint64_t>(x) * y))
DET_BINARY(DividedUnsigned, y ? static_cast<U>(x / y) : static_cast<U>(~U(0)))
DET_BINARY(RemainderUnsigned, y ? static_cast<U>(x % y) : x)
DET_BINARY(BitAnd, static_cast<U>(x &y))
DET_BINARY(BitOr, static_cast<U>(x | y))
DET_BINARY(BitXor, static_cast<U>(x ^ y))
DET_BINARY(ShiftedLeft, y < U(width<T>) ? static_cast<U>(x << y) : U(0))
DET_BINARY(ShiftedRight, y < U(width<T>) ? static_cast<U>(x >> y) : U(0))
DET_BINARY(ShiftedRightSigned, static_cast<U>(asSigned<T>(x) >> (y < U(width<T>) ? y : U(sizeof(U) * 8 - 1))))
DET_BINARY(GreaterSigned, asSigned<T>(x) > asSigned<T>(y) ? x : y)
DET_BINARY(LesserSigned, asSigned<T>(x) < asSigned<T>(y) ? x : y)
DET_BINARY(GreaterUnsigned, x > y ? x : y)
DET_BINARY(LesserUnsigned, x < y ? x : y)
DET_BINARY(Equal, x == y)
DET_BINARY(NotEqual, x != y)
DET_BINARY(LessSigned, asSigned<T>(x) < asSigned<T>(y))
DET_BINARY(LessEqualSigned, asSigned<T>(x) <= asSigned<T>(y))
DET_BINARY(LessUnsigned, x < y)
DET_BINARY(LessEqualUnsigned, x <= y)
#undef DET_BINARY

struct DividedSigned {
  template <class T, class U> static U apply(U x, U y) {
    if (y == 0)
      return static_cast<U>(~U(0));
    if (y == U(~U(0)))
      return static_cast<U>(0 - x); // also for the smallest, whose quotient does not fit
    return static_cast<U>(asSigned<T>(x) / asSigned<T>(y));
  }
};
struct RemainderSigned {
  template <class T, class U> static U apply(U x, U y) {
    if (y == 0)
      return x;
    return y == U(~U(0)) ? U(0) : static_cast<U>(asSigned<T>(x) % asSigned<T>(y));
  }
};
struct Ones {
  template <class T, class U> static U apply(U x) { return static_cast<U>(std::popcount(x)); }
};
struct ZerosAbove {
  template <class T, class U> static U apply(U x) {
    return static_cast<U>(std::countl_zero(x) - (int(sizeof(U)) * 8 - width<T>));
  }
};
struct ZerosBelow {
  template <class T, class U> static U apply(U x) { return static_cast<U>(x ? std::countr_zero(x) : width<T>); }
};

template <class Op> Kernel unaryOf(Scalar type) {
  return forInteger(type, [](auto zero) -> Kernel { return unary<decltype(zero), Op>; });
}
template <class Op> Kernel binaryOf(Scalar type) {
  return forInteger(type, [](auto zero) -> Kernel { return binary<decltype(zero), Op>; });
}
template <class Op> Kernel compareOf(Scalar type) {
  return forInteger(type, [](auto zero) -> Kernel { return compare<decltype(zero), Op>; });
}

} // namespace

Kernel integerKernel(Opcode opcode, Scalar type) {
  switch (opcode) {
  case Opcode::AddI:
    return binaryOf<Added>(type);
  case Opcode::SubI:
    return binaryOf<Subtracted>(type);
  case Opcode::MulI:
    return binaryOf<Multiplied>(type);
  case Opcode::DivSI:
    return binaryOf<DividedSigned>(type);
  case Opcode::DivUI:
    return binaryOf<DividedUnsigned>(type);
  case Opcode::RemSI:
    return binaryOf<RemainderSigned>(type);
  case Opcode::RemUI:
    return binaryOf<RemainderUnsigned>(type);
  case Opcode::And:
    return binaryOf<BitAnd>(type);
  case Opcode::Or:
    return binaryOf<BitOr>(type);
  case Opcode::Xor:
    return binaryOf<BitXor>(type);
  case Opcode::ShL:
    return binaryOf<ShiftedLeft>(type);
  case Opcode::ShRS:
    return binaryOf<ShiftedRightSigned>(type);
  case Opcode::ShRU:
    return binaryOf<ShiftedRight>(type);
  case Opcode::MaxSI:
    return binaryOf<GreaterSigned>(type);
  case Opcode::MinSI:
    return binaryOf<LesserSigned>(type);
  case Opcode::MaxUI:
    return binaryOf<GreaterUnsigned>(type);
  case Opcode::MinUI:
    return binaryOf<LesserUnsigned>(type);
  case Opcode::PopCount:
    return unaryOf<Ones>(type);
  case Opcode::LeadingZeros:
    return unaryOf<ZerosAbove>(type);
  case Opcode::TrailingZeros:
    return unaryOf<ZerosBelow>(type);
  default:
    return nullptr;
  }
}

Kernel integerCompareKernel(Opcode opcode, Scalar type) {
  switch (opcode) {
  case Opcode::EqI:
    return compareOf<Equal>(type);
  case Opcode::NeI:
    return compareOf<NotEqual>(type);
  case Opcode::LtSI:
    return compareOf<LessSigned>(type);
  case Opcode::LeSI:
    return compareOf<LessEqualSigned>(type);
  case Opcode::LtUI:
    return compareOf<LessUnsigned>(type);
  case Opcode::LeUI:
    return compareOf<LessEqualUnsigned>(type);
  default:
    return nullptr;
  }
}

} // namespace det::reference
