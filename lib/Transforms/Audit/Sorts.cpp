// Sorts and selections: who comes first among equals.
#include "Visit.h"

using namespace mlir;

namespace det::audit {
namespace {

/// True if unequal elements never count as equal: the two elements themselves are compared, in a total order.
bool comparesElements(Region &comparator) {
  Operation *end = import::regionReturn(comparator);
  Operation *compare = end && end->getNumOperands() == 1 ? end->getOperand(0).getDefiningOp() : nullptr;
  if (!compare || inputName(compare) != "compare" || !llvm::all_of(compare->getOperands(), llvm::IsaPred<BlockArgument>) ||
      compare->getOperand(0) == compare->getOperand(1))
    return false;
  return !rounds(compare->getOperand(0).getType()) || input::word(compare->getAttr("compare_type")) == "TOTALORDER";
}

/// Equal keys matter where something travels with them, and where unequal elements have equal keys: zeros of both signs, say.
void sort(Visit &v) {
  auto isStable = v.op->getAttrOfType<BoolAttr>("is_stable");
  if (isStable && isStable.getValue())
    return;
  if (v.op->getNumOperands() > 1)
    v.report("unstable-sort", std::to_string(v.op->getNumOperands()) + " operands");
  else if (v.op->getNumRegions() != 1 || !comparesElements(v.op->getRegion(0)))
    v.report("unstable-sort", "by a key that unequal elements may share");
}

void topK(Visit &v) {
  auto isStable = v.op->getAttrOfType<BoolAttr>("is_stable");
  if (!(isStable && isStable.getValue()))
    v.report("top-k-tie");
}

} // namespace

void addSortHazards(Handlers &handlers) {
  handlers.add("sort", sort);
  handlers.add("chlo.top_k topk", topK);
}

} // namespace det::audit
