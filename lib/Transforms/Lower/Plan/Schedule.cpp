// Sinks ops towards their consumers where that keeps less memory alive.
#include "Schedule.h"

#include "det/Dialect/Det/Loops.h"

using namespace mlir;

namespace det::plan {

static int64_t bytesOf(Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  Type element = type.getElementType();
  auto complex = dyn_cast<ComplexType>(element);
  unsigned bits = complex ? 2 * complex.getElementType().getIntOrFloatBitWidth() : element.getIntOrFloatBitWidth();
  return type.getNumElements() * ((bits + 7) / 8);
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

/// The op of the block that uses a value: the user, or the loop that it is in.
static Operation *userInBlock(Operation *user, Block *block) {
  return user->getBlock() == block ? user : block->findAncestorOpInBlock(*user);
}

/// The first op in the block that uses a result, or null.
static Operation *firstUser(Operation *op, const Places &places) {
  Operation *first = nullptr;
  for (Operation *user : op->getUsers()) {
    user = userInBlock(user, op->getBlock());
    if (!first || places.isBefore(user, first))
      first = user;
  }
  return first;
}

/// True if something other than `op` needs the value at or behind `place`, or it lives anyway (an argument).
static bool livesUntil(Value value, Operation *op, Operation *place, const Places &places) {
  if (isa<BlockArgument>(value))
    return true;
  if (value.getParentBlock() != op->getBlock())
    return true; // as long as the loop
  return llvm::any_of(value.getUsers(), [&](Operation *user) {
    user = userInBlock(user, op->getBlock());
    return user != op && !places.isBefore(user, place);
  });
}

/// The exchange and join of a partial value frees its nodes: never wait with them.
static bool isCommunication(Operation *op) { return isa<JoinOp, ExchangeOp>(op); }

static void scheduleBlock(Block &block) {
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
    for (Value operand : valuesReadBy(op))
      if (operands.insert(operand).second && !livesUntil(operand, op, place, places))
        kept += bytesOf(operand);
    if (kept <= made)
      places.moveBefore(op, place);
  }
}

void schedule(func::FuncOp function) { walkBlocks(function.getBody().front(), scheduleBlock); }

} // namespace det::plan
