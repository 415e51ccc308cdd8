// What ranks do together: sums over them, and what a rank knows of its place.
#include "Body.h"
#include "Visit.h"

using namespace mlir;

namespace det::audit {
namespace {

/// `in groups of 4`, if the text lists groups of one size.
std::string groupText(Operation *op) {
  auto groups = op->getAttrOfType<DenseElementsAttr>("replica_groups");
  auto type = groups ? dyn_cast<RankedTensorType>(groups.getType()) : RankedTensorType();
  if (type && type.getRank() == 2)
    return "in groups of " + std::to_string(type.getDimSize(1));
  auto axes = input::readGroupAxes(op->getAttr("replica_groups"));
  std::string names;
  if (axes)
    for (const input::AxisRef &axis : axes->axes)
      names += (names.empty() ? "over " : ", ") + axis.name;
  return names;
}

bool isAlone(Operation *op) {
  auto groups = op->getAttrOfType<DenseElementsAttr>("replica_groups");
  auto type = groups ? dyn_cast<RankedTensorType>(groups.getType()) : RankedTensorType();
  return type && type.getRank() == 2 && type.getDimSize(1) == 1;
}

void allReduce(Visit &v) {
  if (v.op->getNumRegions() == 1 && !isAlone(v.op) && bodyOf(v.op->getRegion(0)) == Body::Rounds)
    v.report("collective-sum", groupText(v.op));
}

/// An older name, always a sum.
void crossReplicaSum(Visit &v) {
  if (v.outRounds() && !isAlone(v.op))
    v.report("collective-sum", groupText(v.op));
}

/// What Shardy's own passes print; the reduction is a sum unless it is named.
void shardyReduce(Visit &v) {
  auto reduction = v.op->getAttrOfType<StringAttr>("reduction");
  std::string kind = reduction ? reduction.getValue().lower() : "sum";
  if (v.outRounds() && kind != "max" && kind != "min")
    v.report("collective-sum", "over mesh axes");
}

void rankNumber(Visit &v) { v.report("rank-number"); }

} // namespace

void addCollectiveHazards(Handlers &handlers) {
  handlers.add("all_reduce reduce_scatter", allReduce);
  handlers.add("cross-replica-sum", crossReplicaSum);
  handlers.add("sdy.all_reduce sdy.reduce_scatter", shardyReduce);
  handlers.add("partition_id replica_id", rankNumber);
  handlers.addHarmless("all_gather all_to_all collective_broadcast collective_permute sdy.all_gather sdy.all_slice sdy.all_to_all "
                       "sdy.collective_permute sdy.sharded_to_unreduced sdy.replicated_to_unreduced");
}

} // namespace det::audit
