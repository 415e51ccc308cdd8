// Operations that choose or repeat regions, and operations that are the identity.
#include "Spec.h"

using namespace mlir;

namespace det::import::spec {
namespace {

LogicalResult ifOp(const Spec &s) {
  if (failed(s.scalar("I1", "a predicate", s.in(), Bool)))
    return failure();
  if (failed(s.region("C3", 0, {}, s.op->getResultTypes())))
    return failure();
  return s.region("C3", 1, {}, s.op->getResultTypes());
}

LogicalResult caseOp(const Spec &s) {
  if (failed(s.scalar("I1", "an index", s.in(), Int)))
    return failure();
  if (s.op->getNumRegions() == 0)
    return s.fail("C1") << "expected at least one branch";
  for (unsigned i = 0; i < s.op->getNumRegions(); ++i)
    if (failed(s.region(i ? "C3" : "C4", i, {}, s.op->getResultTypes())))
      return failure();
  return success();
}

LogicalResult whileOp(const Spec &s) {
  TypeRange carried = s.op->getOperandTypes();
  if (failed(s.region("C1", 0, carried, RankedTensorType::get({}, IntegerType::get(s.op->getContext(), 1)))) ||
      failed(s.region("C2", 1, carried, carried)))
    return failure();
  if (carried != TypeRange(s.op->getResultTypes()))
    return s.fail("C3") << "expected results of the operands' types";
  return success();
}

LogicalResult identity(const Spec &s) {
  if (TypeRange(s.op->getOperandTypes()) != TypeRange(s.op->getResultTypes()))
    return s.fail("C1") << "expected results of the operands' types";
  return success();
}

LogicalResult composite(const Spec &s) {
  if (!s.op->getAttrOfType<SymbolRefAttr>("decomposition"))
    return s.op->emitError() << "'" << s.op->getName() << "' has no readable 'decomposition'";
  // A namespace and a name, as of an operation.
  auto name = s.op->getAttrOfType<StringAttr>("name");
  if (!name || !name.getValue().contains('.'))
    return s.fail("C1") << "expected a 'name' of the form \"namespace.operation\"";
  return success();
}

} // namespace

void addControlChecks(Checks &checks) {
  checks.add("if", 1, -1, 2, ifOp);
  checks.add("case", 1, -1, -1, caseOp);
  checks.add("while", -1, -1, 2, whileOp);
  checks.add("optimization_barrier", -1, -1, 0, identity);
  checks.add("sdy.sharding_constraint sdy.reshard sdy.propagation_barrier sdy.data_flow_edge sdy.all_gather sdy.all_slice "
             "sdy.all_to_all "
             "sdy.collective_permute sdy.all_reduce sdy.reduce_scatter sdy.sharded_to_unreduced sdy.replicated_to_unreduced",
             1, 1, 0, identity);
  checks.add("composite", -1, -1, -1, composite);
}

} // namespace det::import::spec
