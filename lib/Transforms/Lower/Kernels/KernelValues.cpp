// Evaluates the values of a region at one place of its loops.
#include "KernelValues.h"

using namespace mlir;

namespace det {

static bool isView(Operation *op) { return isa<BroadcastInDimOp, ReshapeOp>(op); }

Value KernelValues::lookThroughViews(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isView(op))
      break;
    value = op->getOperand(0);
  }
  return value;
}

/// True if a kept loop has one iteration on this rank: it is there for its base alone, and no chunk goes along it.
static bool isSingle(const KernelNest &nest, int loop) {
  return nest.loops[loop].role == LoopRole::Kept &&
         llvm::all_of(nest.tensors, [&](const KernelTensor &tensor) { return tensor.strides[loop] == 0; });
}

KernelValues::KernelValues(KernelCode &code, RegionOp region, const RegionSpace &space, const KernelNest &nest, int vectorLoop)
    : code(code), region(region), space(space), nest(nest), vectorLoop(vectorLoop) {
  Block &body = region.getBody().front();
  for (auto [i, argument] : llvm::enumerate(body.getArguments())) {
    ArrayRef<int64_t> strides = nest.tensors[i].strides;
    bool isChunk = vectorLoop >= 0 && strides[vectorLoop] != 0;
    bool isOuter = llvm::any_of(strides, [](int64_t stride) { return stride != 0; });
    levels[argument] = isChunk ? ValueLevel::Chunk : isOuter ? ValueLevel::Outer : ValueLevel::Once;
  }
  for (Operation &op : body.without_terminator()) {
    ValueLevel level = ValueLevel::Once;
    for (Value operand : op.getOperands())
      level = std::max(level, levels[operand]);
    if (auto iota = dyn_cast<IotaOp>(op)) {
      int dim = space.getDims(iota.getResult())[iota.getDim()], loop = dim < 0 ? -1 : nest.loopOf(dim);
      bool isOnce = loop < 0 || isSingle(nest, loop);
      level = isOnce ? ValueLevel::Once : loop == vectorLoop ? ValueLevel::Chunk : ValueLevel::Outer;
    }
    auto reduce = dyn_cast<ReduceOp>(op);
    if (reduce && isEmptyReduce(reduce))
      level = levels[reduce.getInit()];
    else if (reduce && !isTrivialReduce(reduce))
      level = ValueLevel::Outer; // rows: one value per row
    levels[op.getResult(0)] = level;
  }
}

Value KernelValues::address(int tensor, Value extra) {
  Value offset = offsets[tensor];
  if (extra)
    offset = offset ? code.add(offset, extra) : extra;
  return offset ? code.at(pointers[tensor], offset, storedBytes(nest.tensors[tensor].element)) : pointers[tensor];
}

template <class Use> auto KernelValues::withPlace(int tensor, Use use) {
  const KernelTensor &info = nest.tensors[tensor];
  auto at = [&](Value extra) { return address(tensor, extra); };
  int64_t alignment = std::min(info.alignment, lanes * storedBytes(info.element));
  return use(ChunkPlace{info.element, chunkStart, innerStrides[tensor], valid, staging, lanes, alignment, at});
}

Value KernelValues::loadChunk(int tensor) {
  return withPlace(tensor, [&](const ChunkPlace &place) { return code.machine.load(code, place); });
}

void KernelValues::storeChunk(int tensor, Value value) {
  value = code.canonical(code.splat(value, lanes));
  withPlace(tensor, [&](const ChunkPlace &place) { code.machine.store(code, place, value); });
}

void KernelValues::storeScalar(int tensor, Value value) {
  code.machine.once(code, [&] { code.store(nest.tensors[tensor].element, code.canonical(value), address(tensor, {})); });
}

Value KernelValues::getScalar(Value value) {
  value = lookThroughViews(value);
  if (Value known = scalars.lookup(value))
    return known;
  auto argument = dyn_cast<BlockArgument>(value);
  Value result = argument ? code.load(nest.tensors[argument.getArgNumber()].element, address(argument.getArgNumber(), {}), 0)
                          : compute(value, ValueLevel::Outer);
  return scalars[value] = result;
}

Value KernelValues::getChunk(Value value) {
  value = lookThroughViews(value);
  if (getLevel(value) != ValueLevel::Chunk)
    return code.splat(getScalar(value), lanes);
  if (Value known = chunks.lookup(value))
    return known;
  if (Value pointer = kept.lookup(value)) {
    Type element = cast<ShapedType>(value.getType()).getElementType();
    return chunks[value] = code.machine.loadKept(code, element, pointer, chunkStart, lanes);
  }
  auto argument = dyn_cast<BlockArgument>(value);
  Value result = argument ? loadChunk(argument.getArgNumber()) : compute(value, ValueLevel::Chunk);
  return chunks[value] = result;
}

