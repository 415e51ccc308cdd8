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

template <class Op> static Value divideAs(KernelCode &code, Value a, Value b) {
  if (!code.isNarrow)
    return Op::create(code.builder, code.loc, a, b);
  auto narrow = [&](Value value) -> Value {
    return arith::TruncIOp::create(code.builder, code.loc, code.builder.getI32Type(), value);
  };
  Value low = narrow(a), by = narrow(b);
  return arith::ExtUIOp::create(code.builder, code.loc, a.getType(), Op::create(code.builder, code.loc, low, by));
}

Value KernelCode::divide(Value a, Value b) { return divideAs<arith::DivUIOp>(*this, a, b); }
Value KernelCode::remainder(Value a, Value b) { return divideAs<arith::RemUIOp>(*this, a, b); }

Value KernelCode::compare(arith::CmpIPredicate predicate, Value a, Value b) {
  return arith::CmpIOp::create(builder, loc, predicate, a, b);
}
Value KernelCode::select(Value condition, Value a, Value b) { return arith::SelectOp::create(builder, loc, condition, a, b); }

Type KernelCode::typeOf(Type element, int64_t lanes) {
  Type scalar = getScalarType(element);
  return lanes ? machine.typeOf(scalar, lanes) : scalar;
}

Value KernelCode::constant(TypedAttr value, int64_t lanes) {
  if (lanes)
    return machine.constant(*this, value, lanes);
  return arith::ConstantOp::create(builder, loc, value);
}

Value KernelCode::splat(Value value, int64_t lanes) { return lanes ? machine.splat(*this, value, lanes) : value; }

Value KernelCode::mask(Value chunk, int64_t lanes, Value valid, TypedAttr filler) {
  Value narrow = arith::TruncIOp::create(builder, loc, builder.getI32Type(), valid);
  Value inside = compare(arith::CmpIPredicate::slt, steps(builder.getI32Type(), lanes), splat(narrow, lanes));
  return select(inside, chunk, constant(filler, lanes));
}

Value KernelCode::at(Value pointer, Value elements, int64_t bytes) {
  Value offset = bytes == 1 ? elements : mul(elements, i64(bytes));
  return LLVM::GEPOp::create(builder, loc, pointer.getType(), builder.getI8Type(), pointer, ArrayRef<LLVM::GEPArg>{offset});
}

Value KernelCode::loadPlain(Type type, Value pointer, int64_t alignment) {
  alignment = std::max(alignment, storedBytes(getElementTypeOrSelf(type)));
  return LLVM::LoadOp::create(builder, loc, type, pointer, alignment);
}

void KernelCode::storePlain(Value value, Value pointer, int64_t alignment) {
  alignment = std::max(alignment, storedBytes(getElementTypeOrSelf(value.getType())));
  LLVM::StoreOp::create(builder, loc, value, pointer, alignment);
}

/// Types that are stored in a byte but are no i8: floats, which LLVM knows only by their bits, and integers of fewer bits.
static bool isByte(Type element) { return storedBytes(element) == 1 && !element.isInteger(8); }

/// The type with other elements: of a vector, or a scalar.
static Type withElement(Type type, Type element) {
  auto vector = dyn_cast<VectorType>(type);
  return vector ? VectorType::get(vector.getShape(), element) : element;
}

Value KernelCode::fromBytes(Type element, Value bytes) {
  if (!isByte(element))
    return bytes;
  if (element.isInteger(1))
    return compare(arith::CmpIPredicate::ne, bytes,
                   arith::ConstantOp::create(builder, loc, builder.getZeroAttr(bytes.getType())));
  Type bits = withElement(bytes.getType(), builder.getIntegerType(element.getIntOrFloatBitWidth())),
       type = withElement(bytes.getType(), getScalarType(element));
  if (bits != bytes.getType())
    bytes = arith::TruncIOp::create(builder, loc, bits, bytes);
  return bits == type ? bytes : arith::BitcastOp::create(builder, loc, type, bytes).getResult();
}

Value KernelCode::load(Type element, Value pointer, int64_t lanes, int64_t alignment) {
  if (!isByte(element))
    return loadPlain(typeOf(element, lanes), pointer, alignment);
  return fromBytes(element, loadPlain(typeOf(builder.getI8Type(), lanes), pointer, alignment));
}

void KernelCode::store(Type element, Value value, Value pointer, int64_t alignment) {
  unsigned width = element.getIntOrFloatBitWidth();
  Type bytes = withElement(value.getType(), builder.getI8Type());
  if (isByte(element) && isa<FloatType>(element))
    value = arith::BitcastOp::create(builder, loc, withElement(value.getType(), builder.getIntegerType(width)), value);
  // Integers with a sign fill their byte with it.
  if (isByte(element) && width > 1 && element.isSignlessInteger())
    value = arith::ExtSIOp::create(builder, loc, bytes, value);
  else if (isByte(element) && width < 8)
    value = arith::ExtUIOp::create(builder, loc, bytes, value);
  storePlain(value, pointer, alignment);
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

void KernelCode::when(Value condition, function_ref<void()> then) {
  auto op = scf::IfOp::create(builder, loc, condition, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(op.thenBlock()->getTerminator());
  then();
}

} // namespace det
