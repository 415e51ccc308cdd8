// Values behind results: a breadth-first walk against the flow.
#include "Reach.h"

#include "det/Dialect/Det/Loops.h"

using namespace mlir;

namespace det {

/// What a loop carries at a position: the init, and what the body yields.
static SmallVector<Value> carriedFrom(WhileOp loop, unsigned position) {
  return {loop.getInits()[position], loop.getBody().front().getTerminator()->getOperand(position)};
}

SmallVector<Value> madeFrom(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    WhileOp loop = loopOf(value);
    return loop ? carriedFrom(loop, argument.getArgNumber()) : SmallVector<Value>();
  }
  auto result = cast<OpResult>(value);
  if (auto loop = dyn_cast<WhileOp>(result.getOwner())) {
    SmallVector<Value> from = carriedFrom(loop, result.getResultNumber());
    from.push_back(loop.getCondition().front().getTerminator()->getOperand(0));
    return from;
  }
  return valuesReadBy(result.getOwner());
}

Cone::Cone(ArrayRef<Value> roots, function_ref<bool(Value)> isEnd) {
  auto add = [&](Value value, Value nearer) {
    if (next.try_emplace(value, nearer).second)
      order.push_back(value);
  };
  for (Value root : roots)
    add(root, Value());
  for (size_t i = 0; i < order.size(); ++i) {
    Value value = order[i];
    if (isEnd && isEnd(value))
      continue;
    for (Value from : madeFrom(value))
      add(from, value);
  }
}

bool Cone::containsResultOf(Operation *op) const {
  return llvm::any_of(op->getResults(), [&](Value result) { return contains(result); });
}

SmallVector<Value> Cone::wayFrom(Value value) const {
  SmallVector<Value> way;
  for (; value; value = next.lookup(value))
    way.push_back(value);
  return way;
}

} // namespace det
