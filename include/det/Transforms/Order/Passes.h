// The order phase: fixes one evaluation order per op, from op kinds, global shapes, element types and the recipe alone.
#ifndef DET_TRANSFORMS_ORDER_PASSES_H
#define DET_TRANSFORMS_ORDER_PASSES_H

#include "mlir/Pass/Pass.h"
#include <memory>
#include <string>

namespace det {

/// What `det-order` is told.
struct OrderOptions {
  /// Recipe values that differ from the defaults: "k_leaf_min=16,k_leaf_max=16,mma=hopper".
  std::string recipe;
  /// not_guaranteed, run_to_run (compiled as mesh_to_mesh), mesh_to_mesh or device_to_device, and levels of results, which
  /// det-select-levels takes: "mesh_to_mesh,loss=not_guaranteed" (Levels.h).
  std::string level = "mesh_to_mesh";
};

/// `det-order`: sets `det.recipe` and `det.level` on the module and `#det.order` on every op with OrderedOpInterface.
/// An order that an op already has stays. Fails on a recipe or a level that does not exist.
std::unique_ptr<mlir::Pass> createOrderPass(const OrderOptions &options = {});

/// `det-select-levels`, behind det-order: sets `det.level` on the ops with orders on which only results depend that `level` names, and
/// `det.below`, which says for whom and why. Fails on a level that is above the module's, on a glob that matches no result or frees
/// nothing, on state, and on a result whose first sums another result or state takes too.
std::unique_ptr<mlir::Pass> createSelectLevelsPass(const OrderOptions &options = {});

/// `det-verify-ordered`: the gate behind the order phase. Fails on an op with OrderedOpInterface that has no order, or
/// one that is not an order of its box.
std::unique_ptr<mlir::Pass> createVerifyOrderedPass();

/// Registers them.
void registerOrderPasses();

} // namespace det

#endif // DET_TRANSFORMS_ORDER_PASSES_H
