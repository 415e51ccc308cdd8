// Walks over graphs with loops.
#include "det/Dialect/Det/Loops.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace det {

void walkGraph(Block &block, function_ref<void(Operation *)> visit) {
  for (Operation &op : llvm::make_early_inc_range(block.without_terminator())) {
    auto loop = dyn_cast<WhileOp>(op); // the op may be gone after the visit, unless it is a loop
    visit(&op);
    if (loop) {
      walkGraph(loop.getCondition().front(), visit);
      walkGraph(loop.getBody().front(), visit);
    }
  }
}

void walkBlocks(Block &block, function_ref<void(Block &)> visit) {
  visit(block);
  for (auto loop : llvm::make_early_inc_range(block.getOps<WhileOp>()))
    for (Region *region : {&loop.getCondition(), &loop.getBody()})
      walkBlocks(region->front(), visit);
}

WhileOp loopOf(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  return argument ? dyn_cast_or_null<WhileOp>(argument.getOwner()->getParentOp()) : WhileOp();
}

SmallVector<Value> valuesReadBy(Operation *op) {
  if (op->getNumRegions() == 0)
    return SmallVector<Value>(op->getOperands());
  llvm::SetVector<Value> values(op->operand_begin(), op->operand_end());
  op->walk([&](Operation *inner) {
    if (inner != op)
      for (Value value : inner->getOperands())
        if (!op->isAncestor(value.getParentRegion()->getParentOp()))
          values.insert(value);
  });
  return SmallVector<Value>(values.begin(), values.end());
}

int64_t timesRun(Operation *op) {
  int64_t times = 1;
  for (auto loop = op->getParentOfType<WhileOp>(); loop; loop = loop->getParentOfType<WhileOp>())
    if (auto trips = loop->getAttrOfType<IntegerAttr>(kTripsAttr))
      times *= std::max<int64_t>(trips.getInt(), 1);
  return times;
}

} // namespace det
