// The function around a kernel's loops.
#include "KernelFrame.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"

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
                         const KernelNest &nest, const KernelMachine &machine, const KernelAbi &abi)
    : code(builder, loc, ops, machine), nest(nest), layout(nest), abi(abi) {
  code.isNarrow = abi.isNarrow;
  builder.setInsertionPointToEnd(module.getBody());
  if (abi.isEntry)
    openEntry(name);
  else
    openFunction(name);
}

/// Memory of one thread.
static Value allocate(KernelCode &code, int64_t bytes) {
  auto pointer = LLVM::LLVMPointerType::get(code.builder.getContext());
  return LLVM::AllocaOp::create(code.builder, code.loc, pointer, code.builder.getI8Type(), code.i64(bytes), /*alignment=*/16);
}

Value KernelFrame::share(StringRef name) {
  OpBuilder &builder = code.builder;
  constexpr unsigned space = 3;
  LLVM::GlobalOp memory;
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(func);
    auto bytes = LLVM::LLVMArrayType::get(builder.getI8Type(), abi.sharedBytes);
    memory = LLVM::GlobalOp::create(builder, code.loc, bytes, /*isConstant=*/false, LLVM::Linkage::Internal, name, Attribute(),
                                    /*alignment=*/16, space);
  }
  Value address = LLVM::AddressOfOp::create(builder, code.loc, memory);
  return LLVM::AddrSpaceCastOp::create(builder, code.loc, LLVM::LLVMPointerType::get(builder.getContext()), address);
}

void KernelFrame::openFunction(StringRef name) {
  OpBuilder &builder = code.builder;
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  Type i64 = builder.getI64Type();
  func = func::FuncOp::create(builder, code.loc, name, builder.getFunctionType({pointer, pointer, i64, i64, pointer}, {}));
  builder.setInsertionPointToStart(func.addEntryBlock());
  begin = func.getArgument(2);
  end = func.getArgument(3);
  scratch = abi.isGpu ? allocate(code, std::max<int64_t>(abi.scratchBytes, 16)) : func.getArgument(4);
  if (abi.isGpu && abi.lanes == KernelAbi::warp)
    findThread();
}

Value KernelFrame::special(StringRef what) {
  OpBuilder &builder = code.builder;
  Value narrow = LLVM::CallIntrinsicOp::create(builder, code.loc, builder.getI32Type(),
                                               builder.getStringAttr("llvm.nvvm.read.ptx.sreg." + what), ValueRange())
                     .getResult(0);
  return arith::ExtUIOp::create(builder, code.loc, builder.getI64Type(), narrow);
}

Value KernelFrame::findThread() {
  Value thread = special("tid.x");
  code.lane = arith::AndIOp::create(code.builder, code.loc, thread, code.i64(KernelAbi::warp - 1));
  code.warp = arith::ShRUIOp::create(code.builder, code.loc, thread, code.i64(5));
  return thread;
}

void KernelFrame::openEntry(StringRef name) {
  OpBuilder &builder = code.builder;
  SmallVector<Type> types(abi.buffers, LLVM::LLVMPointerType::get(builder.getContext(), /*addressSpace=*/1));
  types.append(abi.params + 2, builder.getI64Type());
  func = func::FuncOp::create(builder, code.loc, name, builder.getFunctionType(types, {}));
  Block *entry = func.addEntryBlock(), *body = func.addBlock();
  exit = func.addBlock();
  builder.setInsertionPointToStart(entry);
  Value thread = findThread(), worker = special("ctaid.x");
  if (abi.lanes != KernelAbi::block)
    worker = code.add(code.mul(worker, code.i64(KernelAbi::block)), thread);
  if (abi.lanes == KernelAbi::warp)
    worker = arith::ShRUIOp::create(builder, code.loc, worker, code.i64(5));
  Value extent = func.getArgument(abi.buffers + abi.params), grain = func.getArgument(abi.buffers + abi.params + 1);
  begin = code.mul(worker, grain);
  end = code.min(code.add(begin, grain), extent);
  if (abi.perLane)
    begin = code.add(begin, abi.perLane == 1 ? code.lane : code.mul(code.lane, code.i64(abi.perLane)));
  scratch = abi.scratchBytes ? allocate(code, abi.scratchBytes) : Value();
  if (abi.sharedBytes)
    shared = share((name + "_shared").str());
  cf::CondBranchOp::create(builder, code.loc, code.compare(arith::CmpIPredicate::slt, begin, end), body, ValueRange(), exit,
                           ValueRange());
  builder.setInsertionPointToStart(body);
}

void KernelFrame::finish() {
  if (exit) {
    cf::BranchOp::create(code.builder, code.loc, exit);
    code.builder.setInsertionPointToStart(exit);
  }
  func::ReturnOp::create(code.builder, code.loc);
}

Value KernelFrame::param(int index) {
  if (abi.isEntry)
    return func.getArgument(abi.buffers + index);
  return code.loadPlain(code.builder.getI64Type(), code.at(func.getArgument(1), code.i64(index), 8));
}

Value KernelFrame::buffer(int index) {
  auto pointer = LLVM::LLVMPointerType::get(code.builder.getContext());
  if (abi.isEntry)
    return LLVM::AddrSpaceCastOp::create(code.builder, code.loc, pointer, func.getArgument(index));
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
  if (!abi.isGpu)
    values.staging = scratch;
}

void KernelFrame::enterLoop(KernelValues &values, int loop, Value index) {
  for (auto [t, tensor] : llvm::enumerate(nest.tensors)) {
    if (tensor.strides[loop] == 0)
      continue;
    // The stride of the innermost loop is part of the kernel where it is 1.
    bool isDense = tensor.strides[loop] == 1 && loop == layout.loops - 1;
    Value step = isDense ? index : code.mul(index, param(layout.stride(t, loop)));
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
  int64_t step = abi.step(1);
  if (sizes.size() <= 1) {
    code.loop(begin, end, step, [&](Value index) { body(sizes.empty() ? ArrayRef<Value>() : ArrayRef<Value>(index)); });
    return;
  }
  // One division per loop at the start; then the indices count up with carry, by the digits of the step.
  auto digitsOf = [&](Value number) {
    SmallVector<Value> digits(sizes.size());
    for (int i = sizes.size() - 1; i >= 0; --i) {
      digits[i] = i ? code.remainder(number, sizes[i]) : number;
      if (i)
        number = code.divide(number, sizes[i]);
    }
    return digits;
  };
  SmallVector<Value> start = digitsOf(begin), steps;
  Value one = code.i64(1), zero = code.i64(0);
  if (step != 1)
    steps = digitsOf(code.i64(step));
  code.loop(begin, end, step, start, [&](Value, ValueRange indices) {
    body(SmallVector<Value>(indices));
    SmallVector<Value> next(indices.size());
    Value carry = steps.empty() ? one : zero;
    for (int i = indices.size() - 1; i >= 0; --i) {
      Value up = code.add(indices[i], carry);
      if (!steps.empty())
        up = code.add(up, steps[i]);
      if (i == 0) {
        next[i] = up;
        break;
      }
      Value wraps = code.compare(steps.empty() ? arith::CmpIPredicate::eq : arith::CmpIPredicate::sge, up, sizes[i]);
      next[i] = code.select(wraps, steps.empty() ? zero : code.sub(up, sizes[i]), up);
      carry = code.select(wraps, one, zero);
    }
    return next;
  });
}

} // namespace det
