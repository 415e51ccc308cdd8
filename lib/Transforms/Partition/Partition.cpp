// The partition phase: annotations, propagation, choice and emission, in this order.
#include "det/Transforms/Partition.h"

#include "Annotate.h"
#include "Emit.h"
#include "det/Transforms/PartitionReport.h"

using namespace mlir;

namespace det {

/// `@main`, or an error.
static func::FuncOp findMain(ModuleOp module) {
  auto main = module.lookupSymbol<func::FuncOp>("main");
  if (!main)
    module.emitError("expected a function @main");
  return main;
}

LogicalResult partition(ModuleOp module, const PartitionOptions &options) {
  func::FuncOp main = findMain(module);
  if (!main || failed(annotate(module, main, options)))
    return failure();
  FailureOr<Graph> graph = Graph::read(main);
  if (failed(graph))
    return failure();
  Axes axes(module->getAttrOfType<MeshAttr>(kMeshAttr), usedAxes(main));
  Chooser chooser(*graph, axes);
  Emitter(*graph, chooser).run();
  return success();
}

namespace {

struct PartitionPass : PassWrapper<PartitionPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PartitionPass)

  PartitionPass() = default;
  PartitionPass(const PartitionPass &other) : PassWrapper(other), shards(other.shards), report(other.report) {}
  PartitionPass(const PartitionOptions &options, PartitionReport *report) : shards(options.shards), report(report) {
    mesh = options.mesh;
  }

  StringRef getArgument() const override { return "det-partition"; }
  StringRef getDescription() const override { return "give every value a place on the mesh"; }
  void getDependentDialects(DialectRegistry &registry) const override { registry.insert<DetDialect>(); }

  void runOnOperation() override {
    PartitionOptions options{mesh, shards};
    SmallVector<StringRef> patterns;
    StringRef(shard).split(patterns, ';', -1, /*KeepEmpty=*/false);
    for (StringRef pattern : patterns)
      options.shards.push_back(pattern.str());
    if (failed(partition(getOperation(), options)))
      return signalPassFailure();
    if (report)
      *report = makePartitionReport(getOperation());
  }

  Option<std::string> mesh{*this, "mesh", llvm::cl::desc("axes and sizes: data=4,model=2")};
  Option<std::string> shard{*this, "shard", llvm::cl::desc("shard patterns, ';' between them: tokens=[{data}];*.w=[{},{model}]")};
  std::vector<std::string> shards; ///< patterns given from C++
  PartitionReport *report = nullptr;
};

struct VerifyPartitionPass : PassWrapper<VerifyPartitionPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(VerifyPartitionPass)

  StringRef getArgument() const override { return "det-verify-partition"; }
  StringRef getDescription() const override { return "check layouts, exchanges and joins of a partitioned module"; }

  void runOnOperation() override {
    if (failed(verifyPartition(getOperation())))
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};

} // namespace

std::unique_ptr<Pass> createPartitionPass(const PartitionOptions &options, PartitionReport *report) {
  return std::make_unique<PartitionPass>(options, report);
}

std::unique_ptr<Pass> createVerifyPartitionPass() { return std::make_unique<VerifyPartitionPass>(); }

void registerPartitionPasses() {
  registerPass([] { return createPartitionPass(); });
  registerPass([] { return createVerifyPartitionPass(); });
}

} // namespace det
