// Sorts and selections: who comes first among equals.
#include "Visit.h"

using namespace mlir;

namespace det::audit {
namespace {

/// Equal keys matter where something travels with them.
void sort(Visit &v) {
  auto isStable = v.op->getAttrOfType<BoolAttr>("is_stable");
  if (v.op->getNumOperands() > 1 && !(isStable && isStable.getValue()))
    v.report("unstable-sort", std::to_string(v.op->getNumOperands()) + " operands");
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
