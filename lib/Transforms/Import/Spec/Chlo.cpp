// Operations of chlo, whose results follow from their operands. The StableHLO specification does not describe them.
#include "Spec.h"

using namespace mlir;

namespace det::import::spec {
namespace {

/// Operands and result have one type, of these kinds of elements.
template <unsigned allowed> LogicalResult same(const Spec &s) {
  for (Type type : s.op->getOperandTypes())
    if (failed(s.sameType("", "operands of the result's type", s.out(), type)))
      return failure();
  return s.kind("", "operands", s.out(), allowed);
}

/// A boolean per element.
LogicalResult isInfinite(const Spec &s) {
  if (failed(s.kind("", "operands", s.in(), Float)) ||
      failed(s.sameShape("", "a result of shape", s.shape(), s.out().getShape())))
    return failure();
  return s.kind("", "a result", s.out(), Bool);
}

LogicalResult constantLike(const Spec &s) {
  auto value = dyn_cast_or_null<TypedAttr>(s.op->getAttr("value"));
  if (!value)
    return s.op->emitError() << "'" << s.op->getName() << "' has no readable 'value'";
  if (failed(s.sameType("", "a result of the value's type", value.getType(), s.out().getElementType())))
    return failure();
  return s.sameShape("", "a result of shape", s.shape(), s.out().getShape());
}

/// The shape that operands repeat to: their last dims meet, or the lower rank's dims meet those that `broadcast_dimensions`
/// names; where sizes differ, one of them is 1.
FailureOr<Ints> broadcastShape(const Spec &s) {
  int64_t rank = 0;
  for (unsigned i = 0; i < s.numIn(); ++i)
    rank = std::max(rank, s.in(i).getRank());
  Ints shape(rank, 1);
  for (unsigned i = 0; i < s.numIn(); ++i) {
    int64_t lead = rank - s.in(i).getRank();
    Ints dims = llvm::to_vector(llvm::seq<int64_t>(lead, rank));
    // Of the operand of the lower rank; of operands of one rank, all dims in order.
    if (s.op->hasAttr("broadcast_dimensions")) {
      auto named = s.ints("broadcast_dimensions");
      if (failed(named))
        return failure();
      if (lead > 0 ||
          llvm::all_of(s.op->getOperandTypes(), [&](Type type) { return cast<RankedTensorType>(type).getRank() == rank; }))
        dims = *named;
      if (failed(s.size("", "broadcast_dimensions", dims, s.in(i).getRank())) ||
          failed(s.range("", "broadcast_dimensions", dims, 0, rank)) || failed(s.unique("", "broadcast_dimensions", dims)) ||
          failed(s.sorted("", "broadcast_dimensions", dims)))
        return failure();
    }
    for (auto [dim, size] : llvm::zip_equal(dims, s.shape(i))) {
      if (size != 1 && shape[dim] != 1 && size != shape[dim])
        return s.fail("") << "expected operands that repeat to one shape, got " << s.op->getOperandTypes();
      shape[dim] = shape[dim] == 1 ? size : shape[dim];
    }
  }
  return shape;
}

LogicalResult resultShape(const Spec &s) {
  FailureOr<Ints> shape = broadcastShape(s);
  return failed(shape) ? failure() : s.sameShape("", "a result of shape", *shape, s.out().getShape());
}

LogicalResult operandElements(const Spec &s, unsigned allowed) {
  if (failed(s.kind("", "operands", s.in(0), allowed)))
    return failure();
  return s.sameElement("", "a right side", s.in(0), s.in(1));
}

template <unsigned allowed> LogicalResult broadcasting(const Spec &s) {
  if (failed(operandElements(s, allowed)) || failed(s.sameElement("", "a result", s.in(), s.out())))
    return failure();
  return resultShape(s);
}

LogicalResult broadcastCompare(const Spec &s) {
  StringRef direction = input::word(s.op->getAttr("comparison_direction"));
  if (!llvm::is_contained({"EQ", "NE", "GE", "GT", "LE", "LT"}, direction))
    return s.fail("") << "expected a 'comparison_direction' of EQ, NE, GE, GT, LE, LT, got '" << direction << "'";
  if (failed(operandElements(s, Any)) || failed(s.kind("", "a result", s.out(), Bool)))
    return failure();
  return resultShape(s);
}

LogicalResult broadcastComplex(const Spec &s) {
  if (failed(operandElements(s, Float)) ||
      failed(s.sameType("", "a result of", ComplexType::get(s.in().getElementType()), s.out().getElementType())))
    return failure();
  return resultShape(s);
}

LogicalResult broadcastSelect(const Spec &s) {
  if (failed(s.kind("", "a predicate", s.in(0), Bool)) || failed(s.sameElement("", "a second choice", s.in(1), s.in(2))) ||
      failed(s.sameElement("", "a result", s.in(1), s.out())))
    return failure();
  return resultShape(s);
}

} // namespace

void addChloChecks(Checks &checks) {
  checks.add("chlo.erf chlo.erfc chlo.erf_inv chlo.lgamma chlo.digamma chlo.bessel_i1e", 1, 1, 0, same<Float>);
  checks.add("chlo.acos chlo.acosh chlo.asin chlo.asinh chlo.atan chlo.atanh chlo.cosh chlo.sinh chlo.tan chlo.conj", 1, 1, 0,
             same<FloatOrComplex>);
  checks.add("chlo.square", 1, 1, 0, same<FloatOrComplex>);
  checks.add("chlo.next_after chlo.zeta chlo.polygamma", 2, 1, 0, same<Float>);
  // What its dimension numbers say is checked where they are read.
  checks.add("chlo.ragged_dot", 3, 1, 0, [](const Spec &) { return success(); });
  checks.add("chlo.mulhi", 2, 1, 0, same<Int>);
  checks.add("chlo.is_inf chlo.is_pos_inf chlo.is_neg_inf", 1, 1, 0, isInfinite);
  checks.add("chlo.constant_like", 1, 1, 0, constantLike);
  checks.add("chlo.broadcast_add chlo.broadcast_multiply chlo.broadcast_maximum chlo.broadcast_minimum", 2, 1, 0,
             broadcasting<Any>);
  checks.add("chlo.broadcast_subtract chlo.broadcast_divide chlo.broadcast_remainder chlo.broadcast_power", 2, 1, 0,
             broadcasting<Number>);
  checks.add("chlo.broadcast_and chlo.broadcast_or chlo.broadcast_xor", 2, 1, 0, broadcasting<IntOrBool>);
  checks.add("chlo.broadcast_shift_left chlo.broadcast_shift_right_logical chlo.broadcast_shift_right_arithmetic", 2, 1, 0,
             broadcasting<Int>);
  checks.add("chlo.broadcast_atan2", 2, 1, 0, broadcasting<FloatOrComplex>);
  checks.add("chlo.broadcast_next_after chlo.broadcast_zeta chlo.broadcast_polygamma", 2, 1, 0, broadcasting<Float>);
  checks.add("chlo.broadcast_compare", 2, 1, 0, broadcastCompare);
  checks.add("chlo.broadcast_complex", 2, 1, 0, broadcastComplex);
  checks.add("chlo.broadcast_select", 3, 1, 0, broadcastSelect);
}

} // namespace det::import::spec
