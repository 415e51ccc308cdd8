// Short names for the code that GPU kernels are made of.
#include "CudaCode.h"

#include "det/Math/Canonical.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;

namespace det::cuda {

int64_t volume(ArrayRef<int64_t> sizes) {
  int64_t product = 1;
  for (int64_t size : sizes)
    product *= size;
  return product;
}

SmallVector<int64_t> denseStrides(ArrayRef<int64_t> shape) {
  SmallVector<int64_t> strides(shape.size(), 1);
  for (size_t i = shape.size(); i-- > 1;)
    strides[i - 1] = strides[i] * shape[i];
  return strides;
}

int64_t storedBytes(Type element) { return (element.getIntOrFloatBitWidth() + 7) / 8; }

//===-- Indices ----------------------------------------------------------------------------------------------------===//

Value CudaCode::index(int64_t value) { return constant(IntegerAttr::get(indexType, value)); }
Value CudaCode::flag(bool value) { return constant(builder.getBoolAttr(value)); }
Value CudaCode::constant(TypedAttr value) { return arith::ConstantOp::create(builder, loc, value); }
Value CudaCode::add(Value a, Value b) { return arith::AddIOp::create(builder, loc, a, b); }
Value CudaCode::sub(Value a, Value b) { return arith::SubIOp::create(builder, loc, a, b); }
Value CudaCode::mul(Value a, Value b) { return arith::MulIOp::create(builder, loc, a, b); }
Value CudaCode::div(Value a, Value b) { return arith::DivUIOp::create(builder, loc, a, b); }
Value CudaCode::rem(Value a, Value b) { return arith::RemUIOp::create(builder, loc, a, b); }
Value CudaCode::min(Value a, Value b) { return arith::MinUIOp::create(builder, loc, a, b); }
Value CudaCode::both(Value a, Value b) { return arith::AndIOp::create(builder, loc, a, b); }
Value CudaCode::less(Value a, Value b) { return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, a, b); }
Value CudaCode::isZero(Value a) { return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, a, index(0)); }
Value CudaCode::select(Value condition, Value a, Value b) { return arith::SelectOp::create(builder, loc, condition, a, b); }

Value CudaCode::isSet(Value a, unsigned bit) {
  Value masked = arith::AndIOp::create(builder, loc, a, index(int64_t(1) << bit));
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, masked, index(0));
}

SmallVector<Value> CudaCode::delinearize(Value flat, ArrayRef<Value> sizes) {
  SmallVector<Value> indices(sizes.size());
  for (size_t i = sizes.size(); i-- > 1;) {
    indices[i] = rem(flat, sizes[i]);
    flat = div(flat, sizes[i]);
  }
  if (!sizes.empty())
    indices[0] = flat;
  return indices;
}

SmallVector<Value> CudaCode::delinearize(Value flat, ArrayRef<int64_t> sizes) {
  SmallVector<Value> values;
  for (int64_t size : sizes)
    values.push_back(index(size));
  return delinearize(flat, values);
}

Value CudaCode::offset(ArrayRef<Value> indices, ArrayRef<int64_t> strides) {
  Value sum;
  for (auto [position, stride] : llvm::zip_equal(indices, strides)) {
    Value term = stride == 1 ? position : mul(position, index(stride));
    sum = sum ? add(sum, term) : term;
  }
  return sum ? sum : index(0);
}

//===-- Memory -----------------------------------------------------------------------------------------------------===//

static Type storedType(Type element) {
  return element.isInteger(1) ? IntegerType::get(element.getContext(), 8) : getScalarType(element);
}

Value CudaCode::address(Type element, Value pointer, Value offset) {
  return LLVM::GEPOp::create(builder, loc, pointer.getType(), storedType(element), pointer, ArrayRef<LLVM::GEPArg>{offset});
}

Value CudaCode::load(Type element, Value pointer, Value offset) {
  Value stored = LLVM::LoadOp::create(builder, loc, storedType(element), address(element, pointer, offset), storedBytes(element));
  if (!element.isInteger(1))
    return stored;
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, stored, constant(builder.getI8IntegerAttr(0)));
}

void CudaCode::store(Type element, Value value, Value pointer, Value offset) {
  value = canonical(value);
  if (element.isInteger(1))
    value = arith::ExtUIOp::create(builder, loc, builder.getI8Type(), value);
  LLVM::StoreOp::create(builder, loc, value, address(element, pointer, offset), storedBytes(element));
}

Value CudaCode::canonical(Value value) {
  return isa<FloatType>(value.getType()) ? math::buildCanonicalNaN(builder, loc, value) : value;
}

//===-- Control ----------------------------------------------------------------------------------------------------===//

SmallVector<Value> CudaCode::loop(Value from, Value to, int64_t step, ValueRange initial, LoopBody body) {
  auto loop = scf::ForOp::create(builder, loc, from, to, index(step), initial);
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

void CudaCode::when(Value condition, function_ref<void()> then) {
  auto branch = scf::IfOp::create(builder, loc, condition, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(branch.thenBlock()->getTerminator());
  then();
}

//===-- Threads ----------------------------------------------------------------------------------------------------===//

static Value widen(CudaCode &code, Value number) {
  return code.indexType.getWidth() == 32 ? number
                                         : arith::ExtUIOp::create(code.builder, code.loc, code.indexType, number).getResult();
}

Value CudaCode::threadInBlock() { return widen(*this, NVVM::ThreadIdXOp::create(builder, loc, builder.getI32Type())); }
Value CudaCode::block() { return widen(*this, NVVM::BlockIdXOp::create(builder, loc, builder.getI32Type())); }

Value CudaCode::shuffleWord(Value word, int64_t distance) {
  auto i32 = [&](int32_t value) { return constant(builder.getI32IntegerAttr(value)); };
  return NVVM::ShflOp::create(builder, loc, word.getType(), i32(-1), word, i32(distance), i32(warpSize - 1), NVVM::ShflKind::bfly,
                              UnitAttr());
}

Value CudaCode::shuffle(Value value, int64_t distance) {
  Type type = value.getType(), i32 = builder.getI32Type();
  if (type.isF32() || type.isInteger(32))
    return shuffleWord(value, distance);
  // Other types travel as words.
  unsigned width = type.getIntOrFloatBitWidth();
  Type bitsType = builder.getIntegerType(width);
  Value bits = isa<FloatType>(type) ? arith::BitcastOp::create(builder, loc, bitsType, value).getResult() : value;
  if (width < 32) {
    Value word = shuffleWord(arith::ExtUIOp::create(builder, loc, i32, bits), distance);
    bits = arith::TruncIOp::create(builder, loc, bitsType, word);
  } else {
    Value half = constant(IntegerAttr::get(bitsType, 32));
    Value low = shuffleWord(arith::TruncIOp::create(builder, loc, i32, bits), distance);
    Value shifted = arith::ShRUIOp::create(builder, loc, bits, half);
    Value high = shuffleWord(arith::TruncIOp::create(builder, loc, i32, shifted), distance);
    Value wide = arith::ShLIOp::create(builder, loc, arith::ExtUIOp::create(builder, loc, bitsType, high), half);
    bits = arith::OrIOp::create(builder, loc, wide, arith::ExtUIOp::create(builder, loc, bitsType, low));
  }
  return isa<FloatType>(type) ? arith::BitcastOp::create(builder, loc, type, bits).getResult() : bits;
}

} // namespace det::cuda
