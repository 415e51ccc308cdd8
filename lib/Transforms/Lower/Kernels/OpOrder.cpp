// Ops in the order of their uses.
#include "OpOrder.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace det {

namespace {

/// True for ops that may stand anywhere between their operands and their users.
bool isLoose(Operation *op) { return op->getNumRegions() == 0 && !op->hasTrait<OpTrait::IsTerminator>() && isMemoryEffectFree(op); }

class Orderer {
public:
  void run(Region &region) {
    // What stands in a block is used in those behind it, whose order is known by then.
    for (Block &block : llvm::reverse(region))
      run(block);
  }

private:
  void run(Block &block) {
    for (Operation &op : block)
      for (Region &region : op.getRegions())
        run(region);
    placed.clear();
    SmallVector<Operation *> firm, loose;
    for (Operation &op : block)
      (isLoose(&op) ? loose : firm).push_back(&op);
    for (Operation *op : firm) {
      if (op == &block.back())
        for (Block *later = block.getNextNode(); later; later = later->getNextNode())
          for (Operation &user : *later)
            bringOperands(&user, &block, op);
      bringOperands(op, &block, op);
    }
    for (Operation *op : llvm::reverse(loose))
      if (!placed.contains(op))
        op->erase(); // nothing needs it: its users, if any, were behind it in this list
  }

  /// Brings what `op` and the ops inside it use of a block in front of `place`.
  void bringOperands(Operation *op, Block *block, Operation *place) {
    op->walk<WalkOrder::PreOrder>([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        bring(operand.getDefiningOp(), block, place);
    });
  }

  /// Brings an op and its operands, these first.
  void bring(Operation *wanted, Block *block, Operation *place) {
    SmallVector<std::pair<Operation *, unsigned>> stack;
    auto push = [&](Operation *op) {
      if (op && op->getBlock() == block && isLoose(op) && placed.insert(op).second)
        stack.push_back({op, 0});
    };
    push(wanted);
    while (!stack.empty()) {
      auto &[op, next] = stack.back();
      if (next < op->getNumOperands()) {
        push(op->getOperand(next++).getDefiningOp());
        continue;
      }
      op->moveBefore(place);
      stack.pop_back();
    }
  }

  DenseSet<Operation *> placed;
};

} // namespace

void orderOps(func::FuncOp kernel) { Orderer().run(kernel.getBody()); }

} // namespace det
