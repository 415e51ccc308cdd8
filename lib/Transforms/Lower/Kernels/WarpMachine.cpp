// Chunks across the threads of a warp.
#include "KernelMachine.h"
#include "KernelTree.h"

using namespace mlir;

namespace det {

Value WarpMachine::constant(KernelCode &code, TypedAttr value, int64_t) const {
  return arith::ConstantOp::create(code.builder, code.loc, value);
}

Value WarpMachine::steps(KernelCode &code, Type integer, int64_t) const {
  return integer.isInteger(64) ? code.lane : arith::TruncIOp::create(code.builder, code.loc, integer, code.lane).getResult();
}

/// Exchanges words of 32 bits: `kind` bfly, from lane ^ operand; idx, from lane `operand`.
static Value shuffleWord(KernelCode &code, StringRef kind, Value word, int64_t operand) {
  auto i32 = [&](int64_t value) -> Value { return arith::ConstantIntOp::create(code.builder, code.loc, value, 32); };
  std::string name = ("llvm.nvvm.shfl.sync." + kind + (isa<FloatType>(word.getType()) ? ".f32" : ".i32")).str();
  return LLVM::CallIntrinsicOp::create(code.builder, code.loc, word.getType(), code.builder.getStringAttr(name),
                                       ValueRange{i32(-1), word, i32(operand), i32(WarpMachine::width - 1)})
      .getResult(0);
}

static Value shuffle(KernelCode &code, StringRef kind, Value value, int64_t operand) {
  OpBuilder &b = code.builder;
  Type type = value.getType(), i32 = b.getI32Type();
  if (type.isF32() || type.isInteger(32))
    return shuffleWord(code, kind, value, operand);
  // Other types travel as words.
  unsigned width = type.getIntOrFloatBitWidth();
  Type bitsType = b.getIntegerType(width);
  Value bits = isa<FloatType>(type) ? arith::BitcastOp::create(b, code.loc, bitsType, value).getResult() : value;
  if (width < 32) {
    Value word = shuffleWord(code, kind, arith::ExtUIOp::create(b, code.loc, i32, bits), operand);
    bits = arith::TruncIOp::create(b, code.loc, bitsType, word);
  } else {
    Value half = arith::ConstantIntOp::create(b, code.loc, 32, 64);
    Value low = shuffleWord(code, kind, arith::TruncIOp::create(b, code.loc, i32, bits), operand);
    Value shifted = arith::ShRUIOp::create(b, code.loc, bits, half);
    Value high = shuffleWord(code, kind, arith::TruncIOp::create(b, code.loc, i32, shifted), operand);
    Value wide = arith::ShLIOp::create(b, code.loc, arith::ExtUIOp::create(b, code.loc, bitsType, high), half);
    bits = arith::OrIOp::create(b, code.loc, wide, arith::ExtUIOp::create(b, code.loc, bitsType, low));
  }
  return isa<FloatType>(type) ? arith::BitcastOp::create(b, code.loc, type, bits).getResult() : bits;
}

Value WarpMachine::extract(KernelCode &code, Value chunk, int64_t lane) const { return shuffle(code, "idx", chunk, lane); }

/// Lane j takes lane j + 16, then j + 8, ... By exchange, lane j + 16 takes lane j at the same time: a join of two values has
/// equal bits either way round, so that all lanes end with the same.
Value WarpMachine::joinHalves(KernelCode &code, const KernelJoin &join, Value chunk) const {
  for (int64_t half = width / 2; half; half /= 2)
    chunk = join(code, chunk, shuffle(code, "bfly", chunk, half));
  return chunk;
}

/// Lanes that do not exist read the last element again.
Value WarpMachine::load(KernelCode &code, const ChunkPlace &place) const {
  Value lane = place.valid ? code.min(code.lane, code.sub(place.valid, code.i64(1))) : code.lane;
  Value offset = code.add(place.start, lane);
  return code.load(place.element, place.address(place.stride ? code.mul(offset, place.stride) : offset), 0);
}

void WarpMachine::store(KernelCode &code, const ChunkPlace &place, Value chunk) const {
  Value pointer = place.address(code.add(place.start, code.lane));
  if (!place.valid) {
    code.store(place.element, chunk, pointer);
    return;
  }
  code.when(code.compare(arith::CmpIPredicate::slt, code.lane, place.valid), [&] { code.store(place.element, chunk, pointer); });
}

/// Each thread keeps its own elements, one per chunk.
static Value keptAt(KernelCode &code, Type element, Value row, Value start) {
  Value chunk = arith::ShRUIOp::create(code.builder, code.loc, start, code.i64(5));
  return code.at(row, chunk, storedBytes(element));
}

Value WarpMachine::loadKept(KernelCode &code, Type element, Value row, Value start, int64_t) const {
  return code.load(element, keptAt(code, element, row, start), 0);
}

void WarpMachine::storeKept(KernelCode &code, Type element, Value row, Value start, Value chunk) const {
  code.store(element, chunk, keptAt(code, element, row, start));
}

void WarpMachine::meet(KernelCode &code) const {
  Value all = arith::ConstantIntOp::create(code.builder, code.loc, -1, 32);
  LLVM::CallIntrinsicOp::create(code.builder, code.loc, code.builder.getStringAttr("llvm.nvvm.bar.warp.sync"), ValueRange(all));
}

void WarpMachine::once(KernelCode &code, function_ref<void()> effect) const {
  meet(code);
  code.when(code.compare(arith::CmpIPredicate::eq, code.lane, code.i64(0)), effect);
}

void BlockMachine::meet(KernelCode &code) const {
  Value barrier = arith::ConstantIntOp::create(code.builder, code.loc, 0, 32);
  LLVM::CallIntrinsicOp::create(code.builder, code.loc, code.builder.getStringAttr("llvm.nvvm.barrier.cta.sync.aligned.all"),
                                ValueRange(barrier));
}

void BlockMachine::once(KernelCode &code, function_ref<void()> effect) const {
  meet(code);
  Value first = arith::OrIOp::create(code.builder, code.loc, code.warp, code.lane);
  code.when(code.compare(arith::CmpIPredicate::eq, first, code.i64(0)), effect);
}

} // namespace det
