// det-verify-ordered: the gate behind the order phase. Changes nothing; afterwards every op whose bits depend on
// evaluation order is known to have a legal one.
#include "det/Transforms/Order/Passes.h"

#include "det/Dialect/Det/OrderModel.h"
#include "det/TensorCore/TensorCore.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;

namespace det {

/// Labels O1 to O5 are the rules.
static LogicalResult verifyOrdered(OrderedOpInterface op) {
  OrderAttr attr = op.getFixedOrder();
  if (!attr) // O1
    return op->emitOpError("expected an order, got none; run det-order first");
  order::Order order = toModel(attr);
  if (order::leafName(order) != attr.getLeaf()) // O2
    return op->emitOpError("expected leaf fold, lanes<32> or mma<model>, got ") << attr.getLeaf();
  if (rt::Status status = order::verify(order, op.getBoxSizes().size()); !status) // O3
    return op->emitOpError() << status.error().message;
  if (order.leaf == order::Leaf::Mma && op.getTerms().find('*') == std::string::npos) // O4
    return op->emitOpError("expected leaf ") << attr.getLeaf() << " on products only, got terms " << op.getTerms();
  if (order.leaf == order::Leaf::Mma && (!isa<DotOp>(op) || !tensorCoreOf(order, op))) // O5
    return op->emitOpError("expected a matrix product of two operands that tensor cores of model ")
           << order.model << " read and add up in f32, got terms " << op.getTerms() << " and acc " << order.acc;
  return success();
}

namespace {

struct VerifyOrderedPass : PassWrapper<VerifyOrderedPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(VerifyOrderedPass)

  StringRef getArgument() const override { return "det-verify-ordered"; }
  StringRef getDescription() const override { return "check that every reducing op has a legal order"; }

  void runOnOperation() override {
    bool failed = false;
    getOperation().walk([&](OrderedOpInterface op) { failed |= verifyOrdered(op).failed(); });
    if (failed)
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};

} // namespace

std::unique_ptr<Pass> createVerifyOrderedPass() { return std::make_unique<VerifyOrderedPass>(); }

} // namespace det
