// det-import-inline: the program of many functions becomes the one function @main.
#include "../InputOps.h"
#include "det/Transforms/Import/Passes.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;

namespace det {
namespace {

using import::inputName;

/// The function that an operation stands for: a call's, or a composite's decomposition. Null symbol if neither.
SymbolRefAttr calledSymbol(Operation *op) {
  if (auto call = dyn_cast<func::CallOp>(op))
    return call.getCalleeAttr();
  if (inputName(op) == "composite")
    return op->getAttrOfType<SymbolRefAttr>("decomposition");
  return {};
}

/// Calls inside calls, and operations after inlining: text of a few lines can ask for more than any memory holds.
constexpr unsigned kMaxDepth = 500;
constexpr int64_t kMaxOperations = int64_t(1) << 23;

/// Says where an operation came from, for it and what it holds.
void addCallSite(Operation &op, Location at) {
  op.walk([&](Operation *inner) { inner->setLoc(CallSiteLoc::get(inner->getLoc(), at)); });
}

/// Moves the operations of a block in front of `op`, whose operands stand for the block's arguments and whose results for
/// what the block returns; `op` is gone afterwards.
void moveInto(Operation *op, Block &block) {
  for (auto [argument, value] : llvm::zip_equal(block.getArguments(), op->getOperands()))
    argument.replaceAllUsesWith(value);
  Operation *end = &block.back();
  op->replaceAllUsesWith(end->getOperands());
  end->erase();
  op->getBlock()->getOperations().splice(op->getIterator(), block.getOperations());
  op->erase();
}

/// Inlines bottom-up: a function is complete before it goes into its callers.
class Inliner {
public:
  explicit Inliner(ModuleOp module) : symbols(module) {
    module.walk([&](Operation *op) {
      if (SymbolRefAttr symbol = calledSymbol(op))
        ++callsOf[symbol];
    });
  }

  /// Inlines everything into a function, if that does not ask for too much.
  LogicalResult run(func::FuncOp entry) { return failed(measure(entry, 0)) ? failure() : inlineInto(entry); }

private:
  /// The number of operations that a function will have; an error for recursion, for deep calls and for too many operations.
  FailureOr<int64_t> measure(func::FuncOp function, unsigned depth) {
    auto [entry, fresh] = sizeOf.try_emplace(function, kOpen);
    if (!fresh && entry->second == kOpen)
      return function.emitError() << "function '@" << function.getName() << "' calls itself; recursion is not supported";
    if (!fresh)
      return entry->second;
    if (depth > kMaxDepth)
      return function.emitError() << "function '@" << function.getName() << "' is called through more than " << kMaxDepth
                                  << " others; export with fewer nested functions";
    int64_t size = 0;
    WalkResult result = function.walk([&](Operation *op) {
      ++size;
      if (!calledSymbol(op))
        return WalkResult::advance();
      auto callee = findCallee(op);
      auto inlined = failed(callee) ? FailureOr<int64_t>(failure()) : measure(*callee, depth + 1);
      if (failed(inlined))
        return WalkResult::interrupt();
      size += *inlined;
      if (size <= kMaxOperations)
        return WalkResult::advance();
      op->emitError() << "inlining " << calledSymbol(op) << " gives more than " << kMaxOperations << " operations";
      return WalkResult::interrupt();
    });
    if (result.wasInterrupted())
      return failure();
    return sizeOf[function] = size;
  }

  LogicalResult inlineInto(func::FuncOp function) {
    if (!done.insert(function).second)
      return success();
    SmallVector<Operation *> calls;
    function.walk([&](Operation *op) {
      if (calledSymbol(op) || inputName(op) == "sdy.named_computation")
        calls.push_back(op);
    });
    // Post-order: what a computation holds is inlined before itself.
    for (Operation *call : calls)
      if (failed(calledSymbol(call) ? inlineCall(call) : inlineComputation(call)))
        return failure();
    return success();
  }

