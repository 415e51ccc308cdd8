// atom and red. Lanes take their turns in ascending order.
#include "Lanes.h"

#include <cmath>
#include <cstring>

namespace det::ptx {

namespace {

enum Operation : uint8_t { Add, Min, Max, And, Or, Xor, Exchange, CompareAndSwap, Increment, Decrement };

template <class T> T combine(Operation operation, T old, T b, T c) {
  switch (operation) {
  case Add: return static_cast<T>(wrap(old) + wrap(b));
  case Min: return old < b ? old : b;
  case Max: return old > b ? old : b;
  case And: return old & b;
  case Or: return old | b;
  case Xor: return old ^ b;
  case Exchange: return b;
  case CompareAndSwap: return old == b ? c : old;
  case Increment: return old >= b ? 0 : old + 1;
  case Decrement: return old == 0 || old > b ? b : old - 1;
  }
  return old;
}

/// `f(old, lane)` is the new value.
template <class T, class F> void update(Warp &warp, const Instruction &i, Mask mask, F &&f) {
  uint64_t addresses[lanes];
  std::byte *places[lanes];
  addressesOf(warp, i, addresses);
  warp.block->memory.locate(warp, i, mask, i.space, Access::Atomic, sizeof(T), addresses, places);
  forLanes(mask, [&](unsigned lane) {
    T old;
    std::memcpy(&old, places[lane], sizeof(T));
    T next = f(old, lane);
    std::memcpy(places[lane], &next, sizeof(T));
    if (i.d != none)
      warp.at<T>(i.d)[lane] = old;
  });
}

template <class T> void atomic(Warp &warp, const Instruction &i, Mask mask) {
  update<T>(warp, i, mask, [&](T old, unsigned lane) {
    return combine(static_cast<Operation>(i.flags), old, warp.at<T>(i.b)[lane], i.c == none ? T(0) : warp.at<T>(i.c)[lane]);
  });
}

template <class F, class Bits> void atomicFloatAdd(Warp &warp, const Instruction &i, Mask mask) {
  if (!warp.block->setup.options.allowFloatAtomics)
    warp.fail(i, firstLane(mask), "an atomic sum of floats has no fixed order; expected joins in the order of the graph");
  update<F>(warp, i, mask, [&](F old, unsigned lane) {
    F sum = old + warp.at<F>(i.b)[lane];
    return sum != sum ? __builtin_bit_cast(F, Bits(~Bits(0) >> 1)) : sum;
  });
}

} // namespace

bool decodeAtomic(Decoder &decoder, Opcode &opcode, const Statement &statement) {
  std::string_view name = opcode.name();
  if (name != "atom" && name != "red")
    return false;
  bool returns = name == "atom";
  opcode.ignore("L1::"), opcode.ignore("L2::"), opcode.ignore("shared::");
  opcode.takeOneOf({"relaxed", "acquire", "release", "acq_rel"});
  opcode.takeOneOf({"cta", "cluster", "gpu", "sys"});
  bool saysShared = statement.name.find(".shared") != std::string_view::npos;
  int number = opcode.takeOneOf({"global", "shared"});
  Space space = number == 0 ? Space::Global : saysShared ? Space::Shared : Space::Generic;
  int operation = opcode.takeOneOf({"add", "min", "max", "and", "or", "xor", "exch", "cas", "inc", "dec"});
  Type type = opcode.takeType();
  Handler handler = type == Type::U32 || type == Type::B32   ? atomic<uint32_t>
                    : type == Type::S32                      ? atomic<int32_t>
                    : type == Type::U64 || type == Type::B64 ? atomic<uint64_t>
                    : type == Type::S64                      ? atomic<int64_t>
                    : type == Type::B16 && operation == CompareAndSwap ? atomic<uint16_t>
                    : type == Type::F32 && operation == Add ? atomicFloatAdd<float, uint32_t>
                    : type == Type::F64 && operation == Add ? atomicFloatAdd<double, uint64_t> : nullptr;
  if (operation < 0 || !handler)
    opcode.fail("this atomic operation is not modelled");
  size_t first = returns ? 1 : 0;
  opcode.expectOperands(first + 2 + (operation == CompareAndSwap));
  uint32_t d = returns ? decoder.destination(statement.operands[0], bitsOf(type)) : none, b = decoder.source(statement.operands[first + 1], type),
           c = operation == CompareAndSwap ? decoder.source(statement.operands[first + 2], type) : none;
  Instruction &i = decoder.emit(handler);
  decoder.setAddress(i, statement.operands[first], space);
  i.d = d, i.b = b, i.c = c, i.flags = operation;
  decoder.noteAccess(i.space, bytesOf(type));
  decoder.program.hasGlobalAtomics |= i.space != Space::Shared;
  return true;
}

} // namespace det::ptx
