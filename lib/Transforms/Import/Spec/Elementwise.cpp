// Elementwise operations: types alike, and element types for which the operation is defined.
#include "Spec.h"

using namespace mlir;

namespace det::import::spec {
namespace {

/// C1: operands and result have one type. I1: its elements are of these kinds.
template <unsigned allowed> LogicalResult same(const Spec &s) {
  for (Type type : s.op->getOperandTypes())
    if (type != s.out())
      return s.fail("C1") << "expected operands of the result's type " << s.out() << ", got " << type;
  return s.kind("I1", "operands", s.out(), allowed);
}

/// The type of the parts of a complex type; other types as they are.
RankedTensorType partType(RankedTensorType type) {
  auto complex = dyn_cast<ComplexType>(type.getElementType());
  return complex ? type.clone(complex.getElementType()) : type;
}

LogicalResult abs(const Spec &s) {
  if (failed(s.kind("I1", "operands", s.in(), SignedNumber)) ||
      failed(s.sameShape("C1", "a result of shape", s.shape(), s.out().getShape())))
    return failure();
  return s.sameElement("C2", "a result", partType(s.in()), s.out());
}

LogicalResult compare(const Spec &s) {
  if (failed(s.sameElement("C1", "a right side", s.in(0), s.in(1))) ||
      failed(s.sameShape("C2", "a right side of shape", s.shape(0), s.shape(1))) ||
      failed(s.sameShape("C2", "a result of shape", s.shape(0), s.out().getShape())) ||
      failed(s.kind("C2", "a result", s.out(), Bool)))
    return failure();
  StringRef direction = input::word(s.op->getAttr("comparison_direction")), type = input::word(s.op->getAttr("compare_type"));
  if (!llvm::is_contained({"EQ", "NE", "GE", "GT", "LE", "LT"}, direction))
    return s.fail("I3") << "expected a 'comparison_direction' of EQ, NE, GE, GT, LE, LT, got '" << direction << "'";
  if (!llvm::is_contained({"", "NOTYPE", "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED"}, type))
    return s.fail("I4") << "expected a 'compare_type' of FLOAT, TOTALORDER, SIGNED, UNSIGNED, got '" << type << "'";
  unsigned kind = kindOf(s.in().getElementType());
  bool fits = type.empty() || type == "NOTYPE" || (type == "FLOAT" && (kind & FloatOrComplex)) ||
              (type == "TOTALORDER" && kind == Float) || (type == "UNSIGNED" && (kind & (Bool | Unsigned))) ||
              (type == "SIGNED" && kind == Signed);
  if (!fits)
    return s.fail("C3") << "expected a 'compare_type' that fits " << s.in().getElementType() << ", got " << type;
  return success();
}

LogicalResult select(const Spec &s) {
  if (failed(s.kind("I1", "a predicate", s.in(0), Bool)))
    return failure();
  if (s.in(0).getRank() != 0 && failed(s.sameShape("C1", "a predicate of rank 0 or shape", s.shape(1), s.shape(0))))
    return failure();
  if (failed(s.sameType("C2", "a second choice of type", s.in(1), s.in(2))))
    return failure();
  return s.sameType("C2", "a result of type", s.in(1), s.out());
}

LogicalResult clamp(const Spec &s) {
  for (unsigned i : {0, 2}) {
    StringRef label = i ? "C2" : "C1";
    if (s.in(i).getRank() != 0 && failed(s.sameShape(label, "a bound of rank 0 or shape", s.shape(1), s.shape(i))))
      return failure();
    if (failed(s.sameElement("C3", "bounds", s.in(1), s.in(i))))
      return failure();
  }
  return s.sameType("C4", "a result of type", s.in(1), s.out());
}

LogicalResult convert(const Spec &s) { return s.sameShape("C1", "a result of shape", s.shape(), s.out().getShape()); }

LogicalResult isFinite(const Spec &s) {
  if (failed(s.kind("I1", "operands", s.in(), Float)) ||
      failed(s.sameShape("C1", "a result of shape", s.shape(), s.out().getShape())))
    return failure();
  return s.kind("O1", "a result", s.out(), Bool);
}

LogicalResult complexParts(const Spec &s) {
  if (failed(s.kind("I1", "operands", s.in(), FloatOrComplex)) ||
      failed(s.sameShape("C1", "a result of shape", s.shape(), s.out().getShape())))
    return failure();
  return s.sameElement("C2", "a result", partType(s.in()), s.out());
}

LogicalResult makeComplex(const Spec &s) {
  for (unsigned i : {0, 1})
    if (Type element = s.in(i).getElementType(); !element.isF32() && !element.isF64())
      return s.fail(i ? "I2" : "I1") << "expected parts of f32 or f64, got " << element;
  if (failed(s.sameType("C1", "an imaginary part of type", s.in(0), s.in(1))) ||
      failed(s.sameShape("C2", "a result of shape", s.shape(), s.out().getShape())))
    return failure();
  return s.sameType("C3", "a result of type", s.in().clone(ComplexType::get(s.in().getElementType())), s.out());
}

LogicalResult reducePrecision(const Spec &s) {
  FailureOr<int64_t> exponent = s.integer("exponent_bits"), mantissa = s.integer("mantissa_bits");
  if (failed(exponent) || failed(mantissa) || failed(s.kind("I1", "operands", s.in(), Float)) ||
      failed(s.sameType("C1", "a result of type", s.in(), s.out())))
    return failure();
  if (*exponent < 1)
    return s.fail("C2") << "expected 'exponent_bits' of at least 1, got " << *exponent;
  if (*mantissa < 0)
    return s.fail("C3") << "expected 'mantissa_bits' of at least 0, got " << *mantissa;
  return success();
}

} // namespace

void addElementwiseChecks(Checks &checks) {
  checks.add("abs", 1, 1, 0, abs);
  checks.add("negate", 1, 1, 0, same<Number>);
  checks.add("sign", 1, 1, 0, same<SignedNumber>);
  checks.add("not", 1, 1, 0, same<IntOrBool>);
  checks.add("popcnt count_leading_zeros", 1, 1, 0, same<Int>);
  checks.add("floor ceil round_nearest_even round_nearest_afz", 1, 1, 0, same<Float>);
  checks.add("cbrt cosine exponential exponential_minus_one log log_plus_one logistic rsqrt sine sqrt tan tanh", 1, 1, 0,
             same<FloatOrComplex>);
  checks.add("erf", 1, 1, 0, same<Float>);
  checks.add("acos acosh asin asinh atan atanh cosh sinh", 1, 1, 0, same<FloatOrComplex>);
  checks.add("add multiply maximum minimum", 2, 1, 0, same<Any>);
  checks.add("subtract divide remainder power", 2, 1, 0, same<Number>);
  checks.add("atan2", 2, 1, 0, same<FloatOrComplex>);
  checks.add("and or xor", 2, 1, 0, same<IntOrBool>);
  checks.add("shift_left shift_right_arithmetic shift_right_logical", 2, 1, 0, same<Int>);
  checks.add("compare", 2, 1, 0, compare);
  checks.add("select", 3, 1, 0, select);
  checks.add("clamp", 3, 1, 0, clamp);
  checks.add("convert", 1, 1, 0, convert);
  checks.add("is_finite", 1, 1, 0, isFinite);
  checks.add("real imag", 1, 1, 0, complexParts);
  checks.add("complex", 2, 1, 0, makeComplex);
  checks.add("reduce_precision", 1, 1, 0, reducePrecision);
}

} // namespace det::import::spec
