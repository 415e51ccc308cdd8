// cvt: one conversion of a lane, written once for all types; and loops of their own for those that kernels are full of.
#include "HalfFloat.h"
#include "Lanes.h"

#include <algorithm>
#include <type_traits>

namespace det::ptx {

namespace {

/// What a cvt does.
struct Conversion {
  Type to, from;
  Rounding rounding = Rounding::Nearest;
  bool toIntegral = false; ///< .rni .rzi .rmi .rpi
  bool saturates = false, relu = false;

  uint32_t pack() const {
    return uint32_t(to) | uint32_t(from) << 8 | uint32_t(rounding) << 16 | uint32_t(toIntegral) << 24 | uint32_t(saturates) << 25 | uint32_t(relu) << 26;
  }
  static Conversion from32(uint32_t packed) {
    return {Type(packed & 255), Type(packed >> 8 & 255), Rounding(packed >> 16 & 255), bool(packed >> 24 & 1), bool(packed >> 25 & 1), bool(packed >> 26 & 1)};
  }
};

FloatFormat formatOf(Type type) {
  return type == Type::F16 ? formatF16 : type == Type::BF16 ? formatBF16 : type == Type::F32 ? formatF32 : formatF64;
}

uint64_t maskOf(unsigned bits) { return bits == 64 ? ~uint64_t(0) : (uint64_t(1) << bits) - 1; }

/// A number of 64 bits with its sign aside, clamped to the type or cut to it.
uint64_t fitInteger(Type to, bool negative, uint64_t magnitude, bool clamps) {
  unsigned bits = bitsOf(to);
  uint64_t largest = isSigned(to) ? maskOf(bits - 1) : maskOf(bits);
  if (clamps && negative)
    return isSigned(to) ? 0 - std::min(magnitude, largest + 1) : 0;
  if (clamps)
    return std::min(magnitude, largest);
  return negative ? 0 - magnitude : magnitude;
}

/// A float as a whole number in the rounding mode: its size, or ~0 where that has more than 64 bits.
uint64_t wholePart(const Unpacked &x, Rounding rounding) {
  if (x.exponent >= 0)
    return x.significand && x.exponent > 63 - (63 - std::countl_zero(x.significand)) ? ~uint64_t(0) : x.significand << x.exponent;
  int right = -x.exponent;
  uint64_t kept = right > 63 ? 0 : x.significand >> right;
  uint64_t below = right > 63 ? x.significand : x.significand & maskOf(right);
  bool isHalf = right <= 63 && below == uint64_t(1) << (right - 1), isMore = right <= 63 && below > uint64_t(1) << (right - 1);
  bool up = rounding == Rounding::Nearest ? isMore || (isHalf && (kept & 1)) : rounding == Rounding::Up ? below && !x.negative
            : rounding == Rounding::Down ? below && x.negative : false;
  return kept + up;
}

uint64_t integerFromFloat(const Conversion &c, uint64_t bits) {
  Unpacked x = unpack(formatOf(c.from), bits);
  bool isLong = bitsOf(c.to) == 64 || c.from == Type::F64;
  if (x.isNaN) // as the ISA has it: 0, unless 64 bits take part
    return isLong ? uint64_t(1) << (bitsOf(c.to) - 1) : 0;
  uint64_t whole = x.isInfinite ? ~uint64_t(0) : wholePart(x, c.rounding);
  return fitInteger(c.to, x.negative, whole, true);
}

uint64_t clampToUnit(Type type, uint64_t bits) {
  FloatFormat format = formatOf(type);
  uint64_t one = static_cast<uint64_t>(format.bias()) << format.mantissaBits;
  bool isNaN = (bits & ~format.sign()) > format.infinity();
  return isNaN || bits & format.sign() ? 0 : std::min(bits, one);
}

uint64_t floatFromFloat(const Conversion &c, uint64_t bits) {
  FloatFormat from = formatOf(c.from), to = formatOf(c.to);
  uint64_t result;
  if (c.toIntegral) {
    Unpacked x = unpack(from, bits);
    bool isWhole = x.isNaN || x.isInfinite || x.exponent >= 0;
    result = isWhole ? convertFloat(from, bits, to, Rounding::Nearest) : roundTo(to, x.negative, wholePart(x, c.rounding), 0, Rounding::Nearest);
  } else {
    result = convertFloat(from, bits, to, c.rounding);
  }
  if (c.saturates)
    result = clampToUnit(c.to, result);
  if (c.relu && result & to.sign() && (result & ~to.sign()) <= to.infinity())
    result = 0;
  return result;
}

uint64_t floatFromInteger(const Conversion &c, uint64_t bits) {
  unsigned width = bitsOf(c.from);
  bool negative = isSigned(c.from) && bits >> (width - 1) & 1;
  uint64_t magnitude = negative ? (0 - (bits | ~maskOf(width))) : bits;
  // A zero has no sign.
  uint64_t result = magnitude ? roundTo(formatOf(c.to), negative, magnitude, 0, c.rounding) : 0;
  return c.saturates ? clampToUnit(c.to, result) : result;
}

uint64_t integerFromInteger(const Conversion &c, uint64_t bits) {
  unsigned width = bitsOf(c.from);
  bool negative = isSigned(c.from) && bits >> (width - 1) & 1;
  return fitInteger(c.to, negative, negative ? 0 - (bits | ~maskOf(width)) : bits, c.saturates);
}

uint64_t convert(const Conversion &c, uint64_t bits) {
  bits &= maskOf(bitsOf(c.from));
  if (isFloat(c.from))
    return isFloat(c.to) ? floatFromFloat(c, bits) : integerFromFloat(c, bits);
  return isFloat(c.to) ? floatFromInteger(c, bits) : integerFromInteger(c, bits);
}

uint64_t load(Warp &warp, uint32_t place, unsigned bytes, unsigned lane) {
  return bytes == 2 ? warp.at<uint16_t>(place)[lane] : bytes == 4 ? warp.at<uint32_t>(place)[lane] : warp.at<uint64_t>(place)[lane];
}

/// The general way. Registers may be wider than the types; `count` and `flags` are their bytes.
void convertLanes(Warp &warp, const Instruction &i, Mask mask) {
  Conversion c = Conversion::from32(i.target);
  forLanes(mask, [&](unsigned lane) {
    uint64_t result = convert(c, load(warp, i.a, i.flags, lane));
    if (bitsOf(c.to) < 8u * i.count) { // fills the register
      result &= maskOf(bitsOf(c.to));
      if (isSigned(c.to) && result >> (bitsOf(c.to) - 1) & 1)
        result |= ~maskOf(bitsOf(c.to));
    }
    if (i.count == 2)
      warp.at<uint16_t>(i.d)[lane] = result;
    else if (i.count == 4)
      warp.at<uint32_t>(i.d)[lane] = result;
    else
      warp.at<uint64_t>(i.d)[lane] = result;
  });
}

/// Two numbers of f32 to a pair of halves; the first operand goes into the upper half.
void convertPair(Warp &warp, const Instruction &i, Mask mask) {
  Conversion c = Conversion::from32(i.target);
  forLanes(mask, [&](unsigned lane) {
    uint32_t high = floatFromFloat(c, warp.at<uint32_t>(i.a)[lane]), low = floatFromFloat(c, warp.at<uint32_t>(i.b)[lane]);
    warp.at<uint32_t>(i.d)[lane] = low | high << 16;
  });
}

using Cast = decltype([](auto a) { return a; });
template <const FloatFormat &format> struct Widen {
  uint32_t operator()(uint16_t a) const {
    float wide = widen<format>(a);
    return wide != wide ? uint32_t(0x7fffffff) : std::bit_cast<uint32_t>(wide);
  }
};
using ToDouble = decltype([](float a) { return a != a ? uint64_t(0x7fffffffffffffff) : std::bit_cast<uint64_t>(static_cast<double>(a)); });
using ToSingle = decltype([](double a) { return a != a ? uint32_t(0x7fffffff) : std::bit_cast<uint32_t>(static_cast<float>(a)); });

/// Loops of their own, where registers have the types' widths.
Handler fastHandler(const Conversion &c) {
  if (c.saturates || c.relu || c.rounding != Rounding::Nearest || c.toIntegral)
    return nullptr;
  auto is = [&](Type to, Type from) { return c.to == to && c.from == from; };
  if (is(Type::U64, Type::U32) || is(Type::S64, Type::U32)) return unary<uint64_t, uint32_t, Cast>;
  if (is(Type::S64, Type::S32) || is(Type::U64, Type::S32)) return unary<int64_t, int32_t, Cast>;
  if (bitsOf(c.to) == 32 && bitsOf(c.from) == 64 && !isFloat(c.to) && !isFloat(c.from)) return unary<uint32_t, uint64_t, Cast>;
  if (is(Type::U32, Type::U16) || is(Type::S32, Type::U16)) return unary<uint32_t, uint16_t, Cast>;
  if (is(Type::S32, Type::S16) || is(Type::U32, Type::S16)) return unary<int32_t, int16_t, Cast>;
  if (bitsOf(c.to) == 16 && bitsOf(c.from) == 32 && !isFloat(c.to) && !isFloat(c.from)) return unary<uint16_t, uint32_t, Cast>;
  if (is(Type::F32, Type::S32)) return unary<float, int32_t, Cast>;
  if (is(Type::F32, Type::U32)) return unary<float, uint32_t, Cast>;
  if (is(Type::F64, Type::S32)) return unary<double, int32_t, Cast>;
  if (is(Type::F64, Type::U32)) return unary<double, uint32_t, Cast>;
  if (is(Type::F32, Type::F16)) return unary<uint32_t, uint16_t, Widen<formatF16>>;
  if (is(Type::F32, Type::BF16)) return unary<uint32_t, uint16_t, Widen<formatBF16>>;
  if (is(Type::F64, Type::F32)) return unary<uint64_t, float, ToDouble>;
  if (is(Type::F32, Type::F64)) return unary<uint32_t, double, ToSingle>;
  return nullptr;
}

/// The rounding, if the opcode has one; checks that it has one where it must.
void takeRounding(Opcode &opcode, Conversion &c) {
  int whole = opcode.takeOneOf({"rni", "rzi", "rmi", "rpi"}), real = whole < 0 ? opcode.takeOneOf({"rn", "rz", "rm", "rp"}) : -1;
  bool fromFloat = isFloat(c.from), toFloat = isFloat(c.to);
  bool needsWhole = fromFloat && !toFloat;
  bool needsReal = toFloat && (!fromFloat || bitsOf(c.to) < bitsOf(c.from) || (c.to != c.from && bitsOf(c.to) == bitsOf(c.from)));
  if (needsWhole ? whole < 0 : needsReal && real < 0)
    opcode.fail("expected a rounding");
  if ((whole >= 0 && !needsWhole && c.to != c.from) || (real >= 0 && !needsReal && !toFloat))
    opcode.fail("a rounding that this conversion does not have");
  c.toIntegral = whole >= 0 && toFloat;
  c.rounding = whole >= 0 ? static_cast<Rounding>(whole) : real >= 0 ? static_cast<Rounding>(real) : Rounding::Nearest;
}

bool isConvertible(Type type) {
  return isInteger(type) ? type != Type::B8 && type != Type::B16 && type != Type::B32 && type != Type::B64
                         : type == Type::F16 || type == Type::BF16 || type == Type::F32 || type == Type::F64;
}

} // namespace

bool decodeConvert(Decoder &decoder, Opcode &opcode, const Statement &statement) {
  if (opcode.name() != "cvt")
    return false;
  Conversion c{};
  c.to = opcode.takeType();
  c.from = opcode.takeType();
  c.saturates = opcode.take("sat");
  c.relu = opcode.take("relu");
  bool isPair = c.to == Type::F16x2 || c.to == Type::BF16x2;
  if (isPair) {
    c.to = c.to == Type::F16x2 ? Type::F16 : Type::BF16;
    takeRounding(opcode, c);
    opcode.expectOperands(3);
    if (c.from != Type::F32)
      opcode.fail("expected a conversion from f32");
    uint32_t d = decoder.destination(statement.operands[0], 32), a = decoder.source(statement.operands[1], Type::F32),
             b = decoder.source(statement.operands[2], Type::F32);
    Instruction &i = decoder.emit(convertPair);
    i.d = d, i.a = a, i.b = b, i.target = c.pack();
    return true;
  }
  if (!isConvertible(c.to) || !isConvertible(c.from))
    opcode.fail("a conversion between these types is not modelled");
  takeRounding(opcode, c);
  opcode.expectOperands(2);
  Place d = decoder.anyDestination(statement.operands[0]), a = decoder.anySource(statement.operands[1], c.from);
  if (d.bits < std::max(bitsOf(c.to), 16u) || a.bits < std::max(bitsOf(c.from), 16u) || (isFloat(c.to) && d.bits != bitsOf(c.to)) ||
      (isFloat(c.from) && a.bits != bitsOf(c.from)))
    opcode.fail("registers of " + std::to_string(d.bits) + " and " + std::to_string(a.bits) + " bits do not fit the types");
  Handler fast = d.bits == bitsOf(c.to) && a.bits == bitsOf(c.from) ? fastHandler(c) : nullptr;
  Instruction &i = decoder.emit(fast ? fast : convertLanes);
  i.d = d.place, i.a = a.place, i.target = c.pack(), i.count = d.bits / 8, i.flags = a.bits / 8;
  return true;
}

} // namespace det::ptx
