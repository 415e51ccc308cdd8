// ld and st, of every space and width.
#include "Lanes.h"

#include <cstring>

namespace det::ptx {

void addressesOf(Warp &warp, const Instruction &i, uint64_t *addresses) {
  if (i.hasShortAddress) {
    const uint32_t *a = warp.at<uint32_t>(i.a);
    for (unsigned lane = 0; lane < lanes; ++lane)
      addresses[lane] = uint64_t(a[lane]) + i.offset;
  } else {
    const uint64_t *a = warp.at<uint64_t>(i.a);
    for (unsigned lane = 0; lane < lanes; ++lane)
      addresses[lane] = a[lane] + i.offset;
  }
}

namespace {

/// M: the element in memory, with its sign; R: what a register's lane holds.
template <class M, class R> void load(Warp &warp, const Instruction &i, Mask mask) {
  uint64_t addresses[lanes];
  std::byte *places[lanes];
  addressesOf(warp, i, addresses);
  warp.block->memory.locate(warp, i, mask, i.space, Access::Read, sizeof(M) * i.count, addresses, places);
  for (unsigned element = 0; element < i.count; ++element) {
    R *to = warp.at<R>(warp.list(i)[element]);
    auto move = [&](unsigned lane) {
      M value;
      std::memcpy(&value, places[lane] + element * sizeof(M), sizeof(M));
      to[lane] = static_cast<R>(value);
    };
    if (mask != allLanes)
      forLanes(mask, move);
    else
      for (unsigned lane = 0; lane < lanes; ++lane)
        move(lane);
  }
}

template <class M, class R> void store(Warp &warp, const Instruction &i, Mask mask) {
  uint64_t addresses[lanes];
  std::byte *places[lanes];
  addressesOf(warp, i, addresses);
  warp.block->memory.locate(warp, i, mask, i.space, Access::Write, sizeof(M) * i.count, addresses, places);
  // Lane by lane: where two write the same place, the higher one is last.
  for (unsigned element = 0; element < i.count; ++element) {
    const R *from = warp.at<R>(warp.list(i)[element]);
    forLanes(mask, [&](unsigned lane) {
      M value = static_cast<M>(from[lane]);
      std::memcpy(places[lane] + element * sizeof(M), &value, sizeof(M));
    });
  }
}

template <class M> Handler byRegister(bool isLoad, unsigned bits) {
  using U = std::make_unsigned_t<M>;
  switch (bits) {
  case 16: return isLoad ? load<M, uint16_t> : store<U, uint16_t>;
  case 32: return isLoad ? load<M, uint32_t> : store<U, uint32_t>;
  case 64: return isLoad ? load<M, uint64_t> : store<U, uint64_t>;
  default: return nullptr;
  }
}

Handler handlerOf(bool isLoad, Type type, unsigned bits) {
  switch (bitsOf(type)) {
  case 8: return isSigned(type) ? byRegister<int8_t>(isLoad, bits) : byRegister<uint8_t>(isLoad, bits);
  case 16: return isSigned(type) ? byRegister<int16_t>(isLoad, bits) : byRegister<uint16_t>(isLoad, bits);
  case 32: return isSigned(type) ? byRegister<int32_t>(isLoad, bits) : byRegister<uint32_t>(isLoad, bits);
  case 64: return byRegister<uint64_t>(isLoad, bits);
  default: return nullptr;
  }
}

} // namespace

bool decodeLoadStore(Decoder &decoder, Opcode &opcode, const Statement &statement) {
  std::string_view name = opcode.name();
  if (name != "ld" && name != "ldu" && name != "st")
    return false;
  bool isLoad = name != "st";
  opcode.expectOperands(2);
  const Operand &address = statement.operands[isLoad ? 1 : 0];
  // Caches and the strength of an access: no block can tell, and races are errors anyway.
  opcode.ignore("L1::"), opcode.ignore("L2::"), opcode.ignore("shared::"), opcode.ignore("param::");
  opcode.takeOneOf({"weak", "relaxed", "acquire", "release", "volatile"});
  opcode.takeOneOf({"cta", "cluster", "gpu", "sys"});
  opcode.takeOneOf({"ca", "cg", "cs", "lu", "cv", "wb", "wt"});
  opcode.take("nc");
  constexpr Space spaces[] = {Space::Global, Space::Shared, Space::Local, Space::Const, Space::Param};
  bool saysShared = statement.name.find(".shared") != std::string_view::npos, saysParam = statement.name.find(".param") != std::string_view::npos;
  int number = opcode.takeOneOf({"global", "shared", "local", "const", "param"});
  Space space = number >= 0 ? spaces[number] : saysShared ? Space::Shared : saysParam ? Space::Param : Space::Generic;
  int vector = opcode.takeOneOf({"v2", "v4", "v8"});
  Type type = opcode.takeType();
  std::vector<Operand> elements = decoder.elements(statement.operands[isLoad ? 0 : 1]);
  if (elements.size() != (vector < 0 ? 1u : 2u << vector))
    opcode.fail("expected as many registers as the vector has elements");
  std::vector<uint32_t> places;
  unsigned bits = 0;
  for (const Operand &element : elements) {
    bool isSink = isLoad && element.name == "_";
    Place place = isSink ? Place{decoder.destination(element, std::max(bitsOf(type), 16u)), std::max(bitsOf(type), 16u)}
                  : isLoad ? decoder.anyDestination(element) : decoder.anySource(element, type);
    if (bits && place.bits != bits)
      opcode.fail("expected registers of one width");
    bits = place.bits;
    places.push_back(place.place);
  }
  Handler handler = bits >= bitsOf(type) ? handlerOf(isLoad, type, bits) : nullptr;
  if (!handler || type == Type::Pred)
    opcode.fail("a register of " + std::to_string(bits) + " bits does not fit the type");
  uint32_t list = decoder.addList(places);
  Instruction &i = decoder.emit(handler);
  decoder.setAddress(i, address, space);
  i.list = list, i.count = places.size();
  decoder.noteAccess(i.space, bytesOf(type));
  return true;
}

} // namespace det::ptx
