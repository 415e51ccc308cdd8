// det-import-loops: loops carry only what changes and is read, and compute only what depends on the iteration.
#include "../InputOps.h"
#include "det/Dialect/Det/Loops.h"
#include "det/Transforms/Import/Passes.h"
#include "llvm/ADT/BitVector.h"

using namespace mlir;

namespace det {
namespace {

using namespace import;

Block &conditionOf(WhileOp loop) { return loop.getCondition().front(); }
Block &bodyOf(WhileOp loop) { return loop.getBody().front(); }
Value yielded(WhileOp loop, unsigned i) { return bodyOf(loop).getTerminator()->getOperand(i); }

/// What every iteration hands on as it was is the init, in the loop and behind it.
void takeInvariants(WhileOp loop) {
  for (auto [i, init] : llvm::enumerate(loop.getInits())) {
    if (yielded(loop, i) != bodyOf(loop).getArgument(i) && yielded(loop, i) != init)
      continue;
    for (Value value : {Value(conditionOf(loop).getArgument(i)), Value(bodyOf(loop).getArgument(i)), Value(loop.getResult(i))})
      value.replaceAllUsesWith(init);
  }
}

/// The carried values that the condition, or a result that is used, depends on.
llvm::BitVector findNeeded(WhileOp loop) {
  llvm::BitVector needed(loop.getNumResults());
  SmallVector<unsigned> found;
  auto need = [&](unsigned i) {
    if (!needed.test(i)) {
      needed.set(i);
      found.push_back(i);
    }
  };
  llvm::DenseSet<Value> seen;
  auto follow = [&](Value root) {
    SmallVector<Value> values{root};
    while (!values.empty()) {
      Value value = values.pop_back_val();
      if (!seen.insert(value).second)
        continue;
      if (loopOf(value) == loop)
        need(cast<BlockArgument>(value).getArgNumber());
      else if (Operation *op = value.getDefiningOp(); op && loop->isProperAncestor(op))
        llvm::append_range(values, valuesReadBy(op));
    }
  };
  follow(conditionOf(loop).getTerminator()->getOperand(0));
  for (auto [i, result] : llvm::enumerate(loop.getResults()))
    if (!result.use_empty())
      need(i);
  while (!found.empty())
    follow(yielded(loop, found.pop_back_val()));
  return needed;
}

/// The loop without the carried values that nobody needs.
WhileOp dropUnneeded(WhileOp loop) {
  llvm::BitVector drop = findNeeded(loop).flip();
  if (drop.none())
    return loop;
  bodyOf(loop).getTerminator()->eraseOperands(drop);
  // What made them goes first: it reads the arguments.
  for (Block *block : {&conditionOf(loop), &bodyOf(loop)})
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(*block)))
      if (isOpTriviallyDead(&op))
        op.erase();
  SmallVector<Value> inits;
  SmallVector<Type> types;
  for (auto [i, init] : llvm::enumerate(loop.getInits()))
    if (!drop.test(i)) {
      inits.push_back(init);
      types.push_back(init.getType());
    }
  OpBuilder builder(loop);
  OperationState state(loop.getLoc(), WhileOp::getOperationName(), inits, types, loop->getAttrs());
  state.addRegion()->takeBody(loop.getCondition());
  state.addRegion()->takeBody(loop.getBody());
  auto fresh = cast<WhileOp>(builder.create(state));
  for (Block *block : {&conditionOf(fresh), &bodyOf(fresh)})
    block->eraseArguments(drop);
  unsigned next = 0;
  for (auto [i, result] : llvm::enumerate(loop.getResults()))
    if (!drop.test(i))
      result.replaceAllUsesWith(fresh.getResult(next++));
  loop.erase();
  return fresh;
}

int64_t bytesOf(Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  Type element = type.getElementType();
  if (auto complex = dyn_cast<ComplexType>(element))
    return 2 * type.getNumElements() * complex.getElementType().getIntOrFloatBitWidth();
  return type.getNumElements() * element.getIntOrFloatBitWidth();
}

/// Moves out what does not depend on the iteration, unless it would keep more alive than it reads. Of a branch, a loop of at most
/// one trip, only constants: what else it holds is to be computed only where the branch is taken.
void moveOut(WhileOp loop) {
  auto trips = loop->getAttrOfType<IntegerAttr>(kTripsAttr);
  bool isBranch = trips && trips.getInt() == 1;
  for (Block *block : {&conditionOf(loop), &bodyOf(loop)})
    for (Operation &op : llvm::make_early_inc_range(block->without_terminator())) {
      SmallVector<Value> reads = valuesReadBy(&op);
      auto isOutside = [&](Value value) { return !loop->isAncestor(value.getParentRegion()->getParentOp()); };
      int64_t made = 0, read = 0;
      for (Value result : op.getResults())
        made += bytesOf(result);
      for (Value value : reads)
        read += bytesOf(value);
      bool isConstant = op.hasTrait<OpTrait::ConstantLike>(), isWorth = !isBranch && op.getNumRegions() == 0 && made <= read;
      if ((isConstant || isWorth) && llvm::all_of(reads, isOutside))
        op.moveBefore(loop);
    }
}

struct SimplifyLoopsPass : PassWrapper<SimplifyLoopsPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(SimplifyLoopsPass)
  StringRef getArgument() const final { return "det-import-loops"; }
  StringRef getDescription() const final { return "takes out of loops what does not change"; }

  void runOnOperation() final {
    func::FuncOp main = mainFunction(getOperation());
    if (!main)
      return;
    // Outer loops first: what they only hand through is then outside for the inner ones. Back again for what moves out.
    SmallVector<WhileOp> loops;
    main.walk<WalkOrder::PreOrder>([&](WhileOp loop) { loops.push_back(loop); });
    for (WhileOp loop : loops)
      takeInvariants(loop);
    for (WhileOp loop : llvm::reverse(loops))
      moveOut(dropUnneeded(loop));
  }
};

} // namespace

std::unique_ptr<Pass> createSimplifyLoopsPass() { return std::make_unique<SimplifyLoopsPass>(); }

} // namespace det
