// Operations that choose or repeat regions, operations that are the identity, and values that are no tensors.
#include "Spec.h"

using namespace mlir;

namespace det::import::spec {
namespace {

/// One of several regions gives the results. `labels`: of a region's arguments, of regions that differ, of the results.
LogicalResult branches(const Spec &s, StringRef inputs, StringRef same, StringRef results) {
  FailureOr<TypeRange> first = s.returned(results, 0);
  if (failed(first))
    return failure();
  for (unsigned i = 0; i < s.op->getNumRegions(); ++i) {
    FailureOr<TypeRange> got = s.returned(i ? same : results, i);
    if (failed(got))
      return failure();
    if (unsigned count = s.op->getRegion(i).getNumArguments())
      return s.fail(inputs) << "expected branch " << i << " without arguments, got " << count;
    if (*got != *first)
      return s.fail(same) << "expected branch " << i << " to return (" << *first << ") like branch 0, got (" << *got << ")";
  }
  if (*first != TypeRange(s.op->getResultTypes()))
    return s.fail(results) << "expected results (" << *first << ") as the branches return, got (" << s.op->getResultTypes()
                           << ")";
  return success();
}

LogicalResult ifOp(const Spec &s) {
  Type scalar = RankedTensorType::get({}, IntegerType::get(s.op->getContext(), 1));
  if (failed(s.sameType("I1", "a predicate of type", scalar, s.op->getOperand(0).getType())))
    return failure();
  return branches(s, "C1", "C2", "C3");
}

LogicalResult caseOp(const Spec &s) {
  Type scalar = RankedTensorType::get({}, IntegerType::get(s.op->getContext(), 32));
  if (failed(s.sameType("I1", "an index of type", scalar, s.op->getOperand(0).getType())))
    return failure();
  if (s.op->getNumRegions() == 0)
    return s.fail("C1") << "expected at least one branch";
  return branches(s, "C2", "C3", "C4");
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

/// C2 to C4, of the decomposition, are checked where it is inlined.
LogicalResult composite(const Spec &s) {
  if (!s.op->getAttrOfType<SymbolRefAttr>("decomposition"))
    return s.op->emitError() << "'" << s.op->getName() << "' has no readable 'decomposition'";
  // A namespace and a name, as of an operation.
  auto name = s.op->getAttrOfType<StringAttr>("name");
  auto [space, rest] = name ? name.getValue().split('.') : std::pair<StringRef, StringRef>();
  if (space.empty() || rest.empty())
    return s.fail("C1") << "expected a 'name' of the form \"namespace.operation\"";
  return success();
}

LogicalResult tuple(const Spec &s) {
  return s.sameType("C1", "a result of type", TupleType::get(s.op->getContext(), s.op->getOperandTypes()),
                    s.op->getResult(0).getType());
}

LogicalResult getTupleElement(const Spec &s) {
  auto parts = dyn_cast<TupleType>(s.op->getOperand(0).getType());
  FailureOr<int64_t> index = s.integer("index");
  if (failed(index))
    return failure();
  if (!parts)
    return s.fail("I1") << "expected a tuple, got " << s.op->getOperand(0).getType();
  if (failed(s.range("C1", "index", *index, 0, int64_t(parts.size()))))
    return failure();
  return s.sameType("C2", "a result of type", parts.getType(*index), s.op->getResult(0).getType());
}

LogicalResult token(const Spec &s) {
  for (Type type : s.op->getOperandTypes())
    if (!isToken(type))
      return s.fail("I1") << "expected tokens, got " << type;
  if (!isToken(s.op->getResult(0).getType()))
    return s.fail("O1") << "expected a token as result, got " << s.op->getResult(0).getType();
  return success();
}

} // namespace

void addControlChecks(Checks &checks) {
  checks.add("if", 1, -1, 2, ifOp, /*tensors=*/false);
  checks.add("case", 1, -1, -1, caseOp, /*tensors=*/false);
  checks.add("while", -1, -1, 2, whileOp, /*tensors=*/false);
  checks.add("optimization_barrier", -1, -1, 0, identity, /*tensors=*/false);
  checks.add("sdy.sharding_constraint sdy.reshard sdy.propagation_barrier sdy.data_flow_edge sdy.all_gather sdy.all_slice "
             "sdy.all_to_all "
             "sdy.collective_permute sdy.all_reduce sdy.reduce_scatter sdy.sharded_to_unreduced sdy.replicated_to_unreduced",
             1, 1, 0, identity);
  checks.add("composite", -1, -1, -1, composite, /*tensors=*/false);
  checks.add("tuple", -1, 1, 0, tuple, /*tensors=*/false);
  checks.add("get_tuple_element", 1, 1, 0, getTupleElement, /*tensors=*/false);
  checks.add("after_all", -1, 1, 0, token, /*tensors=*/false);
  checks.add("create_token", 0, 1, 0, token, /*tensors=*/false);
}

} // namespace det::import::spec
