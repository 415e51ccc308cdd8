// mov, with packing and unpacking; cvta and isspacep; instructions that mean nothing here.
#include "Lanes.h"

namespace det::ptx {

namespace {

using Copy = decltype([](auto a) { return a; });

void movePredicate(Warp &warp, const Instruction &i, Mask mask) {
  Mask &d = warp.predicate(i.d);
  d = (d & ~mask) | (warp.predicate(i.a) & mask);
}

Handler copyHandler(unsigned bits) {
  return bits == 1 ? movePredicate : bits == 16 ? unary<uint16_t, uint16_t, Copy> : bits == 32 ? unary<uint32_t, uint32_t, Copy>
         : unary<uint64_t, uint64_t, Copy>;
}

/// d = {list...}, the first lowest.
template <class D, class Part> void pack(Warp &warp, const Instruction &i, Mask mask) {
  forLanes(mask, [&](unsigned lane) {
    D value = 0;
    for (unsigned part = 0; part < i.count; ++part)
      value |= static_cast<D>(warp.at<Part>(warp.list(i)[part])[lane]) << 8 * sizeof(Part) * part;
    warp.at<D>(i.d)[lane] = value;
  });
}

template <class A, class Part> void unpack(Warp &warp, const Instruction &i, Mask mask) {
  forLanes(mask, [&](unsigned lane) {
    A value = warp.at<A>(i.a)[lane];
    for (unsigned part = 0; part < i.count; ++part)
      warp.at<Part>(warp.list(i)[part])[lane] = static_cast<Part>(value >> 8 * sizeof(Part) * part);
  });
}

void decodeMov(Decoder &decoder, Opcode &opcode, const Statement &statement) {
  Type type = opcode.takeType();
  opcode.expectOperands(2);
  const Operand &to = statement.operands[0], &from = statement.operands[1];
  bool packs = from.kind == Operand::Kind::List, unpacks = to.kind == Operand::Kind::List;
  unsigned bits = bitsOf(type);
  if (bits == 8 || bits == 128)
    opcode.fail("moves of " + std::to_string(bits) + " bits are not modelled");
  if (!packs && !unpacks) {
    uint32_t d = decoder.destination(to, bits), a = decoder.source(from, type);
    Instruction &i = decoder.emit(copyHandler(bits));
    i.d = d, i.a = a;
    return;
  }
  const std::vector<Operand> &parts = packs ? from.parts : to.parts;
  unsigned each = parts.empty() || (packs && unpacks) ? 0 : bits / parts.size();
  Handler handler = bits == 32 && each == 16   ? (packs ? pack<uint32_t, uint16_t> : unpack<uint32_t, uint16_t>)
                    : bits == 64 && each == 32 ? (packs ? pack<uint64_t, uint32_t> : unpack<uint64_t, uint32_t>)
                    : bits == 64 && each == 16 ? (packs ? pack<uint64_t, uint16_t> : unpack<uint64_t, uint16_t>)
                                               : nullptr;
  if (!handler)
    opcode.fail("vectors of " + std::to_string(parts.size()) + " parts are not modelled for this type");
  Type part = each == 16 ? Type::B16 : Type::B32;
  std::vector<uint32_t> places;
  for (const Operand &operand : parts)
    places.push_back(packs ? decoder.source(operand, part) : decoder.destination(operand, each));
  uint32_t list = decoder.addList(places), other = packs ? decoder.destination(to, bits) : decoder.source(from, type);
  Instruction &i = decoder.emit(handler);
  (packs ? i.d : i.a) = other;
  i.list = list, i.count = places.size();
}

template <bool adds> void shiftWindow(Warp &warp, const Instruction &i, Mask mask) {
  const uint64_t *a = warp.at<uint64_t>(i.a);
  forLanes(mask, [&](unsigned lane) { warp.at<uint64_t>(i.d)[lane] = adds ? a[lane] + i.offset : a[lane] - i.offset; });
}

void testWindow(Warp &warp, const Instruction &i, Mask mask) {
  const uint64_t *a = warp.at<uint64_t>(i.a);
  forLanes(mask, [&](unsigned lane) {
    Mask &d = warp.predicate(i.d), bit = Mask(1) << lane;
    d = a[lane] >> windowShift == static_cast<uint64_t>(i.offset) >> windowShift ? d | bit : d & ~bit;
  });
}

Space takeSpace(Opcode &opcode) {
  constexpr Space spaces[] = {Space::Global, Space::Shared, Space::Local, Space::Const, Space::Param};
  opcode.ignore("shared::");
  int number = opcode.takeOneOf({"global", "shared", "local", "const", "param"});
  return number < 0 ? Space::Generic : spaces[number];
}

} // namespace

bool decodeMove(Decoder &decoder, Opcode &opcode, const Statement &statement) {
  std::string_view name = opcode.name();
  if (name == "mov") {
    decodeMov(decoder, opcode, statement);
    return true;
  }
  if (name == "cvta" || name == "isspacep") {
    bool isTest = name == "isspacep", isTo = opcode.take("to");
    Space space = takeSpace(opcode);
    if (space == Space::Generic)
      opcode.fail("expected a state space");
    if (!isTest && bitsOf(opcode.takeType()) != 64)
      opcode.fail("expected addresses of 64 bits");
    opcode.expectOperands(2);
    uint32_t d = decoder.destination(statement.operands[0], isTest ? 1 : 64), a = decoder.source(statement.operands[1], Type::U64);
    Instruction &i = decoder.emit(isTest ? testWindow : isTo ? shiftWindow<false> : shiftWindow<true>);
    i.d = d, i.a = a, i.offset = windowOf(space);
    return true;
  }
  // Caches, and the order in which other blocks would see writes: nothing that a block by itself can tell.
  if (name == "prefetch" || name == "prefetchu" || name == "membar" || name == "fence" || name == "discard" || name == "applypriority" || name == "nanosleep") {
    opcode.ignore("");
    return true;
  }
  return false;
}

} // namespace det::ptx
