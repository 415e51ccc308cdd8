// The pretty forms of the sdy dialect.
#include "OpReader.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/StringMap.h"

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
bool shardingConstraint(OpReader &r) {
  return r.operand() || sharding(r, "sharding") || r.attributes() || r.types();
}

/// `%x group_id=21 : T`.
bool shardingGroup(OpReader &r) {
  return r.operand() || r.integer("group_id", "group_id") || r.attributes() || r.types();
}

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

bool returnForm(OpReader &r) {
  if (failed(r.parser.parseOperandList(r.operands)) || r.attributes())
    return true;
  return !r.operands.empty() && r.typeList(/*withResults=*/false);
}

/// `dense<...> : T`.
bool constant(OpReader &r) {
  Attribute value;
  if (r.attributes() || failed(r.parser.parseAttribute(value)))
    return true;
  auto typed = dyn_cast<TypedAttr>(value);
  if (!typed)
    return failed(r.parser.emitError(r.parser.getNameLoc(), "expected a constant with a type"));
  r.set("value", value);
  r.state.addTypes(typed.getType());
  return false;
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
  return r.operand() || r.key("allowed_direction") ||
         r.enumeration("propagation_direction", "allowed_direction") || r.attributes() || r.types();
}

} // namespace

Form shardyForm(StringRef operation) {
  static const llvm::StringMap<Form> forms = {
      {"sdy.mesh", mesh},
      {"sdy.sharding_constraint", shardingConstraint},
      {"sdy.reshard", shardingConstraint},
      {"sdy.sharding_group", shardingGroup},
      {"sdy.manual_computation", manualComputationForm},
      {"sdy.named_computation", namedComputationForm},
      {"sdy.return", returnForm},
      {"sdy.constant", constant},
      {"sdy.data_flow_edge", dataFlowEdge},
      {"sdy.propagation_barrier", propagationBarrier},
      {"sdy.all_gather", collective},
      {"sdy.all_slice", collective},
      {"sdy.all_to_all", collective},
      {"sdy.collective_permute", collective},
      {"sdy.all_reduce", collective},
      {"sdy.reduce_scatter", collective},
      {"sdy.sharded_to_unreduced", collective},
      {"sdy.replicated_to_unreduced", collective},
  };
  return forms.lookup(operation);
}

} // namespace det::input
