// Loops. Each carried value has one buffer for the whole loop: the condition and the body read it, the body's last steps fill it.
#include "Lowerings.h"

using namespace mlir;

namespace det::plan {

LogicalResult lowerBlock(Block &block, ProgramBuilder &builder) {
  for (Operation &op : block.without_terminator()) {
    auto found = lowerings().find(op.getName().getStringRef());
    if (found == lowerings().end())
      return op.emitOpError("has no lowering to the host yet");
    if (!found->second.isView)
      for (Value operand : op.getOperands())
        builder.endExchanges(builder.view(operand).buffer);
    size_t before = builder.steps.size();
    if (failed(found->second.lower(&op, builder)))
      return failure();
    if (!isa<WhileOp>(op)) // what is inside has finished
      builder.finishClaims(&op, before);
  }
  return success();
}

/// Fills the buffer of a carried value. A whole buffer may become that buffer later (Memory.h), and the copy none.
static void handOver(const View &from, View to, int64_t bytes, uint32_t label, ProgramBuilder &builder) {
  if (from.isEmpty() || (from.buffer == to.buffer && from.offset == to.offset && from.terms.empty() && from.isDense()))
    return;
  to.value = from.value;
  builder.copy(from, to, bytes, label);
  bool isWhole = from.offset == 0 && from.terms.empty() && from.isDense() &&
                 builder.buffers[from.buffer].bytes == static_cast<uint64_t>(from.elements() * bytes);
  if (!isWhole)
    return;
  builder.steps.back().handsOver = true;
  builder.steps.back().inPlace.push_back({0, 1});
}

static LogicalResult lowerWhile(WhileOp loop, ProgramBuilder &builder) {
  // An exchange ends in the loop in which it begins.
  builder.endExchanges(-1);
  uint32_t label = builder.tables.label(loop);
  SmallVector<View, 0> carried;
  for (auto [init, result] : llvm::zip(loop.getInits(), loop.getOutputs())) {
    View at = builder.allocate(builder.localShape(result), bytesOf(result));
    handOver(builder.view(init), at, bytesOf(result), label, builder);
    carried.push_back(at);
  }
  auto setViews = [&](ValueRange values) {
    for (auto [value, view] : llvm::zip(values, carried))
      builder.setView(value, view);
  };

  Step &begin = builder.beginLoop(loop, {});
  for (auto [result, view] : llvm::zip(loop.getOutputs(), carried)) {
    View shown = view;
    shown.value = result;
    begin.carried.push_back(builder.reads(shown, bytesOf(result)));
  }
  Block &condition = loop.getCondition().front(), &body = loop.getBody().front();
  setViews(condition.getArguments());
  if (failed(lowerBlock(condition, builder)))
    return failure();
  builder.endExchanges(-1);
  builder.testLoop(builder.view(condition.getTerminator()->getOperand(0)));

  setViews(body.getArguments());
  if (failed(lowerBlock(body, builder)))
    return failure();
  builder.endExchanges(-1);
  // A value of this iteration that another carried value becomes is put aside before anything is overwritten.
  SmallVector<View, 0> next;
  for (auto [value, own] : llvm::zip(body.getTerminator()->getOperands(), carried)) {
    View from = builder.view(value);
    bool isCarried = from.buffer != own.buffer &&
                     llvm::any_of(carried, [&](const View &other) { return other.buffer == from.buffer; });
    bool isOwnElsewhere = from.buffer == own.buffer && !(from.offset == 0 && from.terms.empty() && from.isDense());
    if (!from.isEmpty() && (isCarried || isOwnElsewhere)) {
      View aside = builder.allocate(from.shape, bytesOf(value));
      aside.value = from.value;
      builder.copy(from, aside, bytesOf(value), label);
      from = aside;
    }
    next.push_back(from);
  }
  for (auto [value, from, to] : llvm::zip(body.getTerminator()->getOperands(), next, carried))
    handOver(from, to, bytesOf(value), label, builder);
  builder.endLoop();
  setViews(loop.getOutputs());
  return success();
}

void addLoopLowerings(LoweringTable &table) { addLowering<WhileOp>(table, lowerWhile); }

} // namespace det::plan
