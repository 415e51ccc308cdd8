// Arithmetic of f32 and f64: add sub mul fma div rcp sqrt neg abs min max copysign testp. A NaN that an operation makes is the GPU's.
#include "Lanes.h"
#include "Rounded.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace det::ptx {

namespace {

template <class F> struct BitsOf;
template <> struct BitsOf<float> {
  using Type = uint32_t;
  static constexpr uint32_t nan = 0x7fffffff, sign = 0x80000000;
};
template <> struct BitsOf<double> {
  using Type = uint64_t;
  static constexpr uint64_t nan = 0x7fffffffffffffff, sign = 0x8000000000000000;
};
template <class F> using Bits = typename BitsOf<F>::Type;

template <class F> Bits<F> canonical(F x) { return x != x ? BitsOf<F>::nan : std::bit_cast<Bits<F>>(x); }

using Add = decltype([](auto a, auto b) { return canonical(a + b); });
using Sub = decltype([](auto a, auto b) { return canonical(a - b); });
using Mul = decltype([](auto a, auto b) { return canonical(a * b); });
using Div = decltype([](auto a, auto b) { return canonical(a / b); });
using Rcp = decltype([](auto a) { return canonical(1 / a); });
using Sqrt = decltype([](auto a) { return canonical(std::sqrt(a)); });
using Fma = decltype([](auto a, auto b, auto c) { return canonical(std::fma(a, b, c)); });

/// On bits. Of a NaN, PTX leaves open what comes out: the sign changes, so that code which forgets to canonicalise shows.
template <class F> struct Neg { Bits<F> operator()(Bits<F> a) const { return a ^ BitsOf<F>::sign; } };
template <class F> struct Abs { Bits<F> operator()(Bits<F> a) const { return a & ~BitsOf<F>::sign; } };
template <class F> struct CopySign {
  Bits<F> operator()(Bits<F> a, Bits<F> b) const { return (a & BitsOf<F>::sign) | (b & ~BitsOf<F>::sign); }
};

/// A NaN loses (keepsNaN: wins), -0 < +0.
template <class F, bool isMax, bool keepsNaN> struct Extreme {
  Bits<F> operator()(F a, F b) const {
    Bits<F> x = std::bit_cast<Bits<F>>(a), y = std::bit_cast<Bits<F>>(b);
    Bits<F> equal = isMax ? x & y : x | y; // differs from either only for zeros of both signs
    Bits<F> result = a < b ? (isMax ? y : x) : a > b ? (isMax ? x : y) : equal;
    bool isNaN = a != a, otherIsNaN = b != b;
    Bits<F> lost = isNaN && otherIsNaN ? BitsOf<F>::nan : isNaN ? y : x;
    return isNaN || otherIsNaN ? (keepsNaN ? BitsOf<F>::nan : lost) : result;
  }
};

/// [0, 1]; a NaN becomes +0.
struct Clamp {
  uint32_t operator()(float a) const { return a > 0 ? std::bit_cast<uint32_t>(std::min(a, 1.0f)) : 0; }
};

template <class F, class Op> Handler one() { return unary<Bits<F>, F, Op>; }
template <class F, class Op> Handler two() { return binary<Bits<F>, F, F, Op>; }
template <class F, class Op> Handler three() { return ternary<Bits<F>, F, F, F, Op>; }

template <class F> Handler nearest(std::string_view name) {
  return name == "add" ? two<F, Add>() : name == "sub" ? two<F, Sub>() : name == "mul" ? two<F, Mul>() : name == "div" ? two<F, Div>()
         : name == "rcp" ? one<F, Rcp>() : name == "sqrt" ? one<F, Sqrt>() : three<F, Fma>();
}

template <class F> Handler extreme(bool isMax, bool keepsNaN) {
  if (isMax)
    return keepsNaN ? two<F, Extreme<F, true, true>>() : two<F, Extreme<F, true, false>>();
  return keepsNaN ? two<F, Extreme<F, false, true>>() : two<F, Extreme<F, false, false>>();
}

template <class F> Handler signHandler(std::string_view name) {
  using B = Bits<F>;
  return name == "neg" ? unary<B, B, Neg<F>> : name == "abs" ? unary<B, B, Abs<F>> : binary<B, B, B, CopySign<F>>;
}

enum Test { Finite, Infinite, Number, NotANumber, Normal, Subnormal };

template <class F> void testProperty(Warp &warp, const Instruction &i, Mask mask) {
  forLanes(mask, [&](unsigned lane) {
    int kind = std::fpclassify(warp.at<F>(i.a)[lane]);
    bool finite = kind != FP_INFINITE && kind != FP_NAN;
    bool results[] = {finite, kind == FP_INFINITE, kind != FP_NAN, kind == FP_NAN, kind == FP_NORMAL, kind == FP_SUBNORMAL};
    Mask &d = warp.predicate(i.d), bit = Mask(1) << lane;
    d = results[i.flags] ? d | bit : d & ~bit;
  });
}

void decodeTest(Decoder &decoder, Opcode &opcode, const Statement &statement) {
  Type type = opcode.takeType();
  int test = opcode.takeOneOf({"finite", "infinite", "number", "notanumber", "normal", "subnormal"});
  if (test < 0 || (type != Type::F32 && type != Type::F64))
    opcode.fail("expected a property, of f32 or f64");
  opcode.expectOperands(2);
  uint32_t d = decoder.destination(statement.operands[0], 1), a = decoder.source(statement.operands[1], type);
  Instruction &i = decoder.emit(type == Type::F32 ? testProperty<float> : testProperty<double>);
  i.d = d, i.a = a, i.flags = test;
}

} // namespace

