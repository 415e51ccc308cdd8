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

/// Floats of a byte, which LLVM knows only by their bits.
static bool isByteFloat(Type element) { return isa<FloatType>(element) && element.getIntOrFloatBitWidth() == 8; }

Value KernelCode::load(Type element, Value pointer, int64_t lanes) {
  if (isByteFloat(element))
    return arith::BitcastOp::create(builder, loc, typeOf(element, lanes), loadPlain(typeOf(builder.getI8Type(), lanes), pointer));
  if (!element.isInteger(1))
    return loadPlain(typeOf(element, lanes), pointer);
  Value bytes = loadPlain(typeOf(builder.getI8Type(), lanes), pointer);
  return compare(arith::CmpIPredicate::ne, bytes, constant(builder.getI8IntegerAttr(0), lanes));
}

void KernelCode::store(Type element, Value value, Value pointer) {
  auto vector = dyn_cast<VectorType>(value.getType());
  Type bytes = typeOf(builder.getI8Type(), vector ? vector.getNumElements() : 0);
  if (element.isInteger(1))
    value = arith::ExtUIOp::create(builder, loc, bytes, value);
  else if (isByteFloat(element))
    value = arith::BitcastOp::create(builder, loc, bytes, value);
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
