// Evaluates operations for all logical ranks at once.
//
// What does not depend on the rank is computed once: a value only has the axes along which ranks may differ.
#include "ManualInliner.h"
#include "LogicalRanks.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace det::import {

LogicalResult ManualInliner::inlineBlock(Block &block, OpBuilder &b) {
  for (Operation &op : block.without_terminator())
    if (failed(inlineOp(op, b)))
      return failure();
  return success();
}

LogicalResult ManualInliner::inlineOp(Operation &op, OpBuilder &b) {
  if (auto found = collectives.find(op.getName().getStringRef()); found != collectives.end()) {
    if (failed(verifyCollective(&op, ranks)))
      return failure();
    RankValue operand = op.getNumOperands() ? get(op.getOperand(0)) : RankValue();
    FailureOr<RankValue> result = found->second(&op, ranks, b, operand);
    if (failed(result))
      return failure();
    RankedTensorType type = tensorOf(result->value);
    ArrayRef<int64_t> local = type.getShape().drop_front(result->axes ? 1 : 0);
    if (type.clone(local) != op.getResult(0).getType())
      return op.emitOpError() << "expected a result of type " << type.clone(local) << ", got " << op.getResult(0).getType();
    set(op.getResult(0), *result);
    return success();
  }
  return TypeSwitch<Operation *, LogicalResult>(&op)
      .Case([&](ManualOp manual) -> LogicalResult {
        FailureOr<SmallVector<RankValue>> results = inlineManual(manual, b);
        if (failed(results))
          return failure();
        for (auto [result, value] : llvm::zip(manual.getResults(), *results))
          set(result, value);
        return success();
      })
      .Case([&](WhileOp loop) { return inlineWhile(loop, b); })
      .Case([&](ShardingConstraintOp constraint) { return inlineConstraint(constraint, b); })
      .Default([&](Operation *) { return inlineBatched(op, b); });
}

LogicalResult ManualInliner::inlineBatched(Operation &op, OpBuilder &b) {
  SmallVector<RankValue> operands;
  AxisSet axes = 0;
  for (Value operand : op.getOperands()) {
    operands.push_back(get(operand));
    axes |= operands.back().axes;
  }
  if (!axes) {
    IRMapping mapping;
    for (auto [operand, value] : llvm::zip(op.getOperands(), operands))
      mapping.map(operand, value.value);
    for (auto [result, value] : llvm::zip(op.getResults(), b.clone(op, mapping)->getResults()))
      set(result, {value, 0});
    return success();
  }
  auto batchable = dyn_cast<BatchableOpInterface>(op);
  if (!batchable)
    return op.emitOpError("cannot stand in a manual computation; move it outside");
  SmallVector<Value> widened;
  for (RankValue operand : operands)
    widened.push_back(ranks.widen(b, op.getLoc(), operand, axes).value);
  FailureOr<SmallVector<Value>> results = batchable.buildBatched(b, widened);
  if (failed(results))
    return failure();
  for (auto [result, value] : llvm::zip_equal(op.getResults(), *results))
    set(result, {value, axes});
  return success();
}

LogicalResult ManualInliner::inlineConstraint(ShardingConstraintOp op, OpBuilder &b) {
  RankValue operand = get(op.getOperand());
  set(op.getResult(), {ranks.constrain(b, op.getLoc(), operand, op.getSharding()), operand.axes});
  return success();
}

FailureOr<SmallVector<RankValue>> ManualInliner::inlineManual(ManualOp op, OpBuilder &b) {
  MLIRContext *context = op.getContext();
  auto module = op->getParentOfType<ModuleOp>();
  auto mesh = module->getAttrOfType<MeshAttr>(kMeshAttr);
  AxisSet outer = ranks.all();
  SmallVector<Ranks::Axis> axes;
  int64_t count = ranks.count(outer);
  for (auto [name, size] : llvm::zip(op.getAxes().getAsValueRange<StringAttr>(), op.getSizes())) {
    AxisRefAttr axis = axisOf(context, name);
    if (llvm::any_of(ranks.getAxes(), [&](const Ranks::Axis &other) { return other.axis == axis; }))
      return op.emitOpError() << "expected axes that are not manual already, got '" << name << "'";
    if (size < 1 || llvm::MulOverflow(count, size, count) || count > kMaxProcesses)
      return op.emitOpError() << "expected at most " << kMaxProcesses << " logical ranks";
    axes.push_back({axis, size, mesh && mesh.getSize(axis) > 0});
  }
  SmallVector<RankValue> inputs;
  for (Value input : op.getInputs())
    inputs.push_back(get(input));
  ranks.enter(axes);
  auto leave = llvm::scope_exit([&] { ranks.leave(axes.size()); });
  if (ranks.getAxes().size() > 64)
    return op.emitOpError("expected at most 64 manual axes");
  Block &body = op.getBody().front();
  for (auto [input, argument, attr] : llvm::zip_equal(inputs, body.getArguments(), op.getInShardings())) {
    auto sharding = dyn_cast<ShardingAttr>(attr);
    if (!sharding || int64_t(sharding.getDims().size()) != tensorOf(input.value).getRank() - (input.axes ? 1 : 0))
      return op.emitOpError("expected in_shardings of the operands' ranks");
    FailureOr<RankValue> local = ranks.split(b, op.getLoc(), input, sharding);
    if (failed(local))
      return failure();
    RankedTensorType type = tensorOf(local->value);
    auto expected = type.clone(type.getShape().drop_front(local->axes ? 1 : 0));
    if (argument.getType() != expected)
      return op.emitOpError() << "expected a body argument of type " << expected << ", got " << argument.getType();
    local->value = ranks.constrain(b, op.getLoc(), *local, sharding);
    set(argument, *local);
  }
  if (failed(inlineBlock(body, b)))
    return failure();
  SmallVector<RankValue> results;
  Operation *end = body.getTerminator();
  for (auto [yielded, result, attr] : llvm::zip_equal(end->getOperands(), op.getResults(), op.getOutShardings())) {
    RankValue local = get(yielded);
    auto sharding = dyn_cast<ShardingAttr>(attr);
    if (!sharding || tensorOf(yielded).getRank() != int64_t(sharding.getDims().size()))
      return op.emitOpError("expected out_shardings of the results' ranks");
    local.value = ranks.constrain(b, op.getLoc(), local, sharding);
    AxisSet kept = local.axes & outer;
    FailureOr<Value> whole = ranks.join(b, op.getLoc(), local, sharding, kept);
    if (failed(whole))
      return failure();
    RankedTensorType type = tensorOf(*whole);
    auto got = type.clone(type.getShape().drop_front(kept ? 1 : 0));
    if (got != result.getType())
      return op.emitOpError() << "expected a result of type " << got << ", got " << result.getType();
    results.push_back({*whole, kept});
  }
  return results;
}

} // namespace det::import