bool decodeFloat(Decoder &decoder, Opcode &opcode, const Statement &statement) {
  static constexpr std::string_view rounded[] = {"add", "sub", "mul", "div", "rcp", "sqrt", "fma", "mad"};
  std::string_view name = opcode.name();
  auto last = opcode.lastType();
  if (!last || (*last != Type::F32 && *last != Type::F64))
    return false;
  if (name == "testp") {
    decodeTest(decoder, opcode, statement);
    return true;
  }
  bool isRounded = std::find(std::begin(rounded), std::end(rounded), name) != std::end(rounded);
  bool isExtreme = name == "min" || name == "max", isSign = name == "neg" || name == "abs" || name == "copysign";
  if (!isRounded && !isExtreme && !isSign)
    return false;
  Type type = opcode.takeType();
  bool isSingle = type == Type::F32, saturates = false;
  Handler handler;
  unsigned count = name == "fma" || name == "mad" ? 3 : name == "neg" || name == "abs" || name == "rcp" || name == "sqrt" ? 1 : 2;
  if (isRounded) {
    int rounding = opcode.takeOneOf({"rn", "rz", "rm", "rp"});
    saturates = isSingle && opcode.take("sat");
    if (rounding < 0)
      opcode.fail("expected a rounding such as .rn: without one ptxas may fuse operations, and results are not fixed");
    handler = rounding ? directedRounding(name, isSingle, static_cast<Rounding>(rounding)) : isSingle ? nearest<float>(name) : nearest<double>(name);
  } else if (isExtreme) {
    bool keepsNaN = opcode.take("NaN");
    handler = isSingle ? extreme<float>(name == "max", keepsNaN) : extreme<double>(name == "max", keepsNaN);
  } else {
    handler = isSingle ? signHandler<float>(name) : signHandler<double>(name);
  }
  opcode.expectOperands(count + 1);
  uint32_t d = decoder.destination(statement.operands[0], bitsOf(type)), a = decoder.source(statement.operands[1], type),
           b = count > 1 ? decoder.source(statement.operands[2], type) : none, c = count > 2 ? decoder.source(statement.operands[3], type) : none;
  Instruction &i = decoder.emit(handler);
  i.d = d, i.a = a, i.b = b, i.c = c;
  if (saturates) {
    Instruction &clamp = decoder.emit(one<float, Clamp>());
    clamp.d = clamp.a = d;
  }
  return true;
}

} // namespace det::ptx
