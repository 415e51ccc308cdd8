// Logic, shifts and bit fields: and or xor not cnot shl shr shf bfe bfi bfind brev popc clz prmt lop3.
#include "Lanes.h"

#include <algorithm>
#include <bit>
#include <map>
#include <type_traits>

namespace det::ptx {

namespace {

using And = decltype([](auto a, auto b) { return a & b; });
using Or = decltype([](auto a, auto b) { return a | b; });
using Xor = decltype([](auto a, auto b) { return a ^ b; });
using Not = decltype([](auto a) { return ~a; });
using CNot = decltype([](auto a) { return a == 0 ? 1 : 0; });
using Shl = decltype([](auto a, uint32_t by) { return by < 8 * sizeof(a) ? wrap(a) << by : 0; });
using Shr = decltype([](auto a, uint32_t by) {
  constexpr uint32_t most = 8 * sizeof(a) - 1;
  using T = decltype(a);
  return static_cast<T>(by <= most ? a >> by : std::is_signed_v<T> ? a >> most : 0);
});
using Popc = decltype([](auto a) { return std::popcount(a); });
using Clz = decltype([](auto a) { return std::countl_zero(a); });

template <class T> T reversed(T a) {
  T r = 0;
  for (unsigned bit = 0; bit < 8 * sizeof(T); ++bit)
    r = r << 1 | (a >> bit & 1);
  return r;
}
using Brev = decltype([](auto a) { return reversed(a); });

/// The place of the highest bit that differs from the sign (from 0, of unsigned numbers); all ones where there is none.
template <class T> uint32_t highestBit(T a) {
  using U = std::make_unsigned_t<T>;
  U bits = static_cast<U>(a < 0 ? ~a : a);
  return bits ? 8 * sizeof(T) - 1 - std::countl_zero(bits) : ~uint32_t(0);
}
using BFind = decltype([](auto a) { return highestBit(a); });
using BFindShift = decltype([](auto a) {
  uint32_t at = highestBit(a);
  return at == ~uint32_t(0) ? at : uint32_t(8 * sizeof(a) - 1 - at);
});

/// `length` bits of a from `place`; bits past the end are the sign, which is 0 of unsigned numbers.
using BitField = decltype([](auto a, uint32_t b, uint32_t c) {
  using T = decltype(a);
  using U = std::make_unsigned_t<T>;
  constexpr uint32_t most = 8 * sizeof(T) - 1;
  uint32_t place = b & 255, length = c & 255;
  bool sign = std::is_signed_v<T> && length && (U(a) >> std::min(place + length - 1, most) & 1);
  U kept = place > most ? 0 : U(a) >> place;
  uint32_t count = std::min(length, place > most ? 0 : most + 1 - place);
  U mask = count > most ? ~U(0) : (U(1) << count) - 1;
  return static_cast<T>((kept & mask) | (sign ? ~mask : 0));
});

template <class T> T insertField(T from, T into, uint32_t place, uint32_t length) {
  constexpr uint32_t most = 8 * sizeof(T) - 1;
  place &= 255, length &= 255;
  if (place > most || length == 0)
    return into;
  T mask = (length > most ? ~T(0) : (T(1) << length) - 1) << place;
  return (into & ~mask) | (from << place & mask);
}

template <class T> void bitFieldInsert(Warp &warp, const Instruction &i, Mask mask) {
  const uint32_t *list = warp.list(i);
  forLanes(mask, [&](unsigned lane) {
    warp.at<T>(i.d)[lane] =
        insertField(warp.at<T>(i.a)[lane], warp.at<T>(i.b)[lane], warp.at<uint32_t>(i.c)[lane], warp.at<uint32_t>(list[0])[lane]);
  });
}

/// A funnel shift of b:a.
template <bool isLeft, bool wraps> struct Funnel {
  uint32_t operator()(uint32_t a, uint32_t b, uint32_t c) const {
    uint32_t by = wraps ? c & 31 : std::min(c, 32u);
    uint64_t both = uint64_t(b) << 32 | a;
    return static_cast<uint32_t>(isLeft ? both << by >> 32 : both >> by);
  }
};

/// The selectors of a prmt, from its mode and what operand c holds.
template <int mode> uint32_t selectors(uint32_t c) {
  if (mode == 0) // none: as given
    return c & 0xffff;
  static constexpr uint16_t f4e[] = {0x3210, 0x4321, 0x5432, 0x6543}, b4e[] = {0x5670, 0x6701, 0x7012, 0x0123}, rc8[] = {0x0000, 0x1111, 0x2222, 0x3333},
                            ecl[] = {0x3210, 0x3211, 0x3222, 0x3333}, ecr[] = {0x0000, 0x1110, 0x2210, 0x3210}, rc16[] = {0x1010, 0x3232, 0x1010, 0x3232};
  static constexpr const uint16_t *tables[] = {nullptr, f4e, b4e, rc8, ecl, ecr, rc16};
  return tables[mode][c & 3];
}
template <int mode> struct Permute {
  uint32_t operator()(uint32_t a, uint32_t b, uint32_t c) const {
    uint64_t both = uint64_t(b) << 32 | a;
    uint32_t select = selectors<mode>(c), result = 0;
    for (unsigned byte = 0; byte < 4; ++byte) {
      uint32_t which = select >> 4 * byte & 15;
      uint8_t value = both >> 8 * (which & 7);
      if (which & 8) // spreads the sign bit of the byte
        value = value & 0x80 ? 0xff : 0;
      result |= uint32_t(value) << 8 * byte;
    }
    return result;
  }
};

void lop3(Warp &warp, const Instruction &i, Mask mask) {
  uint32_t table = i.target;
  forLanes(mask, [&](unsigned lane) {
    uint32_t a = warp.at<uint32_t>(i.a)[lane], b = warp.at<uint32_t>(i.b)[lane], c = warp.at<uint32_t>(i.c)[lane], result = 0;
    for (unsigned row = 0; row < 8; ++row) // a is the high bit of the row
      if (table >> row & 1)
        result |= (row & 4 ? a : ~a) & (row & 2 ? b : ~b) & (row & 1 ? c : ~c);
    warp.at<uint32_t>(i.d)[lane] = result;
  });
}

template <class Op> Handler logic(Type type) {
  switch (bitsOf(type)) {
  case 16: return binary<uint16_t, uint16_t, uint16_t, Op>;
  case 32: return binary<uint32_t, uint32_t, uint32_t, Op>;
  case 64: return binary<uint64_t, uint64_t, uint64_t, Op>;
  default: return nullptr;
  }
}
template <class Op> Handler oneOperand(Type type) {
  switch (bitsOf(type)) {
  case 16: return unary<uint16_t, uint16_t, Op>;
  case 32: return unary<uint32_t, uint32_t, Op>;
  case 64: return unary<uint64_t, uint64_t, Op>;
  default: return nullptr;
  }
}

/// Predicates are masks.
template <class Op> void predicateLogic(Warp &warp, const Instruction &i, Mask mask) {
  Mask &d = warp.predicate(i.d);
  Mask result;
  if constexpr (std::is_same_v<Op, Not>)
    result = ~warp.predicate(i.a);
  else
    result = Op{}(warp.predicate(i.a), warp.predicate(i.b));
  d = (d & ~mask) | (result & mask);
}

template <class T> struct ShlOf { static constexpr Handler handler = binary<T, T, uint32_t, Shl>; };
template <class T> struct ShrOf { static constexpr Handler handler = binary<T, T, uint32_t, Shr>; };
template <class T> struct BFindOf { static constexpr Handler handler = unary<uint32_t, T, BFind>; };
template <class T> struct BFindShiftOf { static constexpr Handler handler = unary<uint32_t, T, BFindShift>; };
template <class T> struct BitFieldOf { static constexpr Handler handler = ternary<T, T, uint32_t, uint32_t, BitField>; };
template <class Op> Handler counting(Type type) {
  return bitsOf(type) == 32 ? unary<uint32_t, uint32_t, Op> : bitsOf(type) == 64 ? unary<uint32_t, uint64_t, Op> : nullptr;
}

Handler permuteHandler(Opcode &opcode) {
  switch (opcode.takeOneOf({"f4e", "b4e", "rc8", "ecl", "ecr", "rc16"})) {
  case 0: return ternary<uint32_t, uint32_t, uint32_t, uint32_t, Permute<1>>;
  case 1: return ternary<uint32_t, uint32_t, uint32_t, uint32_t, Permute<2>>;
  case 2: return ternary<uint32_t, uint32_t, uint32_t, uint32_t, Permute<3>>;
  case 3: return ternary<uint32_t, uint32_t, uint32_t, uint32_t, Permute<4>>;
  case 4: return ternary<uint32_t, uint32_t, uint32_t, uint32_t, Permute<5>>;
  case 5: return ternary<uint32_t, uint32_t, uint32_t, uint32_t, Permute<6>>;
  default: return ternary<uint32_t, uint32_t, uint32_t, uint32_t, Permute<0>>;
  }
}

Handler funnelHandler(Opcode &opcode) {
  bool left = opcode.takeOneOf({"l", "r"}) == 0, wraps = opcode.takeOneOf({"wrap", "clamp"}) == 0;
  if (left)
    return wraps ? ternary<uint32_t, uint32_t, uint32_t, uint32_t, Funnel<true, true>> : ternary<uint32_t, uint32_t, uint32_t, uint32_t, Funnel<true, false>>;
  return wraps ? ternary<uint32_t, uint32_t, uint32_t, uint32_t, Funnel<false, true>> : ternary<uint32_t, uint32_t, uint32_t, uint32_t, Funnel<false, false>>;
}

/// What is special about an instruction's operands.
struct Shape {
  unsigned operands;
  Type b, c;
  Type d;
};

} // namespace

bool decodeBits(Decoder &decoder, Opcode &opcode, const Statement &statement) {
  static constexpr std::string_view names[] = {"and", "or",  "xor",  "not",  "cnot", "shl",   "shr", "shf",
                                               "bfe", "bfi", "brev", "popc", "clz",  "bfind", "prmt", "lop3"};
  std::string_view name = opcode.name();
  if (std::find(std::begin(names), std::end(names), name) == std::end(names))
    return false;
  Type type = opcode.takeType();
  bool isPredicate = type == Type::Pred;
  Shape shape{2, type, Type::U32, type};
  Handler handler = nullptr;
  if (name == "and") handler = isPredicate ? predicateLogic<And> : logic<And>(type);
  else if (name == "or") handler = isPredicate ? predicateLogic<Or> : logic<Or>(type);
  else if (name == "xor") handler = isPredicate ? predicateLogic<Xor> : logic<Xor>(type);
  else if (name == "not") handler = isPredicate ? predicateLogic<Not> : oneOperand<Not>(type), shape.operands = 1;
  else if (name == "cnot") handler = oneOperand<CNot>(type), shape.operands = 1;
  else if (name == "shl") handler = forInteger<ShlOf>(type), shape.b = Type::U32;
  else if (name == "shr") handler = forInteger<ShrOf>(type), shape.b = Type::U32;
  else if (name == "shf") handler = funnelHandler(opcode), shape.operands = 3;
  else if (name == "bfe") handler = bitsOf(type) >= 32 ? forInteger<BitFieldOf>(type) : nullptr, shape = {3, Type::U32, Type::U32, type};
  else if (name == "bfi") handler = bitsOf(type) == 32 ? bitFieldInsert<uint32_t> : bitFieldInsert<uint64_t>, shape.operands = 4;
  else if (name == "brev") handler = oneOperand<Brev>(type), shape.operands = 1;
  else if (name == "popc") handler = counting<Popc>(type), shape = {1, type, type, Type::U32};
  else if (name == "clz") handler = counting<Clz>(type), shape = {1, type, type, Type::U32};
  else if (name == "bfind") handler = opcode.take("shiftamt") ? forInteger<BFindShiftOf>(type) : forInteger<BFindOf>(type), shape = {1, type, type, Type::U32};
  else if (name == "prmt") handler = permuteHandler(opcode), shape.operands = 3;
  else handler = lop3, shape.operands = 4;
  bool isWord = name == "shf" || name == "prmt" || name == "lop3";
  if (!handler || (isWord && bitsOf(type) != 32) || (name == "bfi" && bitsOf(type) < 32) || isFloat(type))
    opcode.fail("not a bit instruction of PTX");
  opcode.expectOperands(shape.operands + 1);
  const std::vector<Operand> &operands = statement.operands;
  uint32_t d = decoder.destination(operands[0], bitsOf(shape.d)), a = decoder.source(operands[1], type);
  uint32_t b = shape.operands > 1 ? decoder.source(operands[2], shape.b) : none;
  uint32_t c = shape.operands > 2 ? decoder.source(operands[3], shape.c) : none;
  uint32_t list = name == "bfi" ? decoder.addList({decoder.source(operands[4], Type::U32)}) : 0;
  if (name == "lop3" && operands[4].kind != Operand::Kind::Integer)
    opcode.fail("expected a table as last operand");
  Instruction &i = decoder.emit(handler);
  i.d = d, i.a = a, i.b = b, i.c = c, i.list = list;
  if (name == "lop3")
    i.target = static_cast<uint32_t>(operands[4].integer);
  return true;
}

} // namespace det::ptx
