// The function around a kernel's loops.
#include "KernelFrame.h"

using namespace mlir;

namespace det {

SmallVector<int64_t> makeParams(const KernelNest &nest) {
  KernelParams layout(nest);
  SmallVector<int64_t> params(layout.extra(0), 0);
  for (auto [i, loop] : llvm::enumerate(nest.loops)) {
    params[layout.size(i)] = loop.size;
    params[layout.block(i)] = loop.block ? loop.block : loop.size;
    for (auto [t, tensor] : llvm::enumerate(nest.tensors))
      params[layout.stride(t, i)] = tensor.strides[i];
  }
  return params;
}

KernelFrame::KernelFrame(ModuleOp module, StringRef name, OpBuilder &builder, ScalarOps &ops, Location loc,
                         const KernelNest &nest)
    : code(builder, loc, ops), nest(nest), layout(nest) {
  builder.setInsertionPointToEnd(module.getBody());
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  Type i64 = builder.getI64Type();
  func = func::FuncOp::create(builder, loc, name, builder.getFunctionType({pointer, pointer, i64, i64, pointer}, {}));
  builder.setInsertionPointToStart(func.addEntryBlock());
  begin = func.getArgument(2);
  end = func.getArgument(3);
  scratch = func.getArgument(4);
}

void KernelFrame::finish() { func::ReturnOp::create(code.builder, code.loc); }

Value KernelFrame::param(int index) {
  return code.loadPlain(code.builder.getI64Type(), code.at(func.getArgument(1), code.i64(index), 8));
}

Value KernelFrame::buffer(int index) {
  auto pointer = LLVM::LLVMPointerType::get(code.builder.getContext());
  return LLVM::LoadOp::create(code.builder, code.loc, pointer, code.at(func.getArgument(0), code.i64(index), 8), 8);
}

Value KernelFrame::scratchAt(int64_t bytes) { return bytes ? code.at(scratch, code.i64(bytes), 1) : scratch; }

void KernelFrame::connect(KernelValues &values, int vectorLoop) {
  int count = nest.tensors.size();
  values.offsets.assign(count, Value());
  values.innerStrides.assign(count, Value());
  for (int t = 0; t < count; ++t) {
    values.pointers.push_back(buffer(t));
    int64_t inner = vectorLoop < 0 ? 0 : nest.tensors[t].strides[vectorLoop];
    if (inner != 0 && inner != 1)
      values.innerStrides[t] = param(layout.stride(t, vectorLoop));
  }
  for (int loop = 0; loop < layout.loops; ++loop)
    values.iotaBases[loop] = param(layout.base(loop));
  values.staging = scratch;
}

void KernelFrame::enterLoop(KernelValues &values, int loop, Value index) {
  for (auto [t, tensor] : llvm::enumerate(nest.tensors)) {
    if (tensor.strides[loop] == 0)
      continue;
    Value step = code.mul(index, param(layout.stride(t, loop)));
    values.offsets[t] = values.offsets[t] ? code.add(values.offsets[t], step) : step;
  }
  values.indices[loop] = index;
}

SmallVector<Value> KernelFrame::sizesOf(ArrayRef<int> loops) {
  SmallVector<Value> sizes;
  for (int loop : loops)
    sizes.push_back(param(layout.size(loop)));
  return sizes;
}

void KernelFrame::overFlat(ArrayRef<Value> sizes, function_ref<void(ArrayRef<Value>)> body) {
  if (sizes.size() <= 1) {
    code.loop(begin, end, 1, [&](Value index) { body(sizes.empty() ? ArrayRef<Value>() : ArrayRef<Value>(index)); });
    return;
  }
  // One division per loop at the start; then the indices count up with carry.
  SmallVector<Value> start(sizes.size());
  Value rest = begin;
  for (int i = sizes.size() - 1; i >= 0; --i) {
    start[i] = i ? Value(arith::RemUIOp::create(code.builder, code.loc, rest, sizes[i])) : rest;
    if (i)
      rest = arith::DivUIOp::create(code.builder, code.loc, rest, sizes[i]);
  }
  Value one = code.i64(1), zero = code.i64(0);
  code.loop(begin, end, 1, start, [&](Value, ValueRange indices) {
    body(SmallVector<Value>(indices));
    SmallVector<Value> next(indices.size());
    Value carry = one;
    for (int i = indices.size() - 1; i >= 0; --i) {
      Value up = code.add(indices[i], carry);
      if (i == 0) {
        next[i] = up;
        break;
      }
      Value wraps = code.compare(arith::CmpIPredicate::eq, up, sizes[i]);
      next[i] = code.select(wraps, zero, up);
      carry = code.select(wraps, one, zero);
    }
    return next;
  });
}

} // namespace det
