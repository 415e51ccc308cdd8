// Products, solvers and transforms: dot_general, dot, cholesky, triangular_solve, fft.
#include "Spec.h"

using namespace mlir;

namespace det::import::spec {
namespace {

/// Products may widen: f8 x f8 -> f32, i8 x i8 -> i32, i8 x i8 -> f32. Operands are of one kind.
LogicalResult elementTypes(const Spec &s, StringRef label) {
  unsigned left = kindOf(s.in(0).getElementType()), right = kindOf(s.in(1).getElementType()),
           result = kindOf(s.out().getElementType());
  // Booleans may be multiplied with integers and into them.
  auto merged = [](unsigned kind) { return (kind & IntOrBool) ? unsigned(Int) : kind; };
  if (merged(left) == merged(right) && (merged(left) == merged(result) || ((left & IntOrBool) && result == Float)))
    return success();
  return s.fail(label) << "expected operands and result of one kind of elements, got " << s.in(0).getElementType() << ", "
                       << s.in(1).getElementType() << " and " << s.out().getElementType();
}

/// What a named algorithm must be; `DEFAULT` precision leaves the choice to it.
LogicalResult algorithm(const Spec &s) {
  Attribute attribute = s.op->getAttr("algorithm");
  if (!attribute)
    return success();
  auto fields = input::Fields::read(attribute, "dot_algorithm", /*withWords=*/true);
  if (!fields)
    return s.op->emitError() << "'" << s.op->getName() << "' has no readable 'algorithm'";
  if (auto config = s.op->getAttrOfType<ArrayAttr>("precision_config"))
    for (Attribute value : config)
      if (input::word(value) != "DEFAULT")
        return s.fail("C21") << "expected precisions of DEFAULT beside an 'algorithm', got " << input::word(value);
  for (auto [label, name] : {std::pair("C22", "lhs_component_count"), std::pair("C23", "rhs_component_count"),
                             std::pair("C24", "num_primitive_operations")})
    if (failed(s.atLeast(label, name, fields->value(name), 1)))
      return failure();
  return success();
}

LogicalResult dotGeneral(const Spec &s) {
  auto fields = s.fields("dot_dimension_numbers", "dot");
  if (failed(fields))
    return failure();
  Ints lhsBatch = fields->list("lhs_batching_dimensions"), rhsBatch = fields->list("rhs_batching_dimensions"),
       lhsContract = fields->list("lhs_contracting_dimensions"), rhsContract = fields->list("rhs_contracting_dimensions");
  if (failed(s.size("C1", "rhs_batching_dimensions", rhsBatch, lhsBatch.size())) ||
      failed(s.size("C2", "rhs_contracting_dimensions", rhsContract, lhsContract.size())))
    return failure();
  Ints lhsAll = lhsBatch, rhsAll = rhsBatch;
  llvm::append_range(lhsAll, lhsContract);
  llvm::append_range(rhsAll, rhsContract);
  if (failed(s.unique("C3", "lhs batching and contracting dimensions", lhsAll)) ||
      failed(s.unique("C4", "rhs batching and contracting dimensions", rhsAll)) ||
      failed(s.range("C5", "lhs_batching_dimensions", lhsBatch, 0, s.in(0).getRank())) ||
      failed(s.range("C6", "lhs_contracting_dimensions", lhsContract, 0, s.in(0).getRank())) ||
      failed(s.range("C7", "rhs_batching_dimensions", rhsBatch, 0, s.in(1).getRank())) ||
      failed(s.range("C8", "rhs_contracting_dimensions", rhsContract, 0, s.in(1).getRank())))
    return failure();
  Ints expected;
  for (auto [l, r] : llvm::zip_equal(lhsBatch, rhsBatch)) {
    if (s.shape(0)[l] != s.shape(1)[r])
      return s.fail("C9") << "expected batching dims of equal size, got " << s.shape(0)[l] << " and " << s.shape(1)[r];
    expected.push_back(s.shape(0)[l]);
  }
  for (auto [l, r] : llvm::zip_equal(lhsContract, rhsContract))
    if (s.shape(0)[l] != s.shape(1)[r])
      return s.fail("C10") << "expected contracting dims of equal size, got " << s.shape(0)[l] << " and " << s.shape(1)[r];
  for (auto [side, used] : {std::pair(0, &lhsAll), std::pair(1, &rhsAll)})
    for (auto [i, size] : llvm::enumerate(s.shape(side)))
      if (!llvm::is_contained(*used, int64_t(i)))
        expected.push_back(size);
  if (failed(s.precision("C11")) || failed(s.sameShape("C12", "a result of shape", expected, s.out().getShape())))
    return failure();
  return failed(elementTypes(s, "C13")) ? failure() : algorithm(s);
}

/// The older product: the last dim of the left side with the first of the right one.
LogicalResult dot(const Spec &s) {
  for (unsigned i : {0, 1})
    if (s.in(i).getRank() < 1 || s.in(i).getRank() > 2)
      return s.fail("") << "expected operands of rank 1 or 2, got " << s.in(i);
  if (s.shape(0).back() != s.shape(1).front())
    return s.fail("") << "expected contracting dims of equal size, got " << s.shape(0).back() << " and " << s.shape(1).front();
  Ints expected(s.shape(0).drop_back());
  llvm::append_range(expected, s.shape(1).drop_front());
  if (failed(s.precision("")) || failed(s.sameShape("", "a result of shape", expected, s.out().getShape())))
    return failure();
  return elementTypes(s, "");
}

LogicalResult squares(const Spec &s, StringRef rankLabel, StringRef dimsLabel) {
  if (s.in().getRank() < 2)
    return s.fail(rankLabel) << "expected an operand of rank 2 or more, got " << s.in();
  if (s.shape().back() != s.shape().drop_back().back())
    return s.fail(dimsLabel) << "expected square matrices, got " << s.in();
  return success();
}

LogicalResult cholesky(const Spec &s) {
  if (failed(s.kind("I1", "an operand", s.in(), FloatOrComplex)) || failed(s.sameType("C1", "a result of type", s.in(), s.out())))
    return failure();
  return squares(s, "C2", "C3");
}

LogicalResult triangularSolve(const Spec &s) {
  StringRef transpose = input::word(s.op->getAttr("transpose_a"));
  if (!llvm::is_contained({"NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"}, transpose))
    return s.fail("I6") << "expected a 'transpose_a' of NO_TRANSPOSE, TRANSPOSE or ADJOINT, got '" << transpose << "'";
  if (failed(s.kind("I1", "a matrix", s.in(0), FloatOrComplex)) ||
      failed(s.kind("I2", "a right side", s.in(1), FloatOrComplex)) ||
      failed(s.sameElement("C1", "a right side", s.in(0), s.in(1))) || failed(squares(s, "C2", "C3")))
    return failure();
  if (s.in(1).getRank() != s.in(0).getRank())
    return s.fail("C2") << "expected operands of one rank, got " << s.in(0) << " and " << s.in(1);
  if (failed(s.sameShape("C3", "batch dims", s.shape(0).drop_back(2), s.shape(1).drop_back(2))))
    return failure();
  auto left = s.op->getAttrOfType<BoolAttr>("left_side");
  int64_t rows = left && !left.getValue() ? s.shape(1).back() : s.shape(1).drop_back().back();
  if (rows != s.shape(0).back())
    return s.fail("C3") << "expected a right side of " << s.shape(0).back() << " equations, got " << rows;
  return s.sameType("C4", "a result of type", s.in(1), s.out());
}

/// The transform runs over the last dims, of which a real side has `fft_length` elements.
LogicalResult fft(const Spec &s) {
  StringRef type = input::word(s.op->getAttr("fft_type"));
  if (!llvm::is_contained({"FFT", "IFFT", "RFFT", "IRFFT"}, type))
    return s.fail("I2") << "expected an 'fft_type' of FFT, IFFT, RFFT or IRFFT, got '" << type << "'";
  auto length = s.ints("fft_length");
  if (failed(length) || failed(s.kind("I1", "an operand", s.in(), FloatOrComplex)))
    return failure();
  int64_t rank = s.in().getRank(), dims = length->size();
  if (dims > rank)
    return s.fail("C1") << "expected 'fft_length' of at most " << rank << " numbers, got " << list(*length);
  // The result's elements, by what the operand has.
  Type from = s.in().getElementType(), complex = type == "RFFT" && isa<FloatType>(from) ? ComplexType::get(from) : Type();
  if (auto parts = dyn_cast<ComplexType>(from); parts && type != "RFFT")
    complex = type == "IRFFT" ? parts.getElementType() : from;
  if (!complex || complex != s.out().getElementType())
    return s.fail("C2") << "expected operand and result of elements that fit " << type << ", got " << s.in() << " and "
                        << s.out();
  if (dims < 1 || dims > 3)
    return s.fail("C3") << "expected 1 to 3 numbers in 'fft_length', got " << list(*length);
  Ints expected(s.shape());
  auto half = [](int64_t size) { return size ? size / 2 + 1 : 0; };
  if (type == "RFFT" || type == "IRFFT") {
    RankedTensorType real = type == "RFFT" ? s.in() : s.out();
    if (real.getRank() != rank)
      return s.fail("C5") << "expected a result of rank " << rank << ", got " << s.out();
    if (failed(s.sameShape("C4", "'fft_length' of the last dims", real.getShape().take_back(dims), *length)))
      return failure();
    if (type == "RFFT")
      expected.back() = half(expected.back());
    else if (expected.back() != half(length->back()))
      return s.fail("C5") << "expected an operand of " << half(length->back()) << " elements in the last dim, got " << s.in();
    else
      expected.back() = length->back();
  }
  return s.sameShape("C5", "a result of shape", expected, s.out().getShape());
}

} // namespace

void addProductChecks(Checks &checks) {
  checks.add("dot_general", 2, 1, 0, dotGeneral);
  checks.add("dot", 2, 1, 0, dot);
  checks.add("cholesky", 1, 1, 0, cholesky);
  checks.add("triangular_solve", 2, 1, 0, triangularSolve);
  checks.add("fft", 1, 1, 0, fft);
}

} // namespace det::import::spec
