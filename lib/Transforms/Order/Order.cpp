// det-order: a det graph becomes an ordered one. Consumes ops without orders; afterwards every op with
// OrderedOpInterface has the order that its kind, global shape, element types and the recipe give. The mesh is never
// looked at.
#include "det/Transforms/Order/Passes.h"

#include "det/Dialect/Det/OrderModel.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;

namespace det {

namespace {

/// The level under which a module is compiled, or nothing for an unknown name.
std::optional<StringRef> compiledLevel(StringRef level) {
  for (StringRef known : {"not_guaranteed", "mesh_to_mesh", "device_to_device"})
    if (level == known)
      return known;
  if (level == "run_to_run")
    return StringRef("mesh_to_mesh");
  return std::nullopt;
}

struct OrderPass : PassWrapper<OrderPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(OrderPass)

  OrderPass() = default;
  OrderPass(const OrderPass &other) : PassWrapper(other) {}
  explicit OrderPass(const OrderOptions &options) {
    recipe = options.recipe;
    level = options.level;
  }

  StringRef getArgument() const override { return "det-order"; }
  StringRef getDescription() const override { return "fix one evaluation order per op"; }

  // The recipe is an attribute of the dialect, also of a module without an op of it.
  void getDependentDialects(DialectRegistry &registry) const override { registry.insert<DetDialect>(); }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    auto values = order::parseRecipe(recipe.getValue());
    if (!values) {
      module.emitError() << values.error().message;
      return signalPassFailure();
    }
    std::optional<StringRef> compiled = compiledLevel(level);
    if (!compiled) {
      module.emitError() << "expected level not_guaranteed, run_to_run, mesh_to_mesh or device_to_device, got '" << level << "'";
      return signalPassFailure();
    }
    if (*compiled == "device_to_device" && !values->mma.empty()) {
      module.emitError() << "expected no tensor cores at level device_to_device, got mma = " << values->mma;
      return signalPassFailure();
    }
    if (*compiled != StringRef(level))
      module.emitRemark() << "level " << level << " is compiled as " << *compiled;

    RecipeAttr attr = fromModel(&getContext(), *values);
    module->setAttr(kRecipeAttr, attr);
    module->setAttr(kLevelAttr, StringAttr::get(&getContext(), *compiled));
    module.walk([&](OrderedOpInterface op) {
      if (!op.getFixedOrder())
        op.setFixedOrder(op.getDefaultOrder(attr));
    });
  }

  Option<std::string> recipe{*this, "recipe", llvm::cl::desc("recipe values: k_leaf_min=16,k_leaf_max=16,mma=hopper")};
  Option<std::string> level{*this, "level", llvm::cl::desc("determinism level"), llvm::cl::init("mesh_to_mesh")};
};

} // namespace

std::unique_ptr<Pass> createOrderPass(const OrderOptions &options) { return std::make_unique<OrderPass>(options); }

} // namespace det
