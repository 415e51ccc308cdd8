// Loops of logical ranks: one loop for all of them.
//
// A carried value gets the axes that its init or any iteration needs: the loop is built, looked at, and built again with
// more axes until nothing changes. Where ranks leave the loop at different times, it runs until all have left; those that
// have keep their values.
#include "ManualInliner.h"

using namespace mlir;

namespace det::import {

/// Carried values of the loop's own blocks: the block arguments.
static SmallVector<Value> addBlock(OpBuilder &b, Region &region, TypeRange types, Location loc) {
  Block *block = b.createBlock(&region, region.end(), types, SmallVector<Location>(types.size(), loc));
  return SmallVector<Value>(block->getArguments().begin(), block->getArguments().end());
}

/// Whether any rank goes on.
static Value anyOf(OpBuilder &b, Location loc, RankValue condition) {
  if (!condition.axes)
    return condition.value;
  RankedTensorType scalar = tensorOf(condition.value).clone(ArrayRef<int64_t>());
  Value no = ConstantOp::create(b, loc, DenseElementsAttr::get(scalar, false));
  return ReduceOp::create(b, loc, scalar, Combiner::Or, condition.value, no, {int64_t(0)}, OrderAttr());
}

FailureOr<ManualInliner::LoopAttempt> ManualInliner::tryWhile(WhileOp op, OpBuilder &b, ArrayRef<AxisSet> carried) {
  OpBuilder::InsertionGuard guard(b);
  Location loc = op.getLoc();
  SmallVector<Value> inits;
  SmallVector<Type> types;
  for (auto [init, axes] : llvm::zip(op.getInits(), carried)) {
    inits.push_back(ranks.widen(b, loc, get(init), axes).value);
    types.push_back(inits.back().getType());
  }
  LoopAttempt attempt;
  OperationState state(loc, op->getName().getStringRef(), inits, types, op->getAttrs());
  state.addRegion();
  state.addRegion();
  attempt.loop = cast<WhileOp>(b.create(state));
  Operation *holds = op.getCondition().front().getTerminator(), *next = op.getBody().front().getTerminator();
  auto enter = [&](Block &from, ArrayRef<Value> arguments) {
    for (auto [argument, value, axes] : llvm::zip(from.getArguments(), arguments, carried))
      set(argument, {value, axes});
    return inlineBlock(from, b);
  };

  SmallVector<Value> arguments = addBlock(b, attempt.loop.getCondition(), types, loc);
  if (failed(enter(op.getCondition().front(), arguments)))
    return failure();
  RankValue condition = get(holds->getOperand(0));
  attempt.condition = condition.axes;
  YieldOp::create(b, loc, anyOf(b, loc, condition));

  arguments = addBlock(b, attempt.loop.getBody(), types, loc);
  if (condition.axes) {
    if (failed(enter(op.getCondition().front(), arguments)))
      return failure();
    condition = get(holds->getOperand(0));
  }
  if (failed(enter(op.getBody().front(), arguments)))
    return failure();
  SmallVector<Value> results;
  for (auto [value, argument, axes] : llvm::zip(next->getOperands(), arguments, carried)) {
    RankValue result = get(value);
    attempt.next.push_back(result.axes | condition.axes);
    if (attempt.next.back() & ~axes) { // to be built again
      results.push_back(argument);
      continue;
    }
    Value computed = ranks.widen(b, loc, result, axes).value;
    if (condition.axes) {
      Value goes = ranks.widen(b, loc, condition, axes).value;
      RankedTensorType flags = tensorOf(computed).clone(b.getI1Type());
      goes = BroadcastInDimOp::create(b, loc, flags, goes, ArrayRef<int64_t>{0});
      computed = SelectOp::create(b, loc, computed.getType(), goes, computed, argument);
    }
    results.push_back(computed);
  }
  YieldOp::create(b, loc, results);
  return attempt;
}

LogicalResult ManualInliner::inlineWhile(WhileOp op, OpBuilder &b) {
  SmallVector<AxisSet> carried;
  for (Value init : op.getInits())
    carried.push_back(get(init).axes);
  for (;;) {
    FailureOr<LoopAttempt> attempt = tryWhile(op, b, carried);
    if (failed(attempt))
      return failure();
    bool grown = false;
    for (auto [axes, next] : llvm::zip(carried, attempt->next)) {
      grown |= (next & ~axes) != 0;
      axes |= next;
    }
    if (grown) {
      attempt->loop.erase();
      continue;
    }
    for (auto [result, value, axes] : llvm::zip(op.getResults(), attempt->loop.getResults(), carried))
      set(result, {value, axes});
    return success();
  }
}

} // namespace det::import
