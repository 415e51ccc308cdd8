// det-import-random: every `rng` gets the numbers that tell its draws from all others.
//
// An attribute has its ordinal among the random operations of the graph, in program order. One inside a loop also reads
// how often each loop around it has run: loops get a counter among the values they carry.
#include "../Complex/Complex.h"
#include "../InputOps.h"
#include "../Random.h"
#include "det/Transforms/Import/Passes.h"

using namespace mlir;

namespace det {
namespace {

using namespace import;

bool isRandom(Operation *op) {
  StringRef name = inputName(op);
  return name == "rng" || name == "rng_uniform" || name == "rng_normal";
}

/// A loop that carries a counter as its last value.
Operation *withCounter(Operation *loop) {
  auto type = RankedTensorType::get({}, IntegerType::get(loop->getContext(), 64, IntegerType::Unsigned));
  Maker m{OpBuilder(loop), loop->getLoc()};
  OperationState state(loop->getLoc(), loop->getName());
  state.addOperands(loop->getOperands());
  state.addOperands(m.constantBits(type, 0));
  state.addTypes(loop->getResultTypes());
  state.addTypes(type);
  // A list of shardings has one for each value, and the counter needs none.
  copyAttributes(loop, state, "sdy.sharding");
  for (unsigned i = 0; i < loop->getNumRegions(); ++i)
    state.addRegion();
  Operation *counted = m.b.create(state);
  for (auto [from, to] : llvm::zip_equal(loop->getRegions(), counted->getRegions())) {
    to.takeBody(from);
    to.addArgument(type, loop->getLoc());
  }
  Region &body = counted->getRegion(1);
  Operation *end = regionReturn(body);
  Maker inner{OpBuilder(end), loop->getLoc()};
  Term counter{body.getArguments().back(), &inner};
  end->insertOperands(end->getNumOperands(), (counter + counter.bits(1)).value);
  loop->replaceAllUsesWith(counted->getResults().drop_back());
  loop->erase();
  return counted;
}

/// The loops around an operation that are worth a counter, innermost first, with the region that holds it.
SmallVector<Region *> loopsAround(Operation *op) {
  SmallVector<Region *> regions;
  for (Region *region = op->getParentRegion(); Operation *parent = region->getParentOp(); region = parent->getParentRegion()) {
    if (inputName(parent) == "while" && parent->getNumRegions() == 2 && regionReturn(parent->getRegion(1)))
      regions.push_back(region);
    if (!parent->getParentRegion())
      break;
  }
  return regions;
}

struct NumberRandomOpsPass : PassWrapper<NumberRandomOpsPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(NumberRandomOpsPass)
  StringRef getArgument() const final { return "det-import-random"; }
  StringRef getDescription() const final { return "numbers random operations and the trips of loops around them"; }

  void runOnOperation() final {
    func::FuncOp main = mainFunction(getOperation());
    if (!main) {
      getOperation().emitError("expected a function '@main'; run det-import-inline first");
      return signalPassFailure();
    }
    SmallVector<Operation *> random;
    main.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isRandom(op))
        random.push_back(op);
    });
    llvm::DenseSet<Operation *> counted;
    Builder b(&getContext());
    for (auto [ordinal, op] : llvm::enumerate(random)) {
      for (Operation *parent = op->getParentOp(); parent != main; parent = parent->getParentOp())
        if (inputName(parent) != "while") {
          (void)refuse(op, Twine("expected it outside of '") + parent->getName().getStringRef() + "'; draw there, and pass the numbers in");
          return signalPassFailure();
        }
      op->setAttr(kOrdinalAttr, b.getI64IntegerAttr(int64_t(ordinal)));
      for (;;) {
        SmallVector<Region *> around = loopsAround(op);
        auto bare = llvm::find_if(around, [&](Region *region) { return !counted.contains(region->getParentOp()); });
        if (bare == around.end())
          break;
        counted.insert(withCounter((*bare)->getParentOp()));
      }
      for (Region *region : llvm::reverse(loopsAround(op)))
        op->insertOperands(op->getNumOperands(), region->getArguments().back());
    }
  }
};

} // namespace

std::unique_ptr<Pass> createNumberRandomOpsPass() { return std::make_unique<NumberRandomOpsPass>(); }

} // namespace det
