// det-import-fold: one walk forward folds, operands before their users; one walk backward removes what nothing uses.
//
// A tensor of constants is written out up to 4096 elements; a splat is one element, whatever its shape.
#include "Folds.h"
#include "../InputOps.h"
#include "det/Dialect/Det/Loops.h"
#include "det/Transforms/Import/Passes.h"
#include "mlir/IR/Iterators.h"

using namespace mlir;

namespace det {
namespace import {

DenseElementsAttr constantOf(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  return constant ? dyn_cast<DenseElementsAttr>(constant.getValue()) : DenseElementsAttr();
}

RankedTensorType resultType(Operation *op) { return cast<RankedTensorType>(op->getResult(0).getType()); }

} // namespace import

namespace {

using namespace import;

llvm::StringMap<Fold> buildFolds() {
  llvm::StringMap<Fold> folds;
  addMovementFolds(folds);
  addElementwiseFolds(folds);
  return folds;
}

struct FoldConstantsPass : PassWrapper<FoldConstantsPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(FoldConstantsPass)
  StringRef getArgument() const final { return "det-import-fold"; }
  StringRef getDescription() const final { return "folds constants exactly and removes dead operations"; }
  void getDependentDialects(DialectRegistry &registry) const final { registry.insert<DetDialect>(); }

  void runOnOperation() final {
    func::FuncOp main = mainFunction(getOperation());
    if (!main)
      return;
    const llvm::StringMap<Fold> folds = buildFolds();
    walkBlocks(main.getBody().front(), [&](Block &block) { foldBlock(block, folds); });
    main.walk<WalkOrder::PostOrder, ReverseIterator>([](Operation *op) {
      if (isOpTriviallyDead(op))
        op->erase();
    });
  }

  static void foldBlock(Block &block, const llvm::StringMap<Fold> &folds) {
    for (Operation &op : llvm::make_early_inc_range(block)) {
      Fold fold = folds.lookup(op.getName().getStringRef());
      if (!fold)
        continue;
      Folded folded = fold(&op);
      if (!folded)
        continue;
      Value value = dyn_cast<Value>(folded);
      if (!value) {
        OpBuilder b(&op);
        value = ConstantOp::create(b, op.getLoc(), cast<ElementsAttr>(cast<Attribute>(folded)));
      }
      op.getResult(0).replaceAllUsesWith(value);
      op.erase();
    }
  }
};

} // namespace

std::unique_ptr<Pass> createFoldConstantsPass() { return std::make_unique<FoldConstantsPass>(); }

} // namespace det
