// det-verify-input: the constraints of the StableHLO specification, for every operation that det reads.
#include "Spec/Spec.h"
#include "det/Transforms/Import/Passes.h"

using namespace mlir;

namespace det {
namespace {

using namespace import;
using namespace import::spec;

const Checks &allChecks() {
  static const Checks checks = [] {
    Checks table;
    addElementwiseChecks(table);
    addMovementChecks(table);
    addIndexedChecks(table);
    addReductionChecks(table);
    addWindowChecks(table);
    addConvolutionChecks(table);
    addProductChecks(table);
    addControlChecks(table);
    addCollectiveChecks(table);
    addStatisticsChecks(table);
    addChloChecks(table);
    return table;
  }();
  return checks;
}

class Verifier {
public:
  LogicalResult verify(Operation *op) {
    auto [known, fresh] = entries.try_emplace(op->getName(), nullptr);
    if (fresh && isInputOp(op)) {
      auto found = allChecks().table.find(inputName(op));
      if (found != allChecks().table.end())
        known->second = &found->second;
    }
    const Entry *entry = known->second;
    if (!entry)
      return success();
    for (auto [what, expected, got] :
         {std::tuple("operands", entry->operands, op->getNumOperands()),
          std::tuple("results", entry->results, op->getNumResults()), std::tuple("regions", entry->regions, op->getNumRegions())})
      if (expected >= 0 && unsigned(expected) != got)
        return op->emitError() << "'" << op->getName() << "' expected " << expected << " " << what << ", got " << got;
    if (op->getNumSuccessors())
      return op->emitError() << "'" << op->getName() << "' expected no successors";
    if (failed(types(op, op->getOperandTypes(), entry->tensors)) || failed(types(op, op->getResultTypes(), entry->tensors)))
      return failure();
    return entry->check(Spec(op));
  }

private:
  LogicalResult types(Operation *op, TypeRange list, bool tensors) {
    for (Type type : list) {
      std::string why;
      if (tensorTypes.contains(type) || (!tensors && supportedValue(type, why)))
        continue;
      if (!supportedType(type, why))
        return op->emitError() << "'" << op->getName() << "': " << why;
      tensorTypes.insert(type);
    }
    return success();
  }

  llvm::DenseMap<OperationName, const Entry *> entries;
  llvm::DenseSet<Type> tensorTypes; ///< those that were found good
};

struct VerifyInputPass : PassWrapper<VerifyInputPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(VerifyInputPass)
  StringRef getArgument() const final { return "det-verify-input"; }
  StringRef getDescription() const final { return "checks the constraints of the StableHLO specification"; }

  void runOnOperation() final {
    Verifier verifier;
    // Operations before what they hold: the outer mistake is reported first.
    WalkResult result = getOperation().walk<WalkOrder::PreOrder>(
        [&](Operation *op) { return failed(verifier.verify(op)) ? WalkResult::interrupt() : WalkResult::advance(); });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};

} // namespace

std::unique_ptr<Pass> createVerifyInputPass() { return std::make_unique<VerifyInputPass>(); }

} // namespace det
