// det-import-unroll: a short loop with a constant trip count becomes that many copies of its body.
//
// The count is found by running the loop on its integer scalars alone: whatever the condition depends on must be
// constant. So counters of any step, several counters and computed bounds need no pattern of their own. Other loops stay.
#include "../InputOps.h"
#include "ScalarEvaluator.h"
#include "det/Dialect/Det/Loops.h"
#include "det/Transforms/Import/Passes.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;

namespace det {
namespace {

using namespace import;
using State = SmallVector<std::optional<llvm::APInt>>;

/// Trips x operations of the body that are written out: a round function, not a layer. One trip is always written out.
constexpr int64_t kMaxUnrolled = 512;
/// Trips that are counted for reports; a loop that runs longer is one without a known count.
constexpr int64_t kMaxCounted = 4096;

Region &conditionOf(Operation *loop) { return loop->getRegion(0); }
Region &bodyOf(Operation *loop) { return loop->getRegion(1); }

LogicalResult verifyLoop(Operation *loop) {
  if (loop->getNumRegions() == 2 && regionReturn(conditionOf(loop)) && regionReturn(bodyOf(loop)) &&
      conditionOf(loop).getNumArguments() == loop->getNumOperands() && bodyOf(loop).getNumArguments() == loop->getNumOperands() &&
      regionReturn(conditionOf(loop))->getNumOperands() == 1 &&
      regionReturn(bodyOf(loop))->getNumOperands() == loop->getNumOperands() && loop->getNumResults() == loop->getNumOperands())
    return success();
  return loop->emitError() << "expected '" << loop->getName()
                           << "' to have a condition and a body that take and give its operands";
}

/// Operations without the return, and without constants, of which one copy remains.
int64_t countOps(Region &region) {
  int64_t count = -1;
  region.walk([&](Operation *op) { count += inputName(op) != "constant"; });
  return std::max<int64_t>(count, 1);
}

/// What a region returns when its arguments have these values.
State evaluateReturn(Region &region, const State &arguments) {
  ScalarEvaluator evaluator;
  for (auto [argument, value] : llvm::zip_equal(region.getArguments(), arguments))
    evaluator.bind(argument, value);
  State result;
  for (Value value : regionReturn(region)->getOperands())
    result.push_back(evaluator.evaluate(value));
  return result;
}

/// The number of trips, if it is constant and not too large to be found.
std::optional<int64_t> countTrips(Operation *loop) {
  ScalarEvaluator evaluator;
  State state;
  for (Value init : loop->getOperands())
    state.push_back(evaluator.evaluate(init));
  for (int64_t trips = 0;; ++trips) {
    std::optional<llvm::APInt> holds = evaluateReturn(conditionOf(loop), state).front();
    if (!holds || trips > kMaxCounted)
      return std::nullopt;
    if (holds->isZero())
      return trips;
    state = evaluateReturn(bodyOf(loop), state);
  }
}

/// Loops inside an operation (or the operation itself), but not those inside another loop.
void collectLoops(Operation *root, SmallVectorImpl<Operation *> &loops) {
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (inputName(op) != "while")
      return WalkResult::advance();
    loops.push_back(op);
    return WalkResult::skip();
  });
}

/// Replaces the loop by copies of its body; loops in the copies are added to `loops`.
void unroll(Operation *loop, int64_t trips, SmallVectorImpl<Operation *> &loops) {
  OpBuilder builder(loop);
  SmallVector<Value> values(loop->getOperands());
  for (int64_t trip = 0; trip < trips; ++trip) {
    IRMapping mapping;
    mapping.map(bodyOf(loop).getArguments(), values);
    for (Operation &op : withoutReturn(bodyOf(loop)))
      collectLoops(builder.clone(op, mapping), loops);
    values.clear();
    for (Value value : regionReturn(bodyOf(loop))->getOperands())
      values.push_back(mapping.lookupOrDefault(value));
  }
  loop->replaceAllUsesWith(values);
  loop->erase();
}

struct UnrollLoopsPass : PassWrapper<UnrollLoopsPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(UnrollLoopsPass)
  StringRef getArgument() const final { return "det-import-unroll"; }
  StringRef getDescription() const final { return "writes out short loops with a constant trip count"; }

  void runOnOperation() final {
    SmallVector<Operation *> loops;
    collectLoops(getOperation(), loops);
    while (!loops.empty()) {
      Operation *loop = loops.pop_back_val();
      if (failed(verifyLoop(loop)))
        return signalPassFailure();
      std::optional<int64_t> trips = countTrips(loop);
      if (trips && (*trips <= 1 || *trips * countOps(bodyOf(loop)) <= kMaxUnrolled)) {
        unroll(loop, *trips, loops);
        continue;
      }
      if (trips)
        loop->setAttr(kTripsAttr, Builder(loop->getContext()).getI64IntegerAttr(*trips));
      for (Region &region : loop->getRegions())
        for (Operation &op : withoutReturn(region))
          collectLoops(&op, loops);
    }
  }
};

} // namespace

std::unique_ptr<Pass> createUnrollLoopsPass() { return std::make_unique<UnrollLoopsPass>(); }

} // namespace det
