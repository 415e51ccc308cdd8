// Short names for the code that kernels are made of.
#include "KernelCode.h"

#include "det/Math/Canonical.h"

using namespace mlir;

namespace det {

int64_t storedBytes(Type element) { return (element.getIntOrFloatBitWidth() + 7) / 8; }

Value KernelCode::i64(int64_t value) { return arith::ConstantIntOp::create(builder, loc, value, 64); }
Value KernelCode::add(Value a, Value b) { return arith::AddIOp::create(builder, loc, a, b); }
Value KernelCode::sub(Value a, Value b) { return arith::SubIOp::create(builder, loc, a, b); }
Value KernelCode::mul(Value a, Value b) { return arith::MulIOp::create(builder, loc, a, b); }
Value KernelCode::min(Value a, Value b) { return arith::MinSIOp::create(builder, loc, a, b); }
Value KernelCode::compare(arith::CmpIPredicate predicate, Value a, Value b) {
  return arith::CmpIOp::create(builder, loc, predicate, a, b);
}
Value KernelCode::select(Value condition, Value a, Value b) { return arith::SelectOp::create(builder, loc, condition, a, b); }

Type KernelCode::typeOf(Type element, int64_t lanes) {
  Type scalar = getScalarType(element);
  return lanes ? VectorType::get({lanes}, scalar) : scalar;
}

Value KernelCode::constant(TypedAttr value, int64_t lanes) {
  if (lanes)
    return arith::ConstantOp::create(
        builder, loc, DenseElementsAttr::get(VectorType::get({lanes}, value.getType()), ArrayRef<Attribute>(value)));
  return arith::ConstantOp::create(builder, loc, value);
}

Value KernelCode::splat(Value value, int64_t lanes) {
  if (!lanes || isa<VectorType>(value.getType()))
    return value;
  return vector::BroadcastOp::create(builder, loc, VectorType::get({lanes}, value.getType()), value);
}

Value KernelCode::steps(Type integer, int64_t lanes) {
  SmallVector<Attribute> values;
  for (int64_t i = 0; i < lanes; ++i)
    values.push_back(IntegerAttr::get(integer, i));
  return arith::ConstantOp::create(builder, loc, DenseElementsAttr::get(VectorType::get({lanes}, integer), values));
}

Value KernelCode::slice(Value vector, int64_t first, int64_t count) {
  SmallVector<int64_t> lanes;
  for (int64_t i = 0; i < count; ++i)
    lanes.push_back(first + i);
  return vector::ShuffleOp::create(builder, loc, vector, vector, lanes);
}

Value KernelCode::extract(Value vector, int64_t lane) { return vector::ExtractOp::create(builder, loc, vector, lane); }

Value KernelCode::mask(Value value, Value valid, TypedAttr filler) {
  int64_t lanes = cast<VectorType>(value.getType()).getNumElements();
  Value narrow = arith::TruncIOp::create(builder, loc, builder.getI32Type(), valid);
  Value inside = compare(arith::CmpIPredicate::slt, steps(builder.getI32Type(), lanes), splat(narrow, lanes));
  return select(inside, value, constant(filler, lanes));
}

Value KernelCode::at(Value pointer, Value elements, int64_t bytes) {
  Value offset = bytes == 1 ? elements : mul(elements, i64(bytes));
  return LLVM::GEPOp::create(builder, loc, pointer.getType(), builder.getI8Type(), pointer, ArrayRef<LLVM::GEPArg>{offset});
}

Value KernelCode::loadPlain(Type type, Value pointer) {
  unsigned alignment = storedBytes(getElementTypeOrSelf(type));
  return LLVM::LoadOp::create(builder, loc, type, pointer, alignment);
}

void KernelCode::storePlain(Value value, Value pointer) {
  unsigned alignment = storedBytes(getElementTypeOrSelf(value.getType()));
  LLVM::StoreOp::create(builder, loc, value, pointer, alignment);
}

/// Types that are stored in a byte but are no i8: floats, which LLVM knows only by their bits, and integers of fewer bits.
static bool isByte(Type element) { return storedBytes(element) == 1 && !element.isInteger(8); }

Value KernelCode::fromBytes(Type element, Value bytes) {
  auto vector = dyn_cast<VectorType>(bytes.getType());
  int64_t lanes = vector ? vector.getNumElements() : 0;
  if (!isByte(element))
    return bytes;
  if (element.isInteger(1))
    return compare(arith::CmpIPredicate::ne, bytes, constant(builder.getI8IntegerAttr(0), lanes));
  Type bits = typeOf(builder.getIntegerType(element.getIntOrFloatBitWidth()), lanes), type = typeOf(element, lanes);
  if (bits != bytes.getType())
    bytes = arith::TruncIOp::create(builder, loc, bits, bytes);
  return bits == type ? bytes : arith::BitcastOp::create(builder, loc, type, bytes).getResult();
}

Value KernelCode::load(Type element, Value pointer, int64_t lanes) {
  if (!isByte(element))
    return loadPlain(typeOf(element, lanes), pointer);
  return fromBytes(element, loadPlain(typeOf(builder.getI8Type(), lanes), pointer));
}

void KernelCode::store(Type element, Value value, Value pointer) {
  auto vector = dyn_cast<VectorType>(value.getType());
  int64_t lanes = vector ? vector.getNumElements() : 0;
  unsigned width = element.getIntOrFloatBitWidth();
  Type bytes = typeOf(builder.getI8Type(), lanes);
  if (isByte(element) && isa<FloatType>(element))
    value = arith::BitcastOp::create(builder, loc, typeOf(builder.getIntegerType(width), lanes), value);
  // Integers with a sign fill their byte with it.
  if (isByte(element) && width > 1 && element.isSignlessInteger())
    value = arith::ExtSIOp::create(builder, loc, bytes, value);
  else if (isByte(element) && width < 8)
    value = arith::ExtUIOp::create(builder, loc, bytes, value);
  storePlain(value, pointer);
}

Value KernelCode::canonical(Value value) {
  if (!isa<FloatType>(getElementTypeOrSelf(value.getType())))
    return value;
  return math::buildCanonicalNaN(builder, loc, value);
}

SmallVector<Value> KernelCode::loop(Value from, Value to, int64_t step, ValueRange initial, LoopBody body) {
  auto loop = scf::ForOp::create(builder, loc, from, to, i64(step), initial);
  OpBuilder::InsertionGuard guard(builder);
  // Without carried values the op makes its terminator itself.
  if (initial.empty())
    builder.setInsertionPoint(loop.getBody()->getTerminator());
  else
    builder.setInsertionPointToEnd(loop.getBody());
  SmallVector<Value> next = body(loop.getInductionVar(), loop.getRegionIterArgs());
  if (!initial.empty())
    scf::YieldOp::create(builder, loc, next);
  return SmallVector<Value>(loop.getResults());
}

void KernelCode::loop(Value from, Value to, int64_t step, function_ref<void(Value)> body) {
  loop(from, to, step, ValueRange(), [&](Value index, ValueRange) {
    body(index);
    return SmallVector<Value>();
  });
}

Value KernelCode::branch(Value condition, function_ref<Value()> then, function_ref<Value()> otherwise) {
  // Built detached first: the type of the result is known only then.
  auto build = [&](Block &block, function_ref<Value()> make) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(&block);
    Value value = make();
    scf::YieldOp::create(builder, loc, value ? ValueRange(value) : ValueRange());
    return value;
  };
  Region thenRegion, elseRegion;
  Value value = build(thenRegion.emplaceBlock(), then);
  build(elseRegion.emplaceBlock(), otherwise);
  auto op = scf::IfOp::create(builder, loc, value ? TypeRange(value.getType()) : TypeRange(), condition, /*withElseRegion=*/true);
  op.getThenRegion().takeBody(thenRegion);
  op.getElseRegion().takeBody(elseRegion);
  return value ? op.getResult(0) : Value();
}

} // namespace det
