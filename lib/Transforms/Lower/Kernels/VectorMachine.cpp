// Chunks as vectors.
#include "KernelMachine.h"
#include "KernelTree.h"

using namespace mlir;

namespace det {

Type VectorMachine::typeOf(Type scalar, int64_t lanes) const { return VectorType::get({lanes}, scalar); }

Value VectorMachine::constant(KernelCode &code, TypedAttr value, int64_t lanes) const {
  return arith::ConstantOp::create(code.builder, code.loc,
                                   DenseElementsAttr::get(VectorType::get({lanes}, value.getType()), ArrayRef<Attribute>(value)));
}

Value VectorMachine::splat(KernelCode &code, Value value, int64_t lanes) const {
  if (isa<VectorType>(value.getType()))
    return value;
  return vector::BroadcastOp::create(code.builder, code.loc, VectorType::get({lanes}, value.getType()), value);
}

Value VectorMachine::steps(KernelCode &code, Type integer, int64_t lanes) const {
  SmallVector<Attribute> values;
  for (int64_t i = 0; i < lanes; ++i)
    values.push_back(IntegerAttr::get(integer, i));
  return arith::ConstantOp::create(code.builder, code.loc, DenseElementsAttr::get(VectorType::get({lanes}, integer), values));
}

Value VectorMachine::extract(KernelCode &code, Value chunk, int64_t lane) const {
  return vector::ExtractOp::create(code.builder, code.loc, chunk, lane);
}

Value VectorMachine::joinHalves(KernelCode &code, const KernelJoin &join, Value chunk) const {
  auto slice = [&](int64_t first, int64_t count) -> Value {
    SmallVector<int64_t> lanes;
    for (int64_t i = 0; i < count; ++i)
      lanes.push_back(first + i);
    return vector::ShuffleOp::create(code.builder, code.loc, chunk, chunk, lanes);
  };
  for (int64_t half = cast<VectorType>(chunk.getType()).getNumElements() / 2; half; half /= 2)
    chunk = join(code, slice(0, half), slice(half, half));
  return extract(code, chunk, 0);
}

/// One element at a time; lanes past the end read the last element again.
Value VectorMachine::gather(KernelCode &code, const ChunkPlace &place) const {
  int64_t bytes = storedBytes(place.element);
  // Narrow ones as bits: what gathers floats of 16 bits may need a library where the processor has no instructions for them.
  Type stored = bytes <= 2 ? code.builder.getIntegerType(bytes * 8) : getScalarType(place.element);
  SmallVector<Value> elements;
  Value last = place.valid ? code.sub(place.valid, code.i64(1)) : Value();
  for (int64_t lane = 0; lane < place.lanes; ++lane) {
    Value index = place.valid ? code.min(code.i64(lane), last) : code.i64(lane);
    Value offset = code.mul(code.add(place.start, index), place.stride);
    elements.push_back(code.loadPlain(stored, place.address(offset)));
  }
  Value vector = vector::FromElementsOp::create(code.builder, code.loc, VectorType::get({place.lanes}, stored), elements);
  if (bytes == 1)
    return code.fromBytes(place.element, vector);
  Type type = code.typeOf(place.element, place.lanes);
  return vector.getType() == type ? vector : arith::BitcastOp::create(code.builder, code.loc, type, vector).getResult();
}

Value VectorMachine::load(KernelCode &code, const ChunkPlace &place) const {
  if (place.stride)
    return gather(code, place);
  Value pointer = place.address(place.start);
  if (!place.valid)
    return code.load(place.element, pointer, place.lanes, place.alignment);
  Value isWhole = code.compare(arith::CmpIPredicate::eq, place.valid, code.i64(place.lanes));
  int64_t bytes = storedBytes(place.element);
  Type unit = code.builder.getIntegerType(bytes * 8);
  return code.branch(
      isWhole, [&] { return code.load(place.element, pointer, place.lanes, place.alignment); },
      [&] {
        code.loop(code.i64(0), place.valid, 1, [&](Value i) {
          code.storePlain(code.loadPlain(unit, code.at(pointer, i, bytes)), code.at(place.staging, i, bytes));
        });
        return code.load(place.element, place.staging, place.lanes);
      });
}

void VectorMachine::store(KernelCode &code, const ChunkPlace &place, Value chunk) const {
  Value pointer = place.address(place.start);
  if (!place.valid) {
    code.store(place.element, chunk, pointer, place.alignment);
    return;
  }
  int64_t bytes = storedBytes(place.element);
  Value isWhole = code.compare(arith::CmpIPredicate::eq, place.valid, code.i64(place.lanes));
  Type unit = code.builder.getIntegerType(bytes * 8);
  code.branch(
      isWhole,
      [&] {
        code.store(place.element, chunk, pointer, place.alignment);
        return Value();
      },
      [&] {
        code.store(place.element, chunk, place.staging);
        code.loop(code.i64(0), place.valid, 1, [&](Value i) {
          code.storePlain(code.loadPlain(unit, code.at(place.staging, i, bytes)), code.at(pointer, i, bytes));
        });
        return Value();
      });
}

Value VectorMachine::loadKept(KernelCode &code, Type element, Value row, Value start, int64_t lanes) const {
  return code.load(element, code.at(row, start, storedBytes(element)), lanes);
}

void VectorMachine::storeKept(KernelCode &code, Type element, Value row, Value start, Value chunk) const {
  code.store(element, chunk, code.at(row, start, storedBytes(element)));
}

} // namespace det
