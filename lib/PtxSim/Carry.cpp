// Numbers of several words: add.cc addc sub.cc subc mad.cc madc. The condition code is one bit per lane; of subtractions it is the borrow.
#include "Lanes.h"

namespace det::ptx {

namespace {

enum Flags : uint8_t { Subtracts = 1, TakesCarry = 2, SetsCarry = 4 };

/// x + y + carry, or x - y - borrow, and what goes into the next word.
template <class T> T join(T x, T y, bool &carry, bool subtracts) {
  T r, s;
  bool out;
  if (subtracts)
    out = __builtin_sub_overflow(x, y, &r) | __builtin_sub_overflow(r, T(carry), &s);
  else
    out = __builtin_add_overflow(x, y, &r) | __builtin_add_overflow(r, T(carry), &s);
  carry = out;
  return s;
}

void setCarry(Warp &warp, const Instruction &i, unsigned lane, bool carry) {
  if (i.flags & SetsCarry)
    warp.carry = (warp.carry & ~(Mask(1) << lane)) | Mask(carry) << lane;
}

template <class T> void addWithCarry(Warp &warp, const Instruction &i, Mask mask) {
  forLanes(mask, [&](unsigned lane) {
    bool carry = i.flags & TakesCarry && warp.carry >> lane & 1;
    warp.at<T>(i.d)[lane] = join(warp.at<T>(i.a)[lane], warp.at<T>(i.b)[lane], carry, i.flags & Subtracts);
    setCarry(warp, i, lane, carry);
  });
}

/// T says how factors are read; sums are unsigned. `count` 1: the high half of the product.
template <class T, class Wide> void multiplyWithCarry(Warp &warp, const Instruction &i, Mask mask) {
  using U = std::make_unsigned_t<T>;
  forLanes(mask, [&](unsigned lane) {
    Wide product = Wide(warp.at<T>(i.a)[lane]) * Wide(warp.at<T>(i.b)[lane]);
    U part = static_cast<U>(i.count ? product >> 8 * sizeof(T) : product);
    bool carry = i.flags & TakesCarry && warp.carry >> lane & 1;
    warp.at<U>(i.d)[lane] = join(part, warp.at<U>(i.c)[lane], carry, false);
    setCarry(warp, i, lane, carry);
  });
}

} // namespace

bool decodeCarry(Decoder &decoder, Opcode &opcode, const Statement &statement) {
  std::string_view name = opcode.name();
  bool isProduct = name == "mad" || name == "madc", isSum = name == "add" || name == "addc" || name == "sub" || name == "subc";
  if (!isProduct && !isSum)
    return false;
  uint8_t flags = (name.starts_with("sub") ? Subtracts : 0) | (name.ends_with('c') ? TakesCarry : 0) | (opcode.take("cc") ? SetsCarry : 0);
  if (!(flags & (TakesCarry | SetsCarry)))
    return false;
  Type type = opcode.takeType();
  bool isWide = bitsOf(type) == 64;
  if (!isInteger(type) || bitsOf(type) < 32)
    opcode.fail("expected a type of 32 or 64 bits");
  int high = isProduct ? opcode.takeOneOf({"lo", "hi"}) : 0;
  if (high < 0)
    opcode.fail("expected .lo or .hi");
  Handler handler = !isProduct ? (isWide ? addWithCarry<uint64_t> : addWithCarry<uint32_t>)
                    : isSigned(type) ? (isWide ? multiplyWithCarry<int64_t, __int128> : multiplyWithCarry<int32_t, int64_t>)
                                     : (isWide ? multiplyWithCarry<uint64_t, unsigned __int128> : multiplyWithCarry<uint32_t, uint64_t>);
  opcode.expectOperands(isProduct ? 4 : 3);
  uint32_t d = decoder.destination(statement.operands[0], bitsOf(type)), a = decoder.source(statement.operands[1], type),
           b = decoder.source(statement.operands[2], type), c = isProduct ? decoder.source(statement.operands[3], type) : none;
  Instruction &i = decoder.emit(handler);
  i.d = d, i.a = a, i.b = b, i.c = c, i.flags = flags, i.count = high;
  return true;
}

} // namespace det::ptx
