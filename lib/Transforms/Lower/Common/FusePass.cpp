// det-fuse: groups ops into regions that one kernel computes.
//
// Consumes a det graph, partitioned or not, with orders. Produces a graph in which every elementwise op and every reduction is in
// a `det.region`. Values, and therefore bits, are those of the ops: nothing is rewritten, cheap ops may be cloned.
#include "FuseRecompute.h"
#include "FuseRegions.h"
#include "det/Dialect/Det/Numbers.h"
#include "det/Dialect/Det/Loops.h"
#include "det/Transforms/Lower/Fuse.h"

#include "mlir/Pass/PassRegistry.h"

using namespace mlir;

namespace det {

namespace {

bool isEmpty(Value value) { return llvm::is_contained(cast<ShapedType>(value.getType()).getShape(), 0); }

/// What a reduction without any operand element has as its result: init for a reduce, zero for a product; null for any other op.
Value getResultOfNothing(OpBuilder &builder, Operation *op, Type type) {
  auto result = cast<RankedTensorType>(type);
  if (auto reduce = dyn_cast<ReduceOp>(op)) {
    auto init = cast<RankedTensorType>(reduce.getInit().getType());
    bool fits = isEmpty(reduce.getOperand()) && init.getElementType() == result.getElementType();
    return fits ? BroadcastInDimOp::create(builder, op->getLoc(), type, reduce.getInit(), ArrayRef<int64_t>()).getResult() : Value();
  }
  if (isa<DotOp>(op) && isEmpty(op->getOperand(0))) {
    auto zero = DenseElementsAttr::get(result, builder.getZeroAttr(result.getElementType()));
    return ConstantOp::create(builder, op->getLoc(), zero).getResult();
  }
  return {};
}

/// Kernels have no loops without a turn: empty tensors become constants, and what is reduced from them what it is without elements.
void replaceEmpty(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(block.without_terminator())) {
    if (op.getNumResults() != 1 || !isa<RankedTensorType>(op.getResult(0).getType()) || isa<ConstantOp>(op))
      continue;
    OpBuilder builder(&op);
    Value result = op.getResult(0), fresh;
    auto join = dyn_cast<JoinOp>(op);
    Operation *from = join ? join.getPartial().getDefiningOp() : &op;
    if (!from)
      continue;
    auto layouts = from->getAttrOfType<ArrayAttr>(kLayoutsAttr);
    bool isPartial = layouts && !layouts.empty() && cast<LayoutAttr>(layouts[0]).isPartial();
    if (isEmpty(result))
      fresh = ConstantOp::create(builder, op.getLoc(), DenseElementsAttr::getFromRawBuffer(cast<ShapedType>(result.getType()), {}));
    else if (join || !isPartial)
      fresh = getResultOfNothing(builder, from, result.getType());
    if (!fresh)
      continue;
    if (Attribute own = op.getAttr(kLayoutsAttr))
      fresh.getDefiningOp()->setAttr(kLayoutsAttr, own);
    if (uint32_t number = numberOf(result); number != kNoNumber)
      fresh.getDefiningOp()->setAttr(kNumberAttr, builder.getDenseI64ArrayAttr(number));
    result.replaceAllUsesWith(fresh);
    op.erase();
  }
  // Partial reductions went with their joins, empty tensors with those who read them.
  SmallVector<Operation *> ops;
  for (Operation &op : block.without_terminator())
    ops.push_back(&op);
  for (Operation *op : llvm::reverse(ops))
    if (op->use_empty() && isa<ConstantOp, ReduceOp, DotOp>(op) &&
        (isEmpty(op->getResult(0)) || (op->getNumOperands() && isEmpty(op->getOperand(0)))))
      op->erase();
}

/// True for fills and iotas, and what only repeats them: nobody stores them.
bool isFill(Value value) {
  Operation *op = value.getDefiningOp();
  while (op && isa<BroadcastInDimOp, ReshapeOp>(op))
    op = op->getOperand(0).getDefiningOp();
  auto constant = dyn_cast_or_null<ConstantOp>(op);
  return constant ? isa<SplatElementsAttr>(constant.getValue()) : isa_and_nonnull<IotaOp>(op);
}

/// Gives a block of a loop fills of its own for those outside that it reads.
void copyFills(Block &block) {
  OpBuilder builder = OpBuilder::atBlockBegin(&block);
  DenseMap<Value, Value> copies;
  auto copy = [&](auto &self, Value value) -> Value {
    Value &known = copies[value];
    if (known)
      return known;
    IRMapping mapping;
    Operation *op = value.getDefiningOp();
    if (op->getNumOperands() == 1)
      mapping.map(op->getOperand(0), self(self, op->getOperand(0)));
    return copies[value] = builder.clone(*op, mapping)->getResult(0);
  };
  for (Operation &op : block)
    for (OpOperand &operand : op.getOpOperands())
      if (operand.get().getParentBlock() != &block && isFill(operand.get()))
        operand.set(copy(copy, operand.get()));
}

/// A reduction of pairs (value, index) reads its iota through a view of one line. The line is stored, not what it repeats to.
void storeRepeatedLines(Block &block) {
  DenseMap<Operation *, Value> stored;
  for (auto reduce : block.getOps<GenericReduceOp>())
    for (OpOperand &operand : reduce->getOpOperands()) {
      auto view = operand.get().getDefiningOp<BroadcastInDimOp>();
      auto line = view ? view.getOperand().getDefiningOp<IotaOp>() : IotaOp();
      if (!line || isEmpty(view))
        continue;
      Value &known = stored[view];
      if (!known) {
        OpBuilder builder(reduce);
        auto region = RegionOp::create(builder, line.getLoc(), TypeRange(line.getType()), ValueRange());
        if (Attribute layouts = line->getAttr(kLayoutsAttr))
          region->setAttr(kLayoutsAttr, layouts);
        IRMapping mapping;
        mapping.map(view.getOperand(), region.getResult(0));
        known = builder.clone(*view, mapping)->getResult(0);
        builder.setInsertionPointToEnd(&region.getBody().emplaceBlock());
        Operation *inside = builder.clone(*line);
        inside->removeAttr(kLayoutsAttr);
        YieldOp::create(builder, line.getLoc(), inside->getResults());
      }
      operand.set(known);
    }
}

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
    // Every block by itself; those of loops first, so that a fill which only they read is gone.
    SmallVector<Block *> blocks;
    for (Block &block : func.getBody())
      walkBlocks(block, [&](Block &inner) { blocks.push_back(&inner); });
    for (Block *block : llvm::reverse(blocks)) {
      if (block->getParentOp() != func)
        copyFills(*block);
      replaceEmpty(*block);
      storeRepeatedLines(*block);
      recomputeCheapValues(FuseGraph(*block, scalars));
      FuseGraph graph(*block, scalars);
      buildRegions(*block, graph, FuseGroups(graph));
    }
  }
};

} // namespace

std::unique_ptr<Pass> createFusePass() { return std::make_unique<FusePass>(); }

void registerFusePass() { PassRegistration<FusePass>(); }

} // namespace det
