// The table of all op families.
#include "Lowerings.h"

using namespace mlir;

namespace det::plan {

const LoweringTable &lowerings() {
  static const LoweringTable table = [] {
    LoweringTable table;
    addMovementLowerings(table);
    addAssemblyLowerings(table);
    addConstantLowerings(table);
    addProductLowerings(table);
    addConvolutionLowerings(table);
    addRegionLowerings(table);
    addIndexedLowerings(table);
    addSortLowerings(table);
    addGenericLowerings(table);
    addWindowLowerings(table);
    addPlacementLowerings(table);
    addLoopLowerings(table);
    return table;
  }();
  return table;
}

std::optional<View> wantedByConsumers(Value value, const View &stored, ProgramBuilder &builder) {
  // Use lists run backwards through the program.
  SmallVector<OpOperand *> uses;
  for (OpOperand &use : value.getUses())
    if (use.getOwner()->getBlock() == value.getParentBlock()) // what a loop reads may lie anyhow
      uses.push_back(&use);
  llvm::sort(uses, [](OpOperand *a, OpOperand *b) {
    if (a->getOwner() == b->getOwner())
      return a->getOperandNumber() < b->getOperandNumber();
    return a->getOwner()->isBeforeInBlock(b->getOwner());
  });
  for (OpOperand *use : uses) {
    auto found = lowerings().find(use->getOwner()->getName().getStringRef());
    if (found == lowerings().end() || !found->second.wanted)
      continue;
    if (std::optional<View> wanted = found->second.wanted(*use, stored, builder))
      return wanted;
  }
  return std::nullopt;
}

} // namespace det::plan
