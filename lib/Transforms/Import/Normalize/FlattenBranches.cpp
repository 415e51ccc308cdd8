// det-import-branches: `if` and `case` become all of their branches and a select of the results.
//
// Operations are pure, so computing a branch that is not taken changes nothing. A constant index takes one branch. Branches
// that cost much become loops that run once or not at all: what none of them has made yet is zeros, and one of them replaces it.
#include "../InputOps.h"
#include "ScalarEvaluator.h"
#include "det/Dialect/Det/Loops.h"
#include "det/Transforms/Import/Passes.h"
#include "mlir/IR/Builders.h"

using namespace mlir;

namespace det {
namespace {

using namespace import;

/// Operations of a branch from which on it is run only when it is taken.
constexpr int64_t kLongBranch = 100;

bool isBranch(Operation *op) {
  StringRef name = inputName(op);
  return name == "if" || name == "case";
}

LogicalResult verifyBranch(Operation *op) {
  bool fits = op->getNumRegions() > 0 && op->getNumOperands() == 1;
  for (Region &region : op->getRegions()) {
    Operation *end = regionReturn(region);
    fits &= end && region.getNumArguments() == 0 && TypeRange(end->getOperandTypes()) == op->getResultTypes();
  }
  auto index = fits ? dyn_cast<RankedTensorType>(op->getOperand(0).getType()) : RankedTensorType();
  if (index && index.getRank() == 0 && isa<IntegerType>(index.getElementType()))
    return success();
  return op->emitError() << "expected '" << op->getName()
                         << "' to have a scalar index, and regions without arguments that return its results";
}

/// Moves a branch in front of the operation and gives what it returns.
SmallVector<Value> takeBranch(Operation *op, Region &region) {
  Operation *end = regionReturn(region);
  SmallVector<Value> results(end->getOperands());
  end->erase();
  Block &block = region.front();
  op->getBlock()->getOperations().splice(op->getIterator(), block.getOperations());
  return results;
}

/// An operation of the branch's own dialect.
Value create(OpBuilder &b, Operation *like, StringRef name, ValueRange operands, Type type,
             ArrayRef<NamedAttribute> attributes = {}) {
  OperationState state(like->getLoc(), (like->getName().getDialectNamespace() + "." + name).str(), operands, {type}, attributes);
  return b.create(state)->getResult(0);
}

/// Whether the index selects branch `i`; an index out of range selects the last branch.
Value isSelected(OpBuilder &b, Operation *op, int64_t i) {
  Value index = op->getOperand(0);
  auto type = cast<RankedTensorType>(index.getType());
  auto boolean = type.clone(b.getI1Type());
  if (inputName(op) == "if")
    return index; // the first branch is taken when true
  auto number = DenseElementsAttr::get(type, b.getIntegerAttr(type.getElementType(), i));
  Value constant = create(b, op, "constant", {}, type, b.getNamedAttr("value", number));
  Attribute direction =
      OpaqueAttr::get(b.getStringAttr(op->getName().getDialectNamespace()), "comparison_direction EQ", b.getNoneType());
  return create(b, op, "compare", {index, constant}, boolean, b.getNamedAttr("comparison_direction", direction));
}

bool isCostly(Region &region) {
  int64_t count = 0;
  region.walk([&](Operation *op) {
    StringRef name = inputName(op);
    bool isHeavy = name == "while" || name == "dot" || name == "dot_general" || name == "convolution";
    count += isHeavy ? kLongBranch : 1;
  });
  return count >= kLongBranch;
}

/// Ranks of a manual computation may take different branches at one time; there all of them are computed.
bool isManual(Operation *op) {
  for (; op; op = op->getParentOp())
    if (inputName(op) == "sdy.manual_computation")
      return true;
  return false;
}

Value zeros(OpBuilder &b, Operation *like, Type type) {
  auto tensor = cast<RankedTensorType>(type);
  auto complex = dyn_cast<ComplexType>(tensor.getElementType());
  unsigned bits = (complex ? complex.getElementType() : tensor.getElementType()).getIntOrFloatBitWidth();
  SmallVector<char> bytes(llvm::divideCeil(bits, 8) * (complex ? 2 : 1), 0);
  return create(b, like, "constant", {}, type, b.getNamedAttr("value", DenseElementsAttr::getFromRawBuffer(tensor, bytes)));
}

/// `while (selected) { results = branch(); selected = false; }`
SmallVector<Value> runIf(OpBuilder &b, Operation *op, Region &branch, Value selected, ArrayRef<Value> before) {
  Location loc = op->getLoc();
  std::string dialect = op->getName().getDialectNamespace().str();
  SmallVector<Value> inits{selected};
  llvm::append_range(inits, before);
  SmallVector<Type> types(ValueRange(inits).getTypes());
  OperationState state(loc, dialect + ".while", inits, types);
  state.addAttribute(kTripsAttr, b.getI64IntegerAttr(1)); // at most
  Block &condition = state.addRegion()->emplaceBlock();
  condition.addArguments(types, SmallVector<Location>(types.size(), loc));
  OpBuilder inside(b.getContext());
  inside.setInsertionPointToEnd(&condition);
  OperationState holds(loc, dialect + ".return", condition.getArgument(0), {});
  inside.create(holds);
  Region *body = state.addRegion();
  body->takeBody(branch);
  body->front().addArguments(types, SmallVector<Location>(types.size(), loc));
  Operation *end = regionReturn(*body);
  inside.setInsertionPoint(end);
  end->insertOperands(0, zeros(inside, op, selected.getType()));
  return SmallVector<Value>(b.create(state)->getResults().drop_front());
}

/// Runs only the branch that is selected.
void takeOne(Operation *op) {
  OpBuilder b(op);
  int64_t last = int64_t(op->getNumRegions()) - 1;
  SmallVector<Value> selected;
  Value any;
  for (int64_t i = 0; i < last; ++i) {
    Value isThis = isSelected(b, op, i);
    selected.push_back(isThis);
    any = any ? create(b, op, "or", {any, isThis}, isThis.getType()) : isThis;
  }
  selected.push_back(create(b, op, "not", any, any.getType()));
  SmallVector<Value> results;
  for (Type type : op->getResultTypes())
    results.push_back(zeros(b, op, type));
  for (int64_t i = 0; i <= last; ++i)
    results = runIf(b, op, op->getRegion(i), selected[i], results);
  op->replaceAllUsesWith(results);
  op->erase();
}

LogicalResult flatten(Operation *op) {
  int64_t last = int64_t(op->getNumRegions()) - 1;
  if (auto index = ScalarEvaluator().evaluate(op->getOperand(0))) {
    int64_t taken = index->getSExtValue();
    if (inputName(op) == "if")
      taken = index->isZero() ? 1 : 0;
    if (taken < 0 || taken > last)
      taken = last;
    op->replaceAllUsesWith(takeBranch(op, op->getRegion(taken)));
    op->erase();
    return success();
  }
  if (last > 0 && !isManual(op) && llvm::any_of(op->getRegions(), isCostly)) {
    takeOne(op);
    return success();
  }
  OpBuilder b(op);
  SmallVector<Value> chosen = takeBranch(op, op->getRegion(last));
  for (int64_t i = last - 1; i >= 0; --i) {
    SmallVector<Value> branch = takeBranch(op, op->getRegion(i));
    Value selected = isSelected(b, op, i);
    for (auto [value, other] : llvm::zip_equal(chosen, branch))
      value = create(b, op, "select", {selected, other, value}, value.getType());
  }
  op->replaceAllUsesWith(chosen);
  op->erase();
  return success();
}

struct FlattenBranchesPass : PassWrapper<FlattenBranchesPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(FlattenBranchesPass)
  StringRef getArgument() const final { return "det-import-branches"; }
  StringRef getDescription() const final { return "turns if and case into selects"; }

  void runOnOperation() final {
    // Post-order: inner branches are gone before the outer one moves.
    SmallVector<Operation *> branches;
    getOperation().walk([&](Operation *op) {
      if (isBranch(op))
        branches.push_back(op);
    });
    for (Operation *branch : branches)
      if (failed(verifyBranch(branch)) || failed(flatten(branch)))
        return signalPassFailure();
  }
};

} // namespace

std::unique_ptr<Pass> createFlattenBranchesPass() { return std::make_unique<FlattenBranchesPass>(); }

} // namespace det
