// cp.async: bytes arrive when a wait ends the copy, and not before. Until then every access to them is an error.
#include "Lanes.h"

#include <cstring>

namespace det::ptx {

namespace {

/// d: address in shared memory (in `b`, offset in `target`); a: address in global memory; c: bytes to read, if fewer.
void issue(Warp &warp, const Instruction &i, Mask mask) {
  Memory &memory = warp.block->memory;
  uint64_t from[lanes], to[lanes];
  std::byte *fromPlaces[lanes], *toPlaces[lanes];
  addressesOf(warp, i, from);
  bool isShort = i.flags & 1;
  for (unsigned lane = 0; lane < lanes; ++lane)
    to[lane] = (isShort ? warp.at<uint32_t>(i.b)[lane] : warp.at<uint64_t>(i.b)[lane]) + static_cast<int64_t>(static_cast<int32_t>(i.target));
  unsigned bytes = i.count;
  memory.locate(warp, i, mask, Space::Shared, Access::Write, bytes, to, toPlaces);
  if (i.c == none)
    memory.locate(warp, i, mask, Space::Global, Access::Read, bytes, from, fromPlaces);
  forLanes(mask, [&](unsigned lane) {
    uint32_t given = i.c == none ? bytes : warp.at<uint32_t>(i.c)[lane];
    if (given > bytes)
      warp.fail(i, lane, "a copy of " + std::to_string(bytes) + " bytes from " + std::to_string(given));
    if (i.c != none) { // any number of bytes: one after the other
      if (given && from[lane] % bytes)
        warp.fail(i, lane, "misaligned source of a copy of " + std::to_string(bytes) + " bytes");
      fromPlaces[lane] = nullptr;
      for (uint32_t byte = given; byte-- > 0;) {
        uint64_t one[lanes];
        one[lane] = from[lane] + byte;
        memory.locate(warp, i, Mask(1) << lane, Space::Global, Access::Read, 1, one, fromPlaces);
      }
    }
    memory.setWrite(to[lane], bytes, Memory::stampOf(warp, lane) | inFlight);
    warp.copies[lane].push_back({toPlaces[lane], fromPlaces[lane], bytes, given, to[lane], warp.copyGroup[lane]});
  });
}

void commit(Warp &warp, const Instruction &, Mask mask) {
  forLanes(mask, [&](unsigned lane) { ++warp.copyGroup[lane]; });
}

/// Ends all but the last `target` committed groups; all copies if `flags` is set.
void wait(Warp &warp, const Instruction &i, Mask mask) {
  forLanes(mask, [&](unsigned lane) {
    std::deque<PendingCopy> &copies = warp.copies[lane];
    while (!copies.empty() && (i.flags || copies.front().group + i.target < warp.copyGroup[lane])) {
      const PendingCopy &copy = copies.front();
      if (copy.given)
        std::memcpy(copy.to, copy.from, copy.given);
      std::memset(copy.to + copy.given, 0, copy.bytes - copy.given);
      warp.block->memory.setWrite(copy.toOffset, copy.bytes, Memory::stampOf(warp, lane));
      warp.block->fences[warp.number].noteWrite(warp.block->clocks.of(warp.number), Mask(1) << lane);
      copies.pop_front();
    }
  });
}

} // namespace

bool decodeAsyncCopy(Decoder &decoder, Opcode &opcode, const Statement &statement) {
  if (opcode.name() != "cp" || !opcode.take("async"))
    return false;
  const std::vector<Operand> &operands = statement.operands;
  if (opcode.take("commit_group")) {
    opcode.expectOperands(0);
    decoder.emit(commit);
    return true;
  }
  bool waitsForAll = opcode.take("wait_all");
  if (waitsForAll || opcode.take("wait_group")) {
    opcode.expectOperands(waitsForAll ? 0 : 1);
    if (!waitsForAll && operands[0].kind != Operand::Kind::Integer)
      opcode.fail("expected a number of groups");
    Instruction &i = decoder.emit(wait);
    i.flags = waitsForAll, i.target = waitsForAll ? 0 : operands[0].integer;
    return true;
  }
  opcode.ignore("L2::"), opcode.ignore("shared::");
  opcode.take("shared");
  if (opcode.takeOneOf({"ca", "cg"}) < 0 || !opcode.take("global") || statement.name.find(".shared") == std::string_view::npos)
    opcode.fail("not modelled");
  if (operands.size() != 3 && operands.size() != 4)
    opcode.expectOperands(3);
  int64_t bytes = operands[2].integer;
  if (operands[2].kind != Operand::Kind::Integer || (bytes != 4 && bytes != 8 && bytes != 16))
    opcode.fail("expected a size of 4, 8 or 16");
  uint32_t given = operands.size() == 4 ? decoder.source(operands[3], Type::U32) : none;
  Instruction to;
  decoder.setAddress(to, operands[0], Space::Shared);
  Instruction &i = decoder.emit(issue);
  decoder.setAddress(i, operands[1], Space::Global);
  i.b = to.a, i.flags = to.hasShortAddress, i.target = static_cast<uint32_t>(to.offset), i.count = bytes, i.c = given;
  decoder.noteAccess(Space::Global, bytes);
  decoder.noteAccess(Space::Shared, bytes);
  return true;
}

} // namespace det::ptx
