// Sinks ops towards their consumers where that keeps less memory alive.
#include "Schedule.h"

#include "det/Dialect/Det/Det.h"

using namespace mlir;

namespace det::plan {

static int64_t bytesOf(Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  return type.getNumElements() * ((type.getElementType().getIntOrFloatBitWidth() + 7) / 8);
}

namespace {

/// Places of ops in their block that stay cheap to compare while ops move: numbers with gaps.
class Places {
public:
  explicit Places(Block &block) : block(block) { renumber(); }

  bool isBefore(Operation *a, Operation *b) const { return numbers.lookup(a) < numbers.lookup(b); }

  void moveBefore(Operation *op, Operation *place) {
    op->moveBefore(place);
    Operation *previous = op->getPrevNode();
    int64_t low = previous ? numbers.lookup(previous) : 0, high = numbers.lookup(place);
    if (high - low < 2)
      return renumber();
    numbers[op] = low + (high - low) / 2;
  }

private:
  void renumber() {
    int64_t number = 0;
    for (Operation &op : block)
      numbers[&op] = number += int64_t(1) << 32;
  }

  Block &block;
  DenseMap<Operation *, int64_t> numbers;
};

} // namespace

/// The first op in the block that uses a result, or null.
static Operation *firstUser(Operation *op, const Places &places) {
  Operation *first = nullptr;
  for (Operation *user : op->getUsers())
    if (!first || places.isBefore(user, first))
      first = user;
  return first;
}

/// True if something other than `op` needs the value at or behind `place`, or it lives anyway (an argument).
static bool livesUntil(Value value, Operation *op, Operation *place, const Places &places) {
  if (isa<BlockArgument>(value))
    return true;
  return llvm::any_of(value.getUsers(), [&](Operation *user) { return user != op && !places.isBefore(user, place); });
}

/// The exchange and join of a partial value frees its nodes: never wait with them.
static bool isCommunication(Operation *op) { return isa<JoinOp, ExchangeOp>(op); }

void schedule(func::FuncOp function) {
  Block &block = function.getBody().front();
  SmallVector<Operation *> ops;
  for (Operation &op : block.without_terminator())
    ops.push_back(&op);
  Places places(block);
  // From the end to the front, so that consumers have found their place before their producers look for one.
  for (Operation *op : llvm::reverse(ops)) {
    Operation *place = firstUser(op, places);
    if (!place || isCommunication(op) || place == op->getNextNode())
      continue;
    int64_t made = 0, kept = 0;
    for (Value result : op->getResults())
      made += bytesOf(result);
    SmallPtrSet<Value, 4> operands;
    for (Value operand : op->getOperands())
      if (operands.insert(operand).second && !livesUntil(operand, op, place, places))
        kept += bytesOf(operand);
    if (kept <= made)
      places.moveBefore(op, place);
  }
}

} // namespace det::plan
