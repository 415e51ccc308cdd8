// Walks what @main reaches and asks the families.
#include "Visit.h"
#include "mlir/IR/SymbolTable.h"
#include <map>

using namespace mlir;

namespace det::audit {
namespace {

const Handlers &allHandlers() {
  static const Handlers handlers = [] {
    Handlers all;
    addHarmlessOperations(all);
    addReductionHazards(all);
    addProductHazards(all);
    addIndexedHazards(all);
    addElementwiseHazards(all);
    addRandomHazards(all);
    addSortHazards(all);
    addCollectiveHazards(all);
    addCallHazards(all);
    return all;
  }();
  return handlers;
}

/// More calls than anybody counts; also where functions call each other in circles.
constexpr int64_t kMostCalls = int64_t(1) << 20;
/// Calls in each other; import allows as many.
constexpr size_t kDeepest = 500;

/// How often each function is called from the entry, calls in loops counted once. Without @main every public function is an
/// entry, without those every function.
class Calls {
public:
  Calls(ModuleOp module, llvm::DenseMap<Operation *, int64_t> &callsOf) : table(module), callsOf(callsOf) {
    if (Operation *main = table.lookup("main")) {
      add(main);
      return;
    }
    for (auto function : module.getOps<func::FuncOp>())
      if (!function.isPrivate())
        add(function);
    if (callsOf.empty())
      for (auto function : module.getOps<func::FuncOp>())
        callsOf[function] = 1;
  }

private:
  void add(Operation *function) {
    ++callsOf[function];
    if (++total > kMostCalls || open.size() > kDeepest || !open.insert(function).second)
      return;
    for (Operation *callee : calleesOf(function))
      add(callee);
    open.erase(function);
  }

  /// What a function names in the attributes of its operations: calls, decompositions, computations.
  const SmallVector<Operation *> &calleesOf(Operation *function) {
    auto [known, fresh] = callees.try_emplace(function);
    if (!fresh)
      return known->second;
    SmallVector<Operation *> list;
    function->walk([&](Operation *op) {
      op->getAttrDictionary().walk([&](SymbolRefAttr symbol) {
        Operation *callee = table.lookup(symbol.getRootReference());
        if (callee && callee != function && isa<func::FuncOp>(callee))
          list.push_back(callee);
      });
    });
    return known->second = std::move(list);
  }

  SymbolTable table;
  llvm::DenseMap<Operation *, int64_t> &callsOf;
  std::map<Operation *, SmallVector<Operation *>> callees; ///< elements stay where they are
  llvm::DenseSet<Operation *> open;
  int64_t total = 0;
};

} // namespace

Collected collect(ModuleOp module) {
  Collected collected;
  Calls calls(module, collected.callsOf);
  module->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<func::FuncOp>(op))
      return collected.callsOf.contains(op) ? WalkResult::advance() : WalkResult::skip();
    StringRef name = inputName(op);
    if (isa<ModuleOp>(op) || isa_and_nonnull<func::FuncDialect>(op->getDialect()) || name == "return" || name == "sdy.return")
      return WalkResult::advance();
    ++collected.operations;
    Visit visit(op, collected.found);
    auto handler = allHandlers().table.find(name);
    if (handler == allHandlers().table.end())
      visit.report("opaque-operation");
    else if (handler->second)
      handler->second(visit);
    return WalkResult::advance();
  });
  return collected;
}

} // namespace det::audit
