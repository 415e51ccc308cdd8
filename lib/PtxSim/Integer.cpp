// Integer arithmetic: add sub mul mad div rem min max abs neg sad, 24-bit products, pairs of 16-bit numbers.
#include "Lanes.h"

#include <algorithm>
#include <type_traits>

namespace det::ptx {

namespace {

using Add = decltype([](auto a, auto b) { return wrap(a) + wrap(b); });
using Sub = decltype([](auto a, auto b) { return wrap(a) - wrap(b); });
using MulLo = decltype([](auto a, auto b) { return wrap(a) * wrap(b); });
using MadLo = decltype([](auto a, auto b, auto c) { return wrap(a) * wrap(b) + wrap(c); });
using Min = decltype([](auto a, auto b) { return a < b ? a : b; });
using Max = decltype([](auto a, auto b) { return a > b ? a : b; });
using Abs = decltype([](auto a) { return a < 0 ? 0 - wrap(a) : wrap(a); });
using Neg = decltype([](auto a) { return 0 - wrap(a); });
using Sad = decltype([](auto a, auto b, auto c) { return wrap(c) + (a < b ? wrap(b) - wrap(a) : wrap(a) - wrap(b)); });

template <class T> using Wide = std::conditional_t<
    sizeof(T) == 8, std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>,
    std::conditional_t<sizeof(T) == 4, std::conditional_t<std::is_signed_v<T>, int64_t, uint64_t>, std::conditional_t<std::is_signed_v<T>, int32_t, uint32_t>>>;

using MulHi = decltype([](auto a, auto b) {
  using T = decltype(a);
  return static_cast<T>(Wide<T>(a) * Wide<T>(b) >> 8 * sizeof(T));
});
using MadHi = decltype([](auto a, auto b, auto c) { return wrap(MulHi{}(a, b)) + wrap(c); });
using MulWide = decltype([](auto a, auto b) { return Wide<decltype(a)>(a) * Wide<decltype(a)>(b); });
using MadWide = decltype([](auto a, auto b, auto c) { return wrap(Wide<decltype(a)>(a) * Wide<decltype(a)>(b)) + wrap(c); });

/// Division by zero has no meaning in PTX; this is what GPUs give: all ones, and the dividend as remainder.
using Div = decltype([](auto a, auto b) {
  using T = decltype(a);
  if (b == 0)
    return static_cast<T>(-1);
  return static_cast<T>(std::is_signed_v<T> && b == static_cast<T>(-1) ? 0 - wrap(a) : a / b);
});
using Rem = decltype([](auto a, auto b) {
  using T = decltype(a);
  if (b == 0)
    return a;
  return static_cast<T>(std::is_signed_v<T> && b == static_cast<T>(-1) ? 0 : a % b);
});

using Saturate = decltype([](int64_t a) { return static_cast<int32_t>(a < INT32_MIN ? INT32_MIN : a > INT32_MAX ? INT32_MAX : a); });
using AddSat = decltype([](int32_t a, int32_t b) { return Saturate{}(int64_t(a) + b); });
using SubSat = decltype([](int32_t a, int32_t b) { return Saturate{}(int64_t(a) - b); });
using MadHiSat = decltype([](int32_t a, int32_t b, int32_t c) { return Saturate{}((int64_t(a) * b >> 32) + c); });

/// 24-bit factors in 32-bit registers: the low or high 32 bits of the 48-bit product.
template <class T> int64_t product24(T a, T b) {
  auto low = [](T x) { return std::is_signed_v<T> ? int64_t(int32_t(uint32_t(x) << 8) >> 8) : int64_t(uint32_t(x) & 0xffffff); };
  return low(a) * low(b);
}
using Mul24Lo = decltype([](auto a, auto b) { return product24(a, b); });
using Mul24Hi = decltype([](auto a, auto b) { return product24(a, b) >> 16; });
using Mad24Lo = decltype([](auto a, auto b, auto c) { return product24(a, b) + c; });
using Mad24Hi = decltype([](auto a, auto b, auto c) { return (product24(a, b) >> 16) + c; });

/// Two 16-bit numbers in a register.
template <class T, class Op> struct Packed {
  uint32_t operator()(uint32_t a, uint32_t b) const {
    auto half = [](uint32_t x, unsigned shift) { return static_cast<T>(x >> shift); };
    return uint32_t(uint16_t(Op{}(half(a, 0), half(b, 0)))) | uint32_t(uint16_t(Op{}(half(a, 16), half(b, 16)))) << 16;
  }
};
template <class Op> Handler packed(Type type) {
  return type == Type::S16x2 ? binary<uint32_t, uint32_t, uint32_t, Packed<int16_t, Op>> : binary<uint32_t, uint32_t, uint32_t, Packed<uint16_t, Op>>;
}

template <class Op> struct Unary {
  template <class T> struct Make { static constexpr Handler handler = unary<T, T, Op>; };
};
template <class Op> struct Binary {
  template <class T> struct Make { static constexpr Handler handler = binary<T, T, T, Op>; };
};
template <class Op> struct Ternary {
  template <class T> struct Make { static constexpr Handler handler = ternary<T, T, T, T, Op>; };
};

template <class Op> Handler widening(Type type) {
  switch (type) {
  case Type::U16: return binary<uint32_t, uint16_t, uint16_t, Op>;
  case Type::S16: return binary<int32_t, int16_t, int16_t, Op>;
  case Type::U32: return binary<uint64_t, uint32_t, uint32_t, Op>;
  case Type::S32: return binary<int64_t, int32_t, int32_t, Op>;
  default: return nullptr;
  }
}
template <class Op> Handler wideningAdd(Type type) {
  switch (type) {
  case Type::U16: return ternary<uint32_t, uint16_t, uint16_t, uint32_t, Op>;
  case Type::S16: return ternary<int32_t, int16_t, int16_t, int32_t, Op>;
  case Type::U32: return ternary<uint64_t, uint32_t, uint32_t, uint64_t, Op>;
  case Type::S32: return ternary<int64_t, int32_t, int32_t, int64_t, Op>;
  default: return nullptr;
  }
}
template <class Op> Handler of24(Type type) {
  return type == Type::S32 ? binary<int32_t, int32_t, int32_t, Op> : type == Type::U32 ? binary<uint32_t, uint32_t, uint32_t, Op> : nullptr;
}
template <class Op> Handler of24Add(Type type) {
  return type == Type::S32 ? ternary<int32_t, int32_t, int32_t, int32_t, Op> : type == Type::U32 ? ternary<uint32_t, uint32_t, uint32_t, uint32_t, Op> : nullptr;
}

Type widened(Type type) {
  return type == Type::U16 ? Type::U32 : type == Type::S16 ? Type::S32 : type == Type::U32 ? Type::U64 : Type::S64;
}

Handler simpleHandler(std::string_view name, Type type, unsigned &operands) {
  operands = name == "abs" || name == "neg" ? 1 : name == "sad" ? 3 : 2;
  if (type == Type::U16x2 || type == Type::S16x2)
    return name == "add" ? packed<Add>(type) : name == "sub" ? packed<Sub>(type) : name == "min" ? packed<Min>(type)
           : name == "max" ? packed<Max>(type) : nullptr;
  if (name == "add") return forInteger<Binary<Add>::Make>(type);
  if (name == "sub") return forInteger<Binary<Sub>::Make>(type);
  if (name == "div") return forInteger<Binary<Div>::Make>(type);
  if (name == "rem") return forInteger<Binary<Rem>::Make>(type);
  if (name == "min") return forInteger<Binary<Min>::Make>(type);
  if (name == "max") return forInteger<Binary<Max>::Make>(type);
  if (name == "sad") return forInteger<Ternary<Sad>::Make>(type);
  if (!isSigned(type)) return nullptr;
  return name == "abs" ? forInteger<Unary<Abs>::Make>(type) : forInteger<Unary<Neg>::Make>(type);
}

} // namespace

bool decodeInteger(Decoder &decoder, Opcode &opcode, const Statement &statement) {
  static constexpr std::string_view simple[] = {"add", "sub", "div", "rem", "min", "max", "sad", "abs", "neg"};
  std::string_view name = opcode.name();
  bool isProduct = name == "mul" || name == "mad" || name == "mul24" || name == "mad24";
  bool isSimple = std::find(std::begin(simple), std::end(simple), name) != std::end(simple);
  auto last = opcode.lastType();
  if (!(isProduct || isSimple) || !last || isFloat(*last) || opcode.has("cc"))
    return false;
  Type type = opcode.takeType(), to = type;
  Handler handler = nullptr;
  unsigned count = 2;
  if (isSimple) {
    handler = simpleHandler(name, type, count);
    if (type == Type::S32 && (name == "add" || name == "sub") && opcode.take("sat"))
      handler = name == "add" ? binary<int32_t, int32_t, int32_t, AddSat> : binary<int32_t, int32_t, int32_t, SubSat>;
  } else {
    int part = opcode.takeOneOf({"lo", "hi", "wide"});
    bool adds = name.starts_with("mad"), is24 = name.ends_with("24");
    count = adds ? 3 : 2;
    if (part == 2 && !is24) {
      to = widened(type);
      handler = adds ? wideningAdd<MadWide>(type) : widening<MulWide>(type);
    } else if (is24 && part >= 0) {
      handler = adds ? (part ? of24Add<Mad24Hi>(type) : of24Add<Mad24Lo>(type)) : (part ? of24<Mul24Hi>(type) : of24<Mul24Lo>(type));
    } else if (part == 1 && adds && opcode.take("sat") && type == Type::S32) {
      handler = ternary<int32_t, int32_t, int32_t, int32_t, MadHiSat>;
    } else if (part >= 0) {
      handler = adds ? (part ? forInteger<Ternary<MadHi>::Make>(type) : forInteger<Ternary<MadLo>::Make>(type))
                     : (part ? forInteger<Binary<MulHi>::Make>(type) : forInteger<Binary<MulLo>::Make>(type));
    }
  }
  if (!handler)
    opcode.fail("not an integer instruction of PTX");
  opcode.expectOperands(count + 1);
  uint32_t d = decoder.destination(statement.operands[0], bitsOf(to)), a = decoder.source(statement.operands[1], type);
  uint32_t b = count > 1 ? decoder.source(statement.operands[2], type) : none;
  uint32_t c = count > 2 ? decoder.source(statement.operands[3], to) : none;
  Instruction &i = decoder.emit(handler);
  i.d = d, i.a = a, i.b = b, i.c = c;
  return true;
}

} // namespace det::ptx
