// det-import-captures: a scalar that a region reads from outside becomes an operand of its operation.
//
// Regions of reductions, scatters and sorts see the values of their operands only. A captured scalar is one more operand,
// the scalar in every place: the region reads it there, and hands it on unchanged. Constants stay, as regions may hold them.
#include "../Complex/Complex.h"
#include "../Convert/Formula.h"
#include "../InputOps.h"
#include "det/Transforms/Import/Passes.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;

namespace det {
namespace {

using namespace import;

bool isScalar(Value value) {
  auto tensor = dyn_cast<RankedTensorType>(value.getType());
  return tensor && tensor.getRank() == 0;
}

/// Whether a value can be computed anew inside a region: constants, and elementwise operations on such scalars.
bool isConstant(Value value) {
  SmallVector<Value> stack{value};
  llvm::DenseSet<Value> seen;
  while (!stack.empty()) {
    Value next = stack.pop_back_val();
    if (!seen.insert(next).second)
      continue;
    Operation *op = next.getDefiningOp();
    if (!op || !isScalar(next) || op->getNumRegions() || (op->getNumOperands() == 0 && inputName(op) != "constant"))
      return false;
    llvm::append_range(stack, op->getOperands());
  }
  return true;
}

/// One operation whose operands come in lists (operands; operands and inits; operands and updates), each of which gets the
/// captured scalars at its end, in shapes that fit.
class Lifter {
public:
  Lifter(Operation *op, ArrayRef<Value> captured)
      : op(op), captured(captured), m{OpBuilder(op), op->getLoc()}, name(inputName(op)) {}

  void run() {
    unsigned count = name == "sort" ? op->getNumOperands() : op->getNumOperands() / 2;
    ArrayRef<int64_t> shape = shapeOf(op->getOperand(0));
    bool hasIndices = name == "scatter";
    SmallVector<Value> operands(op->getOperands().take_front(count));
    for (Value scalar : captured)
      operands.push_back(spread(scalar, shape));
    if (hasIndices)
      operands.push_back(op->getOperand(count));
    if (name != "sort") {
      ValueRange second = op->getOperands().drop_front(count + (hasIndices ? 1 : 0));
      llvm::append_range(operands, second);
      for (Value scalar : captured)
        operands.push_back(spread(scalar, shapeOf(second[0])));
    }
    liftIntoRegion(count);
    rebuild(operands);
  }

private:
  static ArrayRef<int64_t> shapeOf(Value value) { return cast<RankedTensorType>(value.getType()).getShape(); }

  Value spread(Value scalar, ArrayRef<int64_t> shape) {
    return shape.empty() ? scalar : Term{scalar, &m}.broadcast(shape, {}).value;
  }

  /// (l0, r0, l1, r1, ...) of a sort, (l0, l1, ..., r0, r1, ...) of others.
  void liftIntoRegion(unsigned count) {
    Region &region = op->getRegion(0);
    Block &block = region.front();
    Operation *end = regionReturn(region);
    for (auto [i, scalar] : llvm::enumerate(captured)) {
      auto add = [&](unsigned at) { return block.insertArgument(at, scalar.getType(), op->getLoc()); };
      unsigned last = block.getNumArguments();
      BlockArgument inside = add(name == "sort" ? last : count + unsigned(i));
      add(last + 1);
      replaceAllUsesInRegionWith(scalar, inside, region);
      if (name != "sort")
        end->insertOperands(end->getNumOperands(), inside);
    }
  }

  void rebuild(ArrayRef<Value> operands) {
    OperationState state(op->getLoc(), op->getName());
    state.addOperands(operands);
    state.addTypes(op->getResultTypes());
    for (Value scalar : captured)
      state.addTypes(cast<RankedTensorType>(op->getResult(0).getType()).clone(getElementTypeOrSelf(scalar.getType())));
    copyAttributes(op, state, "sdy.sharding"); // one for each result: a matter of placement
    state.addRegion()->takeBody(op->getRegion(0));
    Operation *made = m.b.create(state);
    op->replaceAllUsesWith(made->getResults().take_front(op->getNumResults()));
    op->erase();
  }

  Operation *op;
  ArrayRef<Value> captured;
  Maker m;
  StringRef name;
};

struct LiftCapturesPass : PassWrapper<LiftCapturesPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LiftCapturesPass)
  StringRef getArgument() const final { return "det-import-captures"; }
  StringRef getDescription() const final { return "makes scalars that regions read from outside operands"; }

  void runOnOperation() final {
    SmallVector<Operation *> found;
    getOperation().walk([&](Operation *op) {
      StringRef name = isInputOp(op) ? inputName(op) : "";
      if (name == "reduce" || name == "reduce_window" || name == "scatter" || name == "sort")
        found.push_back(op);
    });
    for (Operation *op : found) {
      if (op->getNumRegions() != 1 || op->getNumResults() == 0 || !regionReturn(op->getRegion(0)))
        continue;
      llvm::SetVector<Value> outside;
      getUsedValuesDefinedAbove(op->getRegion(0), outside);
      SmallVector<Value> captured;
      for (Value value : outside)
        if (isScalar(value) && !isConstant(value))
          captured.push_back(value);
      if (!captured.empty())
        Lifter(op, captured).run();
    }
  }
};

} // namespace

std::unique_ptr<Pass> createLiftCapturesPass() { return std::make_unique<LiftCapturesPass>(); }

} // namespace det
