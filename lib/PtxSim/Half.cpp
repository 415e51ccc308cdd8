// Arithmetic of f16 and bf16, alone and in pairs: add sub mul fma neg abs min max.
#include "HalfFloat.h"
#include "Lanes.h"

namespace det::ptx {

namespace {

template <const FloatFormat &format> struct Math {
  static uint16_t add(uint16_t a, uint16_t b) { return narrow<format>(addToOdd(widen<format>(a), widen<format>(b))); }
  static uint16_t sub(uint16_t a, uint16_t b) { return narrow<format>(addToOdd(widen<format>(a), -widen<format>(b))); }
  static uint16_t mul(uint16_t a, uint16_t b) { return narrow<format>(widen<format>(a) * widen<format>(b)); }
  static uint16_t fma(uint16_t a, uint16_t b, uint16_t c) {
    return narrow<format>(addToOdd(widen<format>(a) * widen<format>(b), widen<format>(c)));
  }
  static uint16_t neg(uint16_t a) { return a ^ 0x8000; }
  static uint16_t abs(uint16_t a) { return a & 0x7fff; }
  template <bool isMax, bool keepsNaN> static uint16_t extreme(uint16_t a, uint16_t b) {
    bool isNaN = (a & 0x7fff) > format.infinity(), otherIsNaN = (b & 0x7fff) > format.infinity();
    if (isNaN || otherIsNaN)
      return keepsNaN || (isNaN && otherIsNaN) ? format.nan() : isNaN ? b : a;
    double x = widen<format>(a), y = widen<format>(b);
    if (x == y)
      return isMax ? a & b : a | b;
    return (x < y) == isMax ? b : a;
  }
};

// On single numbers, and on pairs.
template <auto f> struct One { uint16_t operator()(uint16_t a) const { return f(a); } };
template <auto f> struct Two { uint16_t operator()(uint16_t a, uint16_t b) const { return f(a, b); } };
template <auto f> struct Three { uint16_t operator()(uint16_t a, uint16_t b, uint16_t c) const { return f(a, b, c); } };

constexpr uint32_t join(uint16_t low, uint16_t high) { return low | uint32_t(high) << 16; }
template <auto f> struct OnePair { uint32_t operator()(uint32_t a) const { return join(f(a), f(a >> 16)); } };
template <auto f> struct TwoPairs { uint32_t operator()(uint32_t a, uint32_t b) const { return join(f(a, b), f(a >> 16, b >> 16)); } };
template <auto f> struct ThreePairs {
  uint32_t operator()(uint32_t a, uint32_t b, uint32_t c) const { return join(f(a, b, c), f(a >> 16, b >> 16, c >> 16)); }
};

using H = uint16_t;
using W = uint32_t;
template <auto f> Handler one(bool isPair) { return isPair ? unary<W, W, OnePair<f>> : unary<H, H, One<f>>; }
template <auto f> Handler two(bool isPair) { return isPair ? binary<W, W, W, TwoPairs<f>> : binary<H, H, H, Two<f>>; }
template <auto f> Handler three(bool isPair) { return isPair ? ternary<W, W, W, W, ThreePairs<f>> : ternary<H, H, H, H, Three<f>>; }

template <const FloatFormat &format> Handler handlerOf(std::string_view name, bool isPair, bool keepsNaN) {
  using M = Math<format>;
  if (name == "add") return two<M::add>(isPair);
  if (name == "sub") return two<M::sub>(isPair);
  if (name == "mul") return two<M::mul>(isPair);
  if (name == "fma") return three<M::fma>(isPair);
  if (name == "neg") return one<M::neg>(isPair);
  if (name == "abs") return one<M::abs>(isPair);
  if (name == "min") return keepsNaN ? two<M::template extreme<false, true>>(isPair) : two<M::template extreme<false, false>>(isPair);
  return keepsNaN ? two<M::template extreme<true, true>>(isPair) : two<M::template extreme<true, false>>(isPair);
}

} // namespace

bool decodeHalf(Decoder &decoder, Opcode &opcode, const Statement &statement) {
  std::string_view name = opcode.name();
  auto last = opcode.lastType();
  bool isF16 = last == Type::F16 || last == Type::F16x2, isBF16 = last == Type::BF16 || last == Type::BF16x2;
  bool isRounded = name == "add" || name == "sub" || name == "mul" || name == "fma", isSign = name == "neg" || name == "abs";
  if (!(isF16 || isBF16) || !(isRounded || isSign || name == "min" || name == "max"))
    return false;
  Type type = opcode.takeType();
  bool isPair = bitsOf(type) == 32, keepsNaN = !isRounded && !isSign && opcode.take("NaN");
  if (isRounded && !opcode.take("rn"))
    opcode.fail("expected .rn: without it ptxas may fuse operations, and results are not fixed");
  unsigned count = name == "fma" ? 3 : isSign ? 1 : 2;
  Handler handler = isF16 ? handlerOf<formatF16>(name, isPair, keepsNaN) : handlerOf<formatBF16>(name, isPair, keepsNaN);
  opcode.expectOperands(count + 1);
  uint32_t d = decoder.destination(statement.operands[0], bitsOf(type)), a = decoder.source(statement.operands[1], type),
           b = count > 1 ? decoder.source(statement.operands[2], type) : none, c = count > 2 ? decoder.source(statement.operands[3], type) : none;
  Instruction &i = decoder.emit(handler);
  i.d = d, i.a = a, i.b = b, i.c = c;
  return true;
}

} // namespace det::ptx
