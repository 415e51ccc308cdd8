// setp, set, selp, slct.
#include "HalfFloat.h"
#include "Lanes.h"

#include <type_traits>

namespace det::ptx {

namespace {

/// How half floats are compared: by their exact values.
template <const FloatFormat &format> struct HalfOf {
  uint16_t bits;
  operator double() const { return widen<format>(bits); }
};
using F16 = HalfOf<formatF16>;
using BF16 = HalfOf<formatBF16>;

enum Comparison : uint8_t { Eq, Ne, Lt, Le, Gt, Ge, Equ, Neu, Ltu, Leu, Gtu, Geu, Num, Nan };

template <Comparison how, class T> bool holds(T x, T y) {
  using V = std::conditional_t<std::is_class_v<T>, double, T>;
  V a = x, b = y;
  bool unordered = a != a || b != b;
  switch (how) {
  case Eq: return a == b;
  case Ne: return !unordered && a != b;
  case Lt: return a < b;
  case Le: return a <= b;
  case Gt: return a > b;
  case Ge: return a >= b;
  case Equ: return unordered || a == b;
  case Neu: return a != b;
  case Ltu: return !(a >= b);
  case Leu: return !(a > b);
  case Gtu: return !(a <= b);
  case Geu: return !(a < b);
  case Num: return !unordered;
  case Nan: return unordered;
  }
}

/// One bit per lane.
template <Comparison how, class T> Mask compareAll(const T *a, const T *b) {
  uint8_t results[lanes];
  for (unsigned lane = 0; lane < lanes; ++lane)
    results[lane] = holds<how, T>(a[lane], b[lane]);
  Mask mask = 0;
  for (unsigned lane = 0; lane < lanes; ++lane)
    mask |= Mask(results[lane]) << lane;
  return mask;
}

/// How the comparison joins a further predicate.
enum Join : uint8_t { JoinNone, JoinAnd, JoinOr, JoinXor };

template <Comparison how, class T> void setPredicate(Warp &warp, const Instruction &i, Mask mask) {
  Mask result = compareAll<how, T>(warp.at<T>(i.a), warp.at<T>(i.b)), opposite = ~result;
  if (i.flags != JoinNone) {
    Mask other = warp.predicate(i.c);
    auto join = [&](Mask x) { return i.flags == JoinAnd ? x & other : i.flags == JoinOr ? x | other : x ^ other; };
    result = join(result), opposite = join(opposite);
  }
  Mask &d = warp.predicate(i.d);
  d = (d & ~mask) | (result & mask);
  if (i.count > 1) {
    Mask &q = warp.predicate(i.list);
    q = (q & ~mask) | (opposite & mask);
  }
}

template <class T, size_t... hows> Handler choose(Comparison how, std::index_sequence<hows...>) {
  static constexpr Handler handlers[] = {setPredicate<static_cast<Comparison>(hows), T>...};
  return how < sizeof...(hows) ? handlers[how] : nullptr;
}
template <class T> Handler choose(Comparison how) {
  // Integers have the first six only.
  return choose<T>(how, std::make_index_sequence<std::is_integral_v<T> ? 6 : 14>());
}

Handler comparisonHandler(Type type, Comparison how) {
  switch (type) {
  case Type::B16: case Type::U16: return choose<uint16_t>(how);
  case Type::S16: return choose<int16_t>(how);
  case Type::B32: case Type::U32: return choose<uint32_t>(how);
  case Type::S32: return choose<int32_t>(how);
  case Type::B64: case Type::U64: return choose<uint64_t>(how);
  case Type::S64: return choose<int64_t>(how);
  case Type::F16: return choose<F16>(how);
  case Type::BF16: return choose<BF16>(how);
  case Type::F32: return choose<float>(how);
  case Type::F64: return choose<double>(how);
  default: return nullptr;
  }
}

Handler takeComparison(Opcode &opcode, Type type) {
  int how = opcode.takeOneOf({"eq", "ne", "lt", "le", "gt", "ge", "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"});
  if (how < 0) { // unsigned names: lo ls hi hs
    how = opcode.takeOneOf({"lo", "ls", "hi", "hs"});
    if (how >= 0)
      how = Lt + how;
  }
  bool isBits = type == Type::B16 || type == Type::B32 || type == Type::B64;
  Handler handler = how < 0 || (isBits && how > Ne) ? nullptr : comparisonHandler(type, static_cast<Comparison>(how));
  if (!handler)
    opcode.fail("not a comparison of this type");
  return handler;
}

/// set: d = all ones (or 1.0) where the predicate holds.
template <bool isFloat> void fromPredicate(Warp &warp, const Instruction &i, Mask mask) {
  Mask p = warp.predicate(i.a);
  forLanes(mask, [&](unsigned lane) { warp.at<uint32_t>(i.d)[lane] = p >> lane & 1 ? (isFloat ? 0x3f800000 : ~uint32_t(0)) : 0; });
}

template <class T> void selectByPredicate(Warp &warp, const Instruction &i, Mask mask) {
  T *d = warp.at<T>(i.d);
  const T *a = warp.at<T>(i.a), *b = warp.at<T>(i.b);
  Mask p = warp.predicate(i.c);
  if (mask == allLanes) {
#pragma GCC ivdep
    for (unsigned lane = 0; lane < lanes; ++lane)
      d[lane] = p >> lane & 1 ? a[lane] : b[lane];
  } else {
    forLanes(mask, [&](unsigned lane) { d[lane] = p >> lane & 1 ? a[lane] : b[lane]; });
  }
}

template <class T, class C> void selectBySign(Warp &warp, const Instruction &i, Mask mask) {
  forLanes(mask, [&](unsigned lane) { warp.at<T>(i.d)[lane] = warp.at<C>(i.c)[lane] >= 0 ? warp.at<T>(i.a)[lane] : warp.at<T>(i.b)[lane]; });
}

void decodeSetp(Decoder &decoder, Opcode &opcode, const Statement &statement, bool setsRegister) {
  uint8_t join = 1 + opcode.takeOneOf({"and", "or", "xor"});
  Type result = setsRegister ? opcode.takeType() : Type::Pred, type = opcode.takeType();
  if (setsRegister && result != Type::U32 && result != Type::S32 && result != Type::F32)
    opcode.fail("results of this type are not modelled");
  Handler handler = takeComparison(opcode, type);
  opcode.expectOperands(join ? 4 : 3);
  const Operand &to = statement.operands[0];
  bool isPair = to.kind == Operand::Kind::Pair;
  if (isPair && setsRegister)
    opcode.fail("expected one result");
  uint32_t p = setsRegister ? decoder.scratch(1) : decoder.destination(isPair ? to.parts[0] : to, 1), q = isPair ? decoder.destination(to.parts[1], 1) : 0;
  uint32_t a = decoder.source(statement.operands[1], type), b = decoder.source(statement.operands[2], type);
  uint32_t c = join ? decoder.source(statement.operands[3], Type::Pred) : none;
  Instruction &i = decoder.emit(handler);
  i.d = p, i.a = a, i.b = b, i.c = c, i.flags = join, i.list = q, i.count = isPair ? 2 : 1;
  if (setsRegister) {
    uint32_t d = decoder.destination(to, 32);
    Instruction &set = decoder.emit(result == Type::F32 ? fromPredicate<true> : fromPredicate<false>);
    set.d = d, set.a = p;
  }
}

} // namespace

bool decodeCompare(Decoder &decoder, Opcode &opcode, const Statement &statement) {
  std::string_view name = opcode.name();
  if (name == "setp" || name == "set") {
    decodeSetp(decoder, opcode, statement, name == "set");
    return true;
  }
  if (name != "selp" && name != "slct")
    return false;
  Type type = opcode.takeType(), by = name == "selp" ? Type::Pred : opcode.takeType();
  unsigned bits = bitsOf(type);
  Handler handler = by == Type::Pred ? (bits == 16 ? selectByPredicate<uint16_t> : bits == 32 ? selectByPredicate<uint32_t> : selectByPredicate<uint64_t>)
                    : by == Type::S32 ? (bits == 16 ? selectBySign<uint16_t, int32_t> : bits == 32 ? selectBySign<uint32_t, int32_t> : selectBySign<uint64_t, int32_t>)
                    : by == Type::F32 ? (bits == 16 ? selectBySign<uint16_t, float> : bits == 32 ? selectBySign<uint32_t, float> : selectBySign<uint64_t, float>)
                                      : nullptr;
  if (!handler || bits < 16 || bits > 64)
    opcode.fail("not a selection of PTX");
  opcode.expectOperands(4);
  uint32_t d = decoder.destination(statement.operands[0], bits), a = decoder.source(statement.operands[1], type),
           b = decoder.source(statement.operands[2], type), c = decoder.source(statement.operands[3], by);
  Instruction &i = decoder.emit(handler);
  i.d = d, i.a = a, i.b = b, i.c = c;
  return true;
}

} // namespace det::ptx
