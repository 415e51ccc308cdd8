// det-fuse: groups ops into regions that one kernel computes.
//
// Consumes a det graph, partitioned or not, with orders. Produces a graph in which every elementwise op and every reduction is in
// a `det.region`. Values, and therefore bits, are those of the ops: nothing is rewritten, cheap ops may be cloned.
#include "FuseRecompute.h"
#include "FuseRegions.h"
#include "det/Transforms/Lower/Fuse.h"

#include "mlir/Pass/PassRegistry.h"

using namespace mlir;

namespace det {

namespace {

struct FusePass : PassWrapper<FusePass, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(FusePass)

  StringRef getArgument() const override { return "det-fuse"; }
  StringRef getDescription() const override { return "Group ops into regions that one kernel computes"; }
  void getDependentDialects(DialectRegistry &registry) const override { registry.insert<DetDialect>(); }

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (func.isDeclaration())
      return;
    ScalarOps scalars(&getContext());
    for (Block &block : func.getBody()) {
      recomputeCheapValues(FuseGraph(block, scalars));
      FuseGraph graph(block, scalars);
      buildRegions(block, graph, FuseGroups(graph));
    }
  }
};

} // namespace

std::unique_ptr<Pass> createFusePass() { return std::make_unique<FusePass>(); }

void registerFusePass() { PassRegistration<FusePass>(); }

} // namespace det
