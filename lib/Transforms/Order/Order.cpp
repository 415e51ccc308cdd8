// det-order: a det graph becomes an ordered one. Consumes ops without orders; afterwards every op with
// OrderedOpInterface has the order that its kind, global shape, element types and the recipe give. The mesh is never
// looked at.
#include "det/Transforms/Order/Passes.h"

#include "det/Dialect/Det/OrderModel.h"
#include "det/Transforms/Order/Levels.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;

namespace det {

namespace {

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
    auto levels = parseLevels(level.getValue());
    if (!levels) {
      module.emitError() << levels.error().message;
      return signalPassFailure();
    }
    std::string_view compiled = compiledLevel(levels->module);
    if (compiled == "device_to_device" && !values->mma.empty()) {
      module.emitError() << "expected no tensor cores at level device_to_device, got mma = " << values->mma;
      return signalPassFailure();
    }
    if (compiled != levels->module)
      module.emitRemark() << "level " << levels->module << " is compiled as " << StringRef(compiled);

    RecipeAttr attr = fromModel(&getContext(), *values);
    module->setAttr(kRecipeAttr, attr);
    module->setAttr(kLevelAttr, StringAttr::get(&getContext(), StringRef(compiled)));
    module.walk([&](OrderedOpInterface op) {
      if (!op.getFixedOrder())
        op.setFixedOrder(op.getDefaultOrder(attr));
    });
  }

  Option<std::string> recipe{*this, "recipe", llvm::cl::desc("recipe values: k_leaf_min=16,k_leaf_max=16,mma=hopper")};
  Option<std::string> level{*this, "level", llvm::cl::desc("determinism level; those of results (GLOB=LEVEL) are for det-select-levels"), llvm::cl::init("mesh_to_mesh")};
};

} // namespace

std::unique_ptr<Pass> createOrderPass(const OrderOptions &options) { return std::make_unique<OrderPass>(options); }

} // namespace det
