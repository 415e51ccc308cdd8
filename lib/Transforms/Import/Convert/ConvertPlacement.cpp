// Operations that are the identity on values: sharding constraints and barriers.
#include "Converters.h"

using namespace mlir;

namespace det::import {
namespace {

/// The operand under the sharding that an attribute states.
LogicalResult constrain(const Conversion &c, StringRef attribute) {
  auto sharding = c.meshes.convert(c.op->getAttr(attribute), c.type().getRank(), c.loc(),
                                   ("'" + c.op->getName().getStringRef() + "'").str());
  if (failed(sharding))
    return failure();
  if (c.type().getRank() == 0)
    return c.replace(c.operand());
  return c.replace(ShardingConstraintOp::create(c.b, c.loc(), c.operand(), *sharding).getResult());
}

LogicalResult shardingConstraint(const Conversion &c) { return constrain(c, "sharding"); }

/// Barriers stand against optimisations that are not made here.
LogicalResult identity(const Conversion &c) {
  if (c.op->getOperandTypes() != c.op->getResultTypes())
    return c.op->emitError() << "'" << c.op->getName() << "' expected results of the operands' types";
  return c.replace(c.op->getOperands());
}

/// Says that values should be sharded alike: a hint on placement alone.
LogicalResult shardingGroup(const Conversion &c) { return c.replace(ValueRange()); }

/// What Shardy's own passes write where values move: the value is the same, in another sharding.
LogicalResult placed(const Conversion &c) { return constrain(c, "out_sharding"); }

LogicalResult customCall(const Conversion &c) { return refuseCustomCall(c.op); }

} // namespace

void addPlacementConversions(Conversions &table) {
  table.add("sdy.sharding_constraint sdy.reshard", 1, shardingConstraint);
  table.add("optimization_barrier", -1, identity);
  table.add("sdy.propagation_barrier sdy.data_flow_edge", 1, identity);
  table.add("sdy.all_gather sdy.all_slice sdy.all_to_all sdy.collective_permute sdy.all_reduce sdy.reduce_scatter "
            "sdy.sharded_to_unreduced sdy.replicated_to_unreduced",
            1, placed);
  table.add("sdy.sharding_group", 1, shardingGroup);
  table.add("custom_call", -1, customCall);
}

} // namespace det::import
