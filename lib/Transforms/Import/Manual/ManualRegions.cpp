// det-import-manual: manual computations become ordinary graphs over a dim of logical ranks (docs/manual-regions.md).
#include "../InputOps.h"
#include "LogicalRanks.h"
#include "ManualInliner.h"
#include "det/Transforms/Import/Passes.h"

using namespace mlir;

namespace det {
namespace {

using namespace import;

/// @main as a program that every logical rank runs.
class ManualFunction {
public:
  ManualFunction(func::FuncOp main, ArrayRef<int64_t> sizes) : main(main), sizes(sizes) {
    for (unsigned i = 0; i < main.getNumArguments(); ++i) {
      StringAttr name = main.getArgAttrOfType<StringAttr>(i, kNameAttr);
      bool state = main.getArgAttrOfType<StringAttr>(i, kKindAttr) == "state";
      if (state)
        stateArguments[name] = i;
      // State is taken to be the same on all ranks until it turns out to differ; only the batch is each rank's own.
      bool batch = main.getArgAttrOfType<StringAttr>(i, kKindAttr) == "batch";
      shared.push_back(!batch || main.getArgAttr(i, kReplicatedAttr));
      main.removeArgAttr(i, kReplicatedAttr);
    }
  }

  LogicalResult run() {
    Block *old = &main.getBody().front();
    for (;;) {
      FailureOr<bool> done = attempt(*old);
      if (failed(done))
        return failure();
      if (*done)
        break;
      main.getBody().back().erase();
    }
    old->erase();
    SmallVector<Type> argumentTypes(main.getBody().front().getArgumentTypes());
    for (auto [i, was, is] : llvm::enumerate(main.getArgumentTypes(), argumentTypes))
      if (was != is)
        if (auto sharding = main.getArgAttrOfType<ShardingAttr>(i, kShardingAttr))
          main.setArgAttr(i, kShardingAttr, withOpenDim(sharding));
    for (auto [i, was, is] : llvm::enumerate(main.getResultTypes(), resultTypes))
      if (was != is)
        if (auto sharding = main.getResultAttrOfType<ShardingAttr>(i, kShardingAttr))
          main.setResultAttr(i, kShardingAttr, withOpenDim(sharding));
    main.setType(FunctionType::get(main.getContext(), argumentTypes, resultTypes));
    return success();
  }

private:
  static ShardingAttr withOpenDim(ShardingAttr sharding) {
    SmallVector<DimShardingAttr> dims = {DimShardingAttr::get(sharding.getContext(), {}, /*open=*/true, /*priority=*/0)};
    llvm::append_range(dims, sharding.getDims());
    return ShardingAttr::get(sharding.getContext(), dims, sharding.getReplicated());
  }

  /// Builds the function in a new block. False if state that was taken to be the same everywhere is not.
  FailureOr<bool> attempt(Block &old) {
    ManualInliner inliner;
    MLIRContext *context = main.getContext();
    inliner.ranks.enter(
        {{AxisRefAttr::get(context, "replica"), sizes[0], false}, {AxisRefAttr::get(context, "partition"), sizes[1], false}});
    AxisSet all = inliner.ranks.all();
    OpBuilder b(context);
    Block *block = b.createBlock(&main.getBody(), main.getBody().end());
    for (auto [argument, same] : llvm::zip_equal(old.getArguments(), shared)) {
      auto type = cast<RankedTensorType>(argument.getType());
      SmallVector<int64_t> shape(type.getShape());
      if (!same && all)
        shape.insert(shape.begin(), inliner.ranks.count(all));
      inliner.set(argument, {block->addArgument(type.clone(shape), argument.getLoc()), same ? AxisSet(0) : all});
    }
    if (failed(inliner.inlineBlock(old, b)))
      return failure();
    Operation *end = old.getTerminator();
    bool done = true;
    SmallVector<Value> results;
    resultTypes.clear();
    for (auto [i, value] : llvm::enumerate(end->getOperands())) {
      RankValue result = inliner.get(value);
      auto partner = stateArguments.find(main.getResultAttrOfType<StringAttr>(i, kNameAttr));
      bool state = main.getResultAttrOfType<StringAttr>(i, kKindAttr) == "state" && partner != stateArguments.end();
      if (state && result.axes && shared[partner->second]) {
        shared[partner->second] = false;
        done = false;
      }
      if (result.axes || (state && !shared[partner->second]))
        result = inliner.ranks.widen(b, end->getLoc(), result, all);
      results.push_back(result.value);
      resultTypes.push_back(result.value.getType());
    }
    func::ReturnOp::create(b, end->getLoc(), results);
    return done;
  }

  func::FuncOp main;
  ArrayRef<int64_t> sizes;
  llvm::DenseMap<StringAttr, unsigned> stateArguments;
  SmallVector<bool> shared;
  SmallVector<Type> resultTypes;
};

struct ManualRegionsPass : PassWrapper<ManualRegionsPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ManualRegionsPass)
  StringRef getArgument() const final { return "det-import-manual"; }
  StringRef getDescription() const final { return "turns manual computations into graphs over a dim of logical ranks"; }
  void getDependentDialects(DialectRegistry &registry) const final { registry.insert<DetDialect>(); }

  void runOnOperation() final {
    func::FuncOp main = mainFunction(getOperation());
    if (!main)
      return;
    if (auto sizes = getOperation()->getAttrOfType<DenseI64ArrayAttr>(kRanksAttr)) {
      getOperation()->removeAttr(kRanksAttr);
      if (failed(ManualFunction(main, sizes.asArrayRef()).run()))
        signalPassFailure();
      return;
    }
    SmallVector<ManualOp> regions;
    main.walk<WalkOrder::PreOrder>([&](Operation *op) {
      auto manual = dyn_cast<ManualOp>(op);
      if (!manual)
        return WalkResult::advance();
      regions.push_back(manual);
      return WalkResult::skip();
    });
    for (ManualOp manual : regions)
      if (failed(inlineRegion(manual)))
        return signalPassFailure();
  }

  static LogicalResult inlineRegion(ManualOp manual) {
    OpBuilder b(manual);
    FailureOr<SmallVector<RankValue>> results = ManualInliner().inlineManual(manual, b);
    if (failed(results))
      return failure();
    for (auto [result, value] : llvm::zip_equal(manual.getResults(), *results))
      result.replaceAllUsesWith(value.value);
    manual.erase();
    return success();
  }
};

} // namespace

std::unique_ptr<Pass> createManualRegionsPass() { return std::make_unique<ManualRegionsPass>(); }

} // namespace det