  /// The function that an operation stands for, with a body of one block that fits the operation.
  FailureOr<func::FuncOp> findCallee(Operation *call) {
    SymbolRefAttr symbol = calledSymbol(call);
    auto callee = symbol.getNestedReferences().empty() ? symbols.lookup<func::FuncOp>(symbol.getRootReference()) : func::FuncOp();
    // The constraints of a composite have labels in the StableHLO specification.
    bool isComposite = !isa<func::CallOp>(call);
    auto label = [&](const char *text) { return isComposite ? text : ""; };
    if (!callee || callee.isExternal())
      return call->emitError() << "'" << call->getName() << "'" << label(" (C2):") << " refers to " << symbol
                               << ", which has no body in this module; export the whole module";
    FunctionType type = callee.getFunctionType();
    if (TypeRange(type.getInputs()) != TypeRange(call->getOperandTypes()))
      return call->emitError() << "'" << call->getName() << "'" << label(" (C3):") << " of " << symbol << " expected type " << type;
    if (TypeRange(type.getResults()) != TypeRange(call->getResultTypes()))
      return call->emitError() << "'" << call->getName() << "'" << label(" (C4):") << " of " << symbol << " expected type " << type;
    if (!llvm::hasSingleElement(callee.getBody()))
      return callee.emitError() << "function '@" << callee.getName() << "' has control flow between blocks";
    if (!isa<func::ReturnOp>(callee.getBody().front().back()))
      return callee.emitError() << "expected function '@" << callee.getName() << "' to end with 'func.return'";
    return callee;
  }

  /// `sdy.named_computation`: a name and shardings around operations; its shardings are those of its operands and results.
  static LogicalResult inlineComputation(Operation *op) {
    Operation *end = op->getNumRegions() == 1 ? import::regionReturn(op->getRegion(0)) : nullptr;
    if (!end || TypeRange(op->getRegion(0).getArgumentTypes()) != TypeRange(op->getOperandTypes()) ||
        TypeRange(end->getOperandTypes()) != TypeRange(op->getResultTypes()))
      return op->emitError() << "expected '" << op->getName()
                             << "' to have one region that takes its operands and returns its results";
    moveInto(op, op->getRegion(0).front());
    return success();
  }

  LogicalResult inlineCall(Operation *call) {
    FailureOr<func::FuncOp> found = findCallee(call);
    if (failed(found) || failed(inlineInto(*found)))
      return failure();
    func::FuncOp callee = *found;
    Location at = call->getLoc();
    Block &body = callee.getBody().front();
    // The last call takes the body itself.
    if (--callsOf[calledSymbol(call)] == 0 && !callee.isPublic()) {
      for (Operation &op : body)
        addCallSite(op, at);
      moveInto(call, body);
      callee.erase();
      return success();
    }
    OpBuilder builder(call);
    IRMapping mapping;
    mapping.map(callee.getArguments(), call->getOperands());
    for (Operation &op : body.without_terminator())
      addCallSite(*builder.clone(op, mapping), at);
    for (auto [result, value] : llvm::zip_equal(call->getResults(), body.getTerminator()->getOperands()))
      result.replaceAllUsesWith(mapping.lookupOrDefault(value));
    call->erase();
    return success();
  }

  SymbolTable symbols;
  static constexpr int64_t kOpen = -1; ///< the size of a function that is being measured
  llvm::DenseMap<Operation *, int64_t> sizeOf;
  llvm::DenseSet<Operation *> done;
  llvm::DenseMap<Attribute, int64_t> callsOf;
};

/// @main, or the only function that is not private.
FailureOr<func::FuncOp> findEntry(ModuleOp module) {
  if (func::FuncOp function = import::mainFunction(module))
    return function;
  func::FuncOp entry;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.isPrivate())
      continue;
    if (entry) {
      InFlightDiagnostic error = module.emitError("expected a function '@main' or exactly one public function");
      error.attachNote(entry.getLoc()) << "'@" << entry.getName() << "' is one";
      error.attachNote(function.getLoc()) << "'@" << function.getName() << "' is another";
      return failure();
    }
    entry = function;
  }
  if (!entry)
    return module.emitError("expected a function '@main'");
  return entry;
}

struct InlineCallsPass : PassWrapper<InlineCallsPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(InlineCallsPass)
  StringRef getArgument() const final { return "det-import-inline"; }
  StringRef getDescription() const final { return "inlines every function into @main"; }

  void runOnOperation() final {
    ModuleOp module = getOperation();
    FailureOr<func::FuncOp> entry = findEntry(module);
    if (failed(entry) || failed(Inliner(module).run(*entry)))
      return signalPassFailure();
    if (entry->isExternal()) {
      entry->emitError("expected '@main' to have a body");
      return signalPassFailure();
    }
    for (auto function : llvm::make_early_inc_range(module.getOps<func::FuncOp>()))
      if (function != *entry)
        function.erase();
    entry->setName("main");
    entry->setPublic();
  }
};

} // namespace

std::unique_ptr<Pass> createInlineCallsPass() { return std::make_unique<InlineCallsPass>(); }

} // namespace det
