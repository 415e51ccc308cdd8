// det-import-tokens: tokens that order nothing are left out.
//
// A token says that effects on the world outside of the step happen in order. Steps have no such effects: an operation that has
// one is refused by name, and all other tokens, though they pass through loops, branches and @main, mean nothing.
#include "../Complex/Complex.h"
#include "../InputOps.h"
#include "../Names/SignatureEdits.h"
#include "det/Transforms/Import/Passes.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;

namespace det {
namespace {

using namespace import;

bool hasTokens(Operation *op) {
  return llvm::any_of(op->getOperandTypes(), isToken) || llvm::any_of(op->getResultTypes(), isToken);
}

/// Operations that hand tokens on.
bool passesTokens(Operation *op) {
  return isa<func::ReturnOp>(op) ||
         llvm::StringSwitch<bool>(inputName(op))
             .Cases({"create_token", "after_all", "optimization_barrier", "while", "if", "case", "return", "sdy.return"}, true)
             .Default(false);
}

BitVector tokensAmong(TypeRange types) {
  BitVector tokens(types.size());
  for (auto [i, type] : llvm::enumerate(types))
    if (isToken(type))
      tokens.set(i);
  return tokens;
}

/// The same operation without its results that are tokens, which nobody uses.
void dropResults(Operation *op) {
  OpBuilder b(op);
  OperationState state(op->getLoc(), op->getName());
  state.addOperands(op->getOperands());
  copyAttributes(op, state, "sdy.sharding"); // one for each result: a matter of placement
  SmallVector<Value> kept;
  for (Value result : op->getResults())
    if (!isToken(result.getType()))
      kept.push_back(result);
  state.addTypes(ValueRange(kept).getTypes());
  for (Region &region : op->getRegions())
    state.addRegion()->takeBody(region);
  Operation *made = b.create(state);
  for (auto [before, after] : llvm::zip_equal(kept, made->getResults()))
    before.replaceAllUsesWith(after);
  op->erase();
}

LogicalResult dropTokens(func::FuncOp main) {
  SmallVector<Operation *> users, makers;
  SmallVector<Block *> blocks;
  WalkResult walked = main.walk([&](Operation *op) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        if (op != main && llvm::any_of(block.getArgumentTypes(), isToken))
          blocks.push_back(&block);
    if (op == main || !hasTokens(op))
      return WalkResult::advance();
    if (!passesTokens(op)) {
      if (inputName(op) == "custom_call")
        (void)refuseCustomCall(op);
      else
        (void)refuse(op,
                     "it reads or writes outside of the step; export without infeed, outfeed, send, recv and ordered effects");
      return WalkResult::interrupt();
    }
    users.push_back(op);
    if (llvm::any_of(op->getResultTypes(), isToken))
      makers.push_back(op);
    return WalkResult::advance();
  });
  if (walked.wasInterrupted())
    return failure();
  for (Operation *op : users)
    op->eraseOperands(tokensAmong(op->getOperandTypes()));
  for (Block *block : blocks)
    block->eraseArguments(tokensAmong(block->getArgumentTypes()));
  // What holds others was met after them.
  for (Operation *op : makers) {
    if (op->getNumRegions() == 0 && llvm::all_of(op->getResultTypes(), isToken))
      op->erase();
    else
      dropResults(op);
  }
  (void)main.eraseArguments(tokensAmong(main.getArgumentTypes()));
  BitVector results = tokensAmong(main.getResultTypes());
  if (results.none())
    return success();
  SmallVector<int64_t> places;
  for (int64_t i = 0, next = 0; i < int64_t(main.getNumResults()); ++i)
    places.push_back(results[i] ? -1 : next++);
  renumberAliases(main, places);
  (void)main.eraseResults(results);
  return success();
}

struct DropTokensPass : PassWrapper<DropTokensPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(DropTokensPass)
  StringRef getArgument() const final { return "det-import-tokens"; }
  StringRef getDescription() const final { return "leaves out tokens that order nothing"; }

  void runOnOperation() final {
    func::FuncOp main = mainFunction(getOperation());
    if (main && failed(dropTokens(main)))
      signalPassFailure();
  }
};

} // namespace

std::unique_ptr<Pass> createDropTokensPass() { return std::make_unique<DropTokensPass>(); }

} // namespace det
