// The pretty forms of the sdy dialect.
#include "OpReader.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;

namespace det::input {
namespace {

/// `<...>`, stored as `#sdy.sharding<...>`.
bool sharding(OpReader &r, StringRef name) {
  StringRef text;
  if (r.balanced(text))
    return true;
  r.set(name, r.opaque("sharding" + text));
  return false;
}

/// `@name = <["x"=2]>`.
bool mesh(OpReader &r) {
  StringAttr name;
  StringRef text;
  if (failed(r.parser.parseSymbolName(name)) || failed(r.parser.parseEqual()) || r.balanced(text))
    return true;
  r.set(SymbolTable::getSymbolAttrName(), name);
  r.set("mesh", r.opaque("mesh" + text));
  return r.attributes();
}

/// `%x <@mesh, [..]> : T`.
bool shardingConstraint(OpReader &r) { return r.operand() || sharding(r, "sharding") || r.attributes() || r.types(); }

/// `%x group_id=21 : T`.
bool shardingGroup(OpReader &r) { return r.operand() || r.integer("group_id", "group_id") || r.attributes() || r.types(); }

/// `[op] AXES %x out_sharding=<..> : T`: the collectives that Shardy's own passes insert.
bool collective(OpReader &r) {
  StringRef kind, axes;
  if (succeeded(r.parser.parseOptionalKeyword(&kind)))
    r.set("reduction", r.parser.getBuilder().getStringAttr(kind));
  OpAsmParser::UnresolvedOperand operand;
  OptionalParseResult plain = r.parser.parseOptionalOperand(operand);
  if (plain.has_value()) { // collective_permute has no axes
    if (failed(*plain))
      return true;
    r.operands.push_back(operand);
  } else {
    if (r.balanced(axes) || r.operand())
      return true;
    r.set("axes", r.opaque("axes" + axes));
  }
  return r.key("out_sharding") || sharding(r, "out_sharding") || r.attributes() || r.types();
}

/// `%x [sharding=<..>] : T`.
bool dataFlowEdge(OpReader &r) {
  if (r.operand())
    return true;
  if (r.optionalWord("sharding") && (failed(r.parser.parseEqual()) || sharding(r, "sharding")))
    return true;
  return r.attributes() || r.types();
}

/// `%x allowed_direction=NONE : T`.
bool propagationBarrier(OpReader &r) {
  return r.operand() || r.key("allowed_direction") || r.enumeration("propagation_direction", "allowed_direction") ||
         r.attributes() || r.types();
}

const FormEntry shardy[] = {
    {"mesh", mesh},
    {"sharding_constraint reshard", shardingConstraint},
    {"sharding_group", shardingGroup},
    {"manual_computation", manualComputationForm},
    {"named_computation", namedComputationForm},
    {"return", returnForm},
    {"constant", constantForm},
    {"data_flow_edge", dataFlowEdge},
    {"propagation_barrier", propagationBarrier},
    {"all_gather all_slice all_to_all collective_permute all_reduce reduce_scatter sharded_to_unreduced "
     "replicated_to_unreduced",
     collective},
};

} // namespace

void addShardyForms(FormTable &table) { addForms(table, "sdy", shardy); }

} // namespace det::input
