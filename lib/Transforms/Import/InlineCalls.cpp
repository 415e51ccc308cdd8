// det-import-inline: the program of many functions becomes the one function @main.
#include "InputOps.h"
#include "det/Transforms/Import/Passes.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;

namespace det {
namespace {

using import::inputName;
using import::refuse;

/// The function that an operation stands for: a call's, or a composite's decomposition. Null symbol if neither.
SymbolRefAttr calledSymbol(Operation *op) {
  if (auto call = dyn_cast<func::CallOp>(op))
    return call.getCalleeAttr();
  if (inputName(op) == "composite")
    return op->getAttrOfType<SymbolRefAttr>("decomposition");
  return {};
}

/// Inlines bottom-up: a function is complete before it is copied into its callers.
class Inliner {
public:
  explicit Inliner(ModuleOp module) : symbols(module) {}

  LogicalResult run(func::FuncOp function) {
    auto [entry, fresh] = states.try_emplace(function, State::Open);
    if (!fresh && entry->second == State::Open)
      return function.emitError() << "function '@" << function.getName() << "' calls itself; recursion is not supported";
    if (!fresh)
      return success();
    SmallVector<Operation *> calls;
    function.walk([&](Operation *op) {
      if (calledSymbol(op))
        calls.push_back(op);
    });
    for (Operation *call : calls)
      if (failed(inlineCall(call)))
        return failure();
    states[function] = State::Done;
    return success();
  }

private:
  enum class State { Open, Done };

  LogicalResult inlineCall(Operation *call) {
    SymbolRefAttr symbol = calledSymbol(call);
    auto callee = symbols.lookup<func::FuncOp>(symbol.getLeafReference());
    if (!callee || callee.isExternal())
      return call->emitError() << "'" << call->getName() << "' refers to " << symbol
                               << ", which has no body in this module; export the whole module";
    FunctionType type = callee.getFunctionType();
    if (TypeRange(type.getInputs()) != TypeRange(call->getOperandTypes()) ||
        TypeRange(type.getResults()) != TypeRange(call->getResultTypes()))
      return call->emitError() << "'" << call->getName() << "' of " << symbol << " expected type " << type;
    if (failed(run(callee)))
      return failure();
    if (!llvm::hasSingleElement(callee.getBody()))
      return callee.emitError() << "function '@" << callee.getName() << "' has control flow between blocks";

    OpBuilder builder(call);
    IRMapping mapping;
    mapping.map(callee.getArguments(), call->getOperands());
    Location at = call->getLoc();
    for (Operation &op : callee.getBody().front().without_terminator()) {
      Operation *copy = builder.clone(op, mapping);
      copy->walk([&](Operation *inner) { inner->setLoc(CallSiteLoc::get(inner->getLoc(), at)); });
    }
    Operation *end = callee.getBody().front().getTerminator();
    for (auto [result, value] : llvm::zip_equal(call->getResults(), end->getOperands()))
      result.replaceAllUsesWith(mapping.lookupOrDefault(value));
    call->erase();
    return success();
  }

  SymbolTable symbols;
  llvm::DenseMap<Operation *, State> states;
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
