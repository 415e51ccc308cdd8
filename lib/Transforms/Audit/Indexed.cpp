// Scatters: updates that may meet at one element.
#include "Body.h"
#include "Visit.h"

using namespace mlir;

namespace det::audit {
namespace {

/// The number of places that may meet: index vectors, those of different batches apart.
int64_t countPlaces(Visit &v, unsigned inputs) {
  auto dims = input::Fields::read(v.op->getAttr("scatter_dimension_numbers"), "scatter");
  RankedTensorType indices = v.in(inputs);
  if (!dims || !indices)
    return kUnknown;
  Ints sizes, batching = dims->list("scatter_indices_batching_dims");
  for (int64_t dim = 0; dim < indices.getRank(); ++dim)
    if (dim != dims->value("index_vector_dim") && !llvm::is_contained(batching, dim))
      sizes.push_back(v.size(inputs, dim));
  return product(sizes);
}

/// The path of a gradient, as JAX writes it.
bool isInBackwardPass(Operation *op) {
  bool found = false;
  op->getLoc()->walk([&](Location loc) {
    if (auto name = dyn_cast<NameLoc>(loc))
      found |= name.getName().getValue().contains("transpose(");
    return WalkResult::advance();
  });
  return found;
}

void scatter(Visit &v) {
  unsigned operands = v.op->getNumOperands(), inputs = operands / 2;
  auto isUnique = v.op->getAttrOfType<BoolAttr>("unique_indices");
  if (v.op->getNumRegions() != 1 || operands != 2 * inputs + 1 || (isUnique && isUnique.getValue()))
    return;
  int64_t places = countPlaces(v, inputs);
  if (places == 0 || places == 1)
    return;
  std::string detail = places == kUnknown ? "an unknown number of updates" : std::to_string(places) + " updates";
  if (isInBackwardPass(v.op))
    detail += ", a gradient";
  switch (bodyOf(v.op->getRegion(0))) {
  case Body::Free:
    return;
  case Body::Rounds:
    return v.report("scatter-sum", detail);
  case Body::Picks:
    return v.report("tie", detail);
  case Body::Overwrites:
    return v.report("scatter-overwrite", detail);
  }
}

} // namespace

void addIndexedHazards(Handlers &handlers) {
  handlers.add("scatter", scatter);
  handlers.addHarmless("gather dynamic_gather torch_index_select dynamic_slice dynamic_update_slice");
}

} // namespace det::audit