Value KernelValues::computeIota(IotaOp iota, ValueLevel at) {
  int dim = space.getDims(iota.getResult())[iota.getDim()], loop = dim < 0 ? -1 : nest.loopOf(dim);
  Type element = cast<ShapedType>(iota.getType()).getElementType(), narrow = code.builder.getI32Type();
  int64_t n = at == ValueLevel::Chunk ? lanes : 0;
  if (loop < 0 && dim < 0)
    return code.ops.convert(code.builder, code.loc, narrow, element, code.constant(code.builder.getI32IntegerAttr(0), n));
  // A dim's global size fits in 31 bits or the index stays wide: either way one conversion.
  bool isNarrow = space.getSizes()[dim] <= INT32_MAX;
  Type type = isNarrow ? narrow : Type(code.builder.getI64Type());
  Value first = iotaBases.lookup(loop);
  if (loop == vectorLoop && n)
    first = code.add(first, chunkStart);
  else if (Value index = indices.lookup(loop))
    first = code.add(first, index);
  if (isNarrow)
    first = arith::TruncIOp::create(code.builder, code.loc, narrow, first);
  Value value = code.splat(first, n);
  if (loop == vectorLoop && n)
    value = code.add(value, code.steps(type, n));
  return code.ops.convert(code.builder, code.loc, type, element, value);
}

Value KernelValues::compute(Value value, ValueLevel at) {
  Operation *op = value.getDefiningOp();
  int64_t n = at == ValueLevel::Chunk ? lanes : 0;
  auto operand = [&](Value of) { return at == ValueLevel::Chunk ? getChunk(of) : getScalar(of); };
  Value result;
  if (auto constant = dyn_cast<ConstantOp>(op)) {
    auto splat = cast<SplatElementsAttr>(constant.getValue());
    Attribute attr = splat.getSplatValue<Attribute>();
    if (auto integer = dyn_cast<IntegerAttr>(attr))
      attr = IntegerAttr::get(getScalarType(integer.getType()), integer.getValue());
    result = code.constant(cast<TypedAttr>(attr), n);
  } else if (auto iota = dyn_cast<IotaOp>(op)) {
    result = computeIota(iota, at);
  } else if (auto reduce = dyn_cast<ReduceOp>(op)) {
    // Nothing but init, and at most one element.
    Type from = cast<ShapedType>(reduce.getOperand().getType()).getElementType(),
         to = cast<ShapedType>(reduce.getType()).getElementType();
    Type acc = getAccumulationType(from);
    auto wide = [&](Value of) {
      return code.ops.convert(code.builder, code.loc, cast<ShapedType>(of.getType()).getElementType(), acc, operand(of));
    };
    result = wide(reduce.getInit());
    if (!isEmptyReduce(reduce)) {
      Value x = wide(reduce.getOperand());
      result = result && x ? code.ops.combine(code.builder, code.loc, reduce.getCombiner(), acc, result, x) : Value();
    }
    if (result)
      result = code.ops.convert(code.builder, code.loc, acc, to, result);
  } else if (auto scalar = dyn_cast<ScalarOpInterface>(op)) {
    SmallVector<Value> operands;
    for (Value of : op->getOperands()) {
      operands.push_back(operand(of));
      if (!operands.back())
        return {};
      if (isa<BitcastConvertOp>(op))
        operands.back() = code.canonical(operands.back());
    }
    result = scalar.buildScalar(code.builder, code.loc, operands);
  }
  if (!result && !failed) {
    op->emitOpError() << "expected an element type that kernels can compute with, got " << op->getResult(0).getType();
    failed = true;
  }
  return result;
}

void KernelValues::hoistOnce() {
  Block &body = region.getBody().front();
  for (Value argument : body.getArguments())
    if (getLevel(argument) == ValueLevel::Once)
      getScalar(argument);
  for (Operation &op : body.without_terminator())
    if (getLevel(op.getResult(0)) == ValueLevel::Once && !isView(&op))
      getScalar(op.getResult(0));
}

void KernelValues::forgetOuter() {
  SmallVector<Value> gone;
  for (auto [value, known] : scalars)
    if (getLevel(value) == ValueLevel::Outer)
      gone.push_back(value);
  for (Value value : gone)
    scalars.erase(value);
}

} // namespace det
