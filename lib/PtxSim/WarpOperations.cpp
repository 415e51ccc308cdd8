// What the lanes of a warp, and the warps of a block, do together: shfl vote redux activemask, barriers.
#include "Lanes.h"

namespace det::ptx {

namespace {

enum Shuffle : uint8_t { Up, Down, Butterfly, Index };

/// `list`: distance, clamp and segment mask, and the predicate if `count` is 2.
void shuffle(Warp &warp, const Instruction &i, Mask mask) {
  const uint32_t *list = warp.list(i);
  uint32_t results[lanes];
  Mask inRange = 0;
  forLanes(mask, [&](unsigned lane) {
    uint32_t b = warp.at<uint32_t>(list[0])[lane] & 31, c = warp.at<uint32_t>(list[1])[lane], clamp = c & 31, segment = c >> 8 & 31;
    uint32_t most = (lane & segment) | (clamp & ~segment & 31), least = lane & segment;
    int from = i.flags == Up ? int(lane) - int(b) : i.flags == Down ? int(lane + b) : i.flags == Butterfly ? int(lane ^ b) : int(least | (b & ~segment & 31));
    bool isInRange = i.flags == Up ? from >= int(most) : from <= int(most);
    if (!isInRange)
      from = lane;
    inRange |= Mask(isInRange) << lane;
    if (!(mask >> from & 1))
      warp.fail(i, lane, "reads lane " + std::to_string(from) + ", which does not take part");
    results[lane] = warp.at<uint32_t>(i.a)[from];
  });
  forLanes(mask, [&](unsigned lane) { warp.at<uint32_t>(i.d)[lane] = results[lane]; });
  if (i.count == 2) {
    Mask &p = warp.predicate(list[2]);
    p = (p & ~mask) | inRange;
  }
}

enum Vote : uint8_t { All, Any, Uniform, Ballot };

void vote(Warp &warp, const Instruction &i, Mask mask) {
  Mask yes = warp.predicate(i.a) & mask;
  if (i.flags == Ballot) {
    forLanes(mask, [&](unsigned lane) { warp.at<uint32_t>(i.d)[lane] = yes; });
    return;
  }
  bool result = i.flags == All ? yes == mask : i.flags == Any ? yes != 0 : yes == mask || yes == 0;
  Mask &d = warp.predicate(i.d);
  d = (d & ~mask) | (result ? mask : 0);
}

enum Reduction : uint8_t { Add, Min, Max, And, Or, Xor };

template <class T> void reduce(Warp &warp, const Instruction &i, Mask mask) {
  const T *a = warp.at<T>(i.a);
  T result = a[firstLane(mask)];
  forLanes(mask & (mask - 1), [&](unsigned lane) {
    T x = a[lane];
    switch (static_cast<Reduction>(i.flags)) {
    case Add: result = static_cast<T>(wrap(result) + wrap(x)); break;
    case Min: result = std::min(result, x); break;
    case Max: result = std::max(result, x); break;
    case And: result &= x; break;
    case Or: result |= x; break;
    case Xor: result ^= x; break;
    }
  });
  forLanes(mask, [&](unsigned lane) { warp.at<T>(i.d)[lane] = result; });
}

void activeMask(Warp &warp, const Instruction &i, Mask mask) {
  forLanes(mask, [&](unsigned lane) { warp.at<uint32_t>(i.d)[lane] = mask; });
}

void warpBarrier(Warp &warp, const Instruction &, Mask) { warp.block->clocks.tick(warp.number); }

void decodeShuffle(Decoder &decoder, Opcode &opcode, const Statement &statement) {
  int mode = opcode.takeOneOf({"up", "down", "bfly", "idx"});
  if (!opcode.take("sync") || mode < 0 || bitsOf(opcode.takeType()) != 32)
    opcode.fail("expected shfl.sync with a mode, of 32 bits");
  opcode.expectOperands(5);
  const Operand &to = statement.operands[0];
  bool hasPredicate = to.kind == Operand::Kind::Pair;
  uint32_t d = decoder.destination(hasPredicate ? to.parts[0] : to, 32), p = hasPredicate ? decoder.destination(to.parts[1], 1) : none;
  uint32_t a = decoder.source(statement.operands[1], Type::B32), b = decoder.source(statement.operands[2], Type::B32),
           c = decoder.source(statement.operands[3], Type::B32), member = decoder.source(statement.operands[4], Type::B32);
  uint32_t list = decoder.addList({b, c, p});
  Instruction &i = decoder.emit(shuffle);
  i.flow = Flow::Sync;
  i.d = d, i.a = a, i.c = member, i.list = list, i.flags = mode, i.count = hasPredicate ? 2 : 1;
}

void decodeVote(Decoder &decoder, Opcode &opcode, const Statement &statement) {
  int mode = opcode.takeOneOf({"all", "any", "uni", "ballot"});
  if (!opcode.take("sync") || mode < 0 || opcode.takeType() != (mode == Ballot ? Type::B32 : Type::Pred))
    opcode.fail("expected vote.sync with a mode");
  opcode.expectOperands(3);
  uint32_t d = decoder.destination(statement.operands[0], mode == Ballot ? 32 : 1), a = decoder.source(statement.operands[1], Type::Pred),
           member = decoder.source(statement.operands[2], Type::B32);
  Instruction &i = decoder.emit(vote);
  i.flow = Flow::Sync;
  i.d = d, i.a = a, i.c = member, i.flags = mode;
}

void decodeReduction(Decoder &decoder, Opcode &opcode, const Statement &statement) {
  int operation = opcode.takeOneOf({"add", "min", "max", "and", "or", "xor"});
  Type type = opcode.takeType();
  bool fits = operation >= And ? type == Type::B32 : type == Type::U32 || type == Type::S32;
  if (!opcode.take("sync") || operation < 0 || !fits)
    opcode.fail("expected redux.sync of 32-bit integers");
  opcode.expectOperands(3);
  uint32_t d = decoder.destination(statement.operands[0], 32), a = decoder.source(statement.operands[1], type),
           member = decoder.source(statement.operands[2], Type::B32);
  Instruction &i = decoder.emit(type == Type::S32 ? reduce<int32_t> : reduce<uint32_t>);
  i.flow = Flow::Sync;
  i.d = d, i.a = a, i.c = member, i.flags = operation;
}

void decodeBarrier(Decoder &decoder, Opcode &opcode, const Statement &statement) {
  if (opcode.take("warp")) {
    opcode.take("sync");
    opcode.expectOperands(1);
    uint32_t member = decoder.source(statement.operands[0], Type::B32);
    Instruction &i = decoder.emit(warpBarrier);
    i.flow = Flow::Sync;
    i.c = member;
    return;
  }
  opcode.take("cta");
  bool arrives = opcode.takeOneOf({"sync", "arrive"}) == 1, isAligned = opcode.name() == "bar" || opcode.take("aligned");
  if (statement.operands.empty() || statement.operands.size() > 2)
    opcode.expectOperands(1);
  uint32_t id = decoder.source(statement.operands[0], Type::U32), count = statement.operands.size() > 1 ? decoder.source(statement.operands[1], Type::U32) : none;
  Instruction &i = decoder.emit(nullptr);
  i.flow = Flow::Barrier;
  i.a = id, i.b = count, i.isAligned = isAligned, i.isArrive = arrives;
}

} // namespace

bool decodeWarpOperation(Decoder &decoder, Opcode &opcode, const Statement &statement) {
  std::string_view name = opcode.name();
  if (name == "shfl") {
    decodeShuffle(decoder, opcode, statement);
  } else if (name == "vote") {
    decodeVote(decoder, opcode, statement);
  } else if (name == "redux") {
    decodeReduction(decoder, opcode, statement);
  } else if (name == "bar" || name == "barrier") {
    decodeBarrier(decoder, opcode, statement);
  } else if (name == "activemask") {
    opcode.takeType();
    opcode.expectOperands(1);
    uint32_t d = decoder.destination(statement.operands[0], 32);
    decoder.emit(activeMask).d = d;
  } else {
    return false;
  }
  return true;
}

} // namespace det::ptx
