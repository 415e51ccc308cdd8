// det-verify-imported: the gate behind the import phase.
#include "InputOps.h"
#include "det/Dialect/Det/Det.h"
#include "det/Transforms/Import/Passes.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;

namespace det {
namespace {

using namespace import;

LogicalResult verifyOps(func::FuncOp main) {
  if (!llvm::hasSingleElement(main.getBody()))
    return main.emitError("expected '@main' to have one block");
  if (!isa<func::ReturnOp>(main.getBody().front().back()))
    return main.emitError("expected '@main' to end with 'func.return'");
  llvm::DenseSet<Type> good;
  WalkResult result = main.getBody().walk([&](Operation *op) {
    bool known = isa_and_nonnull<DetDialect>(op->getDialect()) || (isa<func::ReturnOp>(op) && op->getParentOp() == main);
    if (!known) {
      op->emitError() << "'" << op->getName() << "' is not an operation of the det dialect; det compiles stablehlo, mhlo, "
                      << "chlo and sdy text";
      return WalkResult::interrupt();
    }
    for (Type type : op->getResultTypes()) {
      std::string why;
      if (good.contains(type))
        continue;
      if (!supportedType(type, why)) {
        op->emitError() << "'" << op->getName() << "': " << why;
        return WalkResult::interrupt();
      }
      good.insert(type);
    }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

LogicalResult verifyNames(func::FuncOp main) {
  auto check = [&](unsigned count, StringRef what, std::initializer_list<StringRef> kinds, auto attr) -> LogicalResult {
    llvm::StringSet<> seen;
    for (unsigned i = 0; i < count; ++i) {
      auto name = dyn_cast_or_null<StringAttr>(attr(i, kNameAttr)), kind = dyn_cast_or_null<StringAttr>(attr(i, kKindAttr));
      if (!name || name.empty())
        return main.emitError() << what << " " << i << " has no '" << kNameAttr << "'";
      if (!kind || !llvm::is_contained(kinds, kind.getValue()))
        return main.emitError() << what << " " << i << " has no '" << kKindAttr << "' or an unknown one";
      if (!seen.insert(name.getValue()).second)
        return main.emitError() << "two " << what << "s are called '" << name.getValue() << "'";
    }
    return success();
  };
  if (failed(check(main.getNumArguments(), "argument", {"state", "batch"},
                   [&](unsigned i, StringRef name) { return main.getArgAttr(i, name); })) ||
      failed(check(main.getNumResults(), "result", {"state", "metric"},
                   [&](unsigned i, StringRef name) { return main.getResultAttr(i, name); })))
    return failure();

  // State goes in and comes out under one name and one type.
  llvm::StringMap<Type> state;
  for (unsigned i = 0; i < main.getNumArguments(); ++i)
    if (main.getArgAttrOfType<StringAttr>(i, kKindAttr) == "state")
      state[main.getArgAttrOfType<StringAttr>(i, kNameAttr)] = main.getArgumentTypes()[i];
  for (unsigned i = 0; i < main.getNumResults(); ++i) {
    if (main.getResultAttrOfType<StringAttr>(i, kKindAttr) != "state")
      continue;
    StringRef name = main.getResultAttrOfType<StringAttr>(i, kNameAttr);
    if (state.lookup(name) != main.getResultTypes()[i])
      return main.emitError() << "state '" << name << "' is a result without an argument of its name and type";
  }
  return success();
}

struct VerifyImportedPass : PassWrapper<VerifyImportedPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(VerifyImportedPass)
  StringRef getArgument() const final { return "det-verify-imported"; }
  StringRef getDescription() const final { return "checks what the import phase promises"; }

  void runOnOperation() final {
    ModuleOp module = getOperation();
    func::FuncOp main = mainFunction(module);
    if (!main || std::distance(module.getBody()->begin(), module.getBody()->end()) != 1) {
      module.emitError("expected '@main' alone in the module");
      return signalPassFailure();
    }
    if (failed(verifyOps(main)) || failed(verifyNames(main)) || failed(verify(module)))
      signalPassFailure();
  }
};

} // namespace

std::unique_ptr<Pass> createVerifyImportedPass() { return std::make_unique<VerifyImportedPass>(); }

} // namespace det
