// The loops of Combine.h, vectorised by the compiler for x86-64-v3. Includes nothing of the library that could leak code
// for this instruction set into other files.
#include "Combine.h"

#include <cstdint>
#include <cstring>

namespace det::rt::host {
namespace {

struct F32 {
  using Value = float;
  using Signed = int32_t;
  using Unsigned = uint32_t;
  static constexpr Unsigned infinity = 0x7f800000;
};
struct F64 {
  using Value = double;
  using Signed = int64_t;
  using Unsigned = uint64_t;
  static constexpr Unsigned infinity = 0x7ff0000000000000;
};
template <class S, class U> struct Integer {
  using Value = U;
  using Signed = S;
  using Unsigned = U;
};
using I8 = Integer<int8_t, uint8_t>;
using I16 = Integer<int16_t, uint16_t>;
using I32 = Integer<int32_t, uint32_t>;
using I64 = Integer<int64_t, uint64_t>;

template <class T> constexpr bool isFloat = !__is_same(typename T::Value, typename T::Unsigned);
template <class T> constexpr typename T::Unsigned magnitude = static_cast<typename T::Unsigned>(-1) >> 1;

template <class T> typename T::Unsigned bitsOf(typename T::Value x) { return __builtin_bit_cast(typename T::Unsigned, x); }
template <class T> typename T::Value fromBits(typename T::Unsigned x) { return __builtin_bit_cast(typename T::Value, x); }

// Signed integers in the order of the floats: -0 < +0.
template <class T> typename T::Signed rank(typename T::Unsigned x) {
  const auto s = static_cast<typename T::Signed>(x);
  return s ^ static_cast<typename T::Signed>((s >> (8 * sizeof(s) - 1)) & static_cast<typename T::Signed>(magnitude<T>));
}

template <class T, bool MAX> typename T::Value extreme(typename T::Value a, typename T::Value b) {
  if constexpr (isFloat<T>) {
    const typename T::Unsigned x = bitsOf<T>(a), y = bitsOf<T>(b);
    const bool first = MAX ? rank<T>(x) >= rank<T>(y) : rank<T>(x) <= rank<T>(y);
    const typename T::Unsigned chosen = first ? x : y;
    const typename T::Unsigned larger = (x & magnitude<T>) > (y & magnitude<T>) ? x & magnitude<T> : y & magnitude<T>;
    return fromBits<T>(larger > T::infinity ? magnitude<T> : chosen);
  } else {
    const auto x = static_cast<typename T::Signed>(a), y = static_cast<typename T::Signed>(b);
    return static_cast<typename T::Value>(MAX ? (x > y ? x : y) : (x < y ? x : y));
  }
}

struct Add {
  template <class T> static typename T::Value join(typename T::Value a, typename T::Value b) {
    return static_cast<typename T::Value>(a + b);
  }
};
struct Mul {
  template <class T> static typename T::Value join(typename T::Value a, typename T::Value b) {
    if constexpr (sizeof(a) < 4) // small unsigned operands would be promoted to int, whose overflow is undefined
      return static_cast<typename T::Value>(static_cast<uint32_t>(a) * static_cast<uint32_t>(b));
    else
      return a * b;
  }
};
struct Max {
  template <class T> static typename T::Value join(typename T::Value a, typename T::Value b) { return extreme<T, true>(a, b); }
};
struct Min {
  template <class T> static typename T::Value join(typename T::Value a, typename T::Value b) { return extreme<T, false>(a, b); }
};
struct MaxUnsigned {
  template <class T> static typename T::Value join(typename T::Value a, typename T::Value b) { return a > b ? a : b; }
};
struct MinUnsigned {
  template <class T> static typename T::Value join(typename T::Value a, typename T::Value b) { return a < b ? a : b; }
};
struct And {
  template <class T> static typename T::Value join(typename T::Value a, typename T::Value b) {
    return fromBits<T>(static_cast<typename T::Unsigned>(bitsOf<T>(a) & bitsOf<T>(b)));
  }
};
struct Or {
  template <class T> static typename T::Value join(typename T::Value a, typename T::Value b) {
    return fromBits<T>(static_cast<typename T::Unsigned>(bitsOf<T>(a) | bitsOf<T>(b)));
  }
};
struct Xor {
  template <class T> static typename T::Value join(typename T::Value a, typename T::Value b) {
    return fromBits<T>(static_cast<typename T::Unsigned>(bitsOf<T>(a) ^ bitsOf<T>(b)));
  }
};

template <class Op, class T> void loop(const void *left, const void *right, void *out, int64_t count) {
  using Value = typename T::Value;
  const auto *a = static_cast<const Value *>(left), *b = static_cast<const Value *>(right);
  auto *c = static_cast<Value *>(out);
#pragma GCC ivdep
  for (int64_t i = 0; i < count; ++i)
    c[i] = Op::template join<T>(a[i], b[i]);
}

template <class T> void canonicalLoop(const void *in, void *out, int64_t count) {
  const auto *a = static_cast<const typename T::Unsigned *>(in);
  auto *b = static_cast<typename T::Unsigned *>(out);
#pragma GCC ivdep
  for (int64_t i = 0; i < count; ++i)
    b[i] = (a[i] & magnitude<T>) > T::infinity ? magnitude<T> : a[i];
}

template <class Unsigned> void fillLoop(const void *value, void *out, int64_t count) {
  Unsigned x;
  __builtin_memcpy(&x, value, sizeof x);
  auto *b = static_cast<Unsigned *>(out);
  for (int64_t i = 0; i < count; ++i)
    b[i] = x;
}

template <class Op> Combine forType(Element type) {
  switch (type) {
  case Element::f32:
    return loop<Op, F32>;
  case Element::f64:
    return loop<Op, F64>;
  case Element::i8:
    return loop<Op, I8>;
  case Element::i16:
    return loop<Op, I16>;
  case Element::i32:
    return loop<Op, I32>;
  case Element::i64:
    return loop<Op, I64>;
  }
  return nullptr;
}

bool floating(Element type) { return type == Element::f32 || type == Element::f64; }

} // namespace

Combine combineFor(JoinOp op, Element type) {
  switch (op) {
  case JoinOp::add:
    return forType<Add>(type);
  case JoinOp::mul:
    return forType<Mul>(type);
  case JoinOp::max:
    return forType<Max>(type);
  case JoinOp::min:
    return forType<Min>(type);
  case JoinOp::maxUnsigned:
    return floating(type) ? nullptr : forType<MaxUnsigned>(type);
  case JoinOp::minUnsigned:
    return floating(type) ? nullptr : forType<MinUnsigned>(type);
  case JoinOp::bitAnd:
    return forType<And>(type);
  case JoinOp::bitOr:
    return forType<Or>(type);
  case JoinOp::bitXor:
    return forType<Xor>(type);
  }
  return nullptr;
}

int64_t elementSize(Element type) {
  switch (type) {
  case Element::i8:
    return 1;
  case Element::i16:
    return 2;
  case Element::f32:
  case Element::i32:
    return 4;
  case Element::f64:
  case Element::i64:
    return 8;
  }
  return 0;
}

void canonicalise(Element type, const void *in, void *out, int64_t count) {
  if (type == Element::f32)
    return canonicalLoop<F32>(in, out, count);
  if (type == Element::f64)
    return canonicalLoop<F64>(in, out, count);
  if (in != out)
    std::memmove(out, in, static_cast<size_t>(count * elementSize(type)));
}

void fill(Element type, const void *value, void *out, int64_t count) {
  switch (elementSize(type)) {
  case 1:
    return fillLoop<uint8_t>(value, out, count);
  case 2:
    return fillLoop<uint16_t>(value, out, count);
  case 4:
    return fillLoop<uint32_t>(value, out, count);
  default:
    return fillLoop<uint64_t>(value, out, count);
  }
}

} // namespace det::rt::host
