// Reads placements off a partitioned graph.
#include "Placements.h"

#include "det/Dialect/Det/Loops.h"

using namespace mlir;

namespace det {

SmallVector<LayoutAttr, 1> placementsOf(Operation *op) {
  SmallVector<LayoutAttr, 1> layouts;
  if (auto list = op->getAttrOfType<ArrayAttr>(kLayoutsAttr))
    for (Attribute attr : list)
      layouts.push_back(dyn_cast<LayoutAttr>(attr));
  return layouts;
}

LayoutAttr placementOf(func::FuncOp main, Value value) {
  if (WhileOp loop = loopOf(value))
    return placementOf(main, loop.getResult(cast<BlockArgument>(value).getArgNumber()));
  if (auto argument = dyn_cast<BlockArgument>(value))
    return main.getArgAttrOfType<LayoutAttr>(argument.getArgNumber(), kLayoutAttr);
  auto result = cast<OpResult>(value);
  SmallVector<LayoutAttr, 1> layouts = placementsOf(result.getOwner());
  return result.getResultNumber() < layouts.size() ? layouts[result.getResultNumber()] : LayoutAttr();
}

} // namespace det
