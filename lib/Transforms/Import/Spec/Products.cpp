// Products and solvers: dot_general, dot, cholesky, triangular_solve, fft.
#include "Spec.h"

using namespace mlir;

namespace det::import::spec {
namespace {

/// Products may widen: f8 x f8 -> f32, i8 x i8 -> i32. Kinds must agree.
LogicalResult elementTypes(const Spec &s, StringRef label) {
  unsigned left = kindOf(s.in(0).getElementType()), right = kindOf(s.in(1).getElementType()),
           result = kindOf(s.out().getElementType());
  // Booleans may be multiplied with integers and into them.
  auto merged = [](unsigned kind) { return kind == Bool ? unsigned(Int) : kind; };
  if (merged(left) == merged(right) && merged(left) == merged(result))
    return success();
  return s.fail(label) << "expected operands and result of one kind of elements, got " << s.in(0).getElementType() << ", "
                       << s.in(1).getElementType() << " and " << s.out().getElementType();
}

LogicalResult precision(const Spec &s, StringRef label) {
  auto config = s.op->getAttrOfType<ArrayAttr>("precision_config");
  if (!config || config.empty())
    return success();
  if (config.size() != 2)
    return s.fail(label) << "expected 2 entries in 'precision_config', got " << config.size();
  for (Attribute value : config)
    if (!llvm::is_contained({"DEFAULT", "HIGH", "HIGHEST"}, input::word(value)))
      return s.fail(label) << "expected a precision of DEFAULT, HIGH or HIGHEST, got " << value;
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
  if (failed(precision(s, "C11")) || failed(s.sameShape("C12", "a result of shape", expected, s.out().getShape())))
    return failure();
  return elementTypes(s, "C13");
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
  if (failed(precision(s, "")) || failed(s.sameShape("", "a result of shape", expected, s.out().getShape())))
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
  if (failed(s.sameElement("C1", "a right side", s.in(0), s.in(1))) || failed(squares(s, "C2", "C3")))
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

} // namespace

void addProductChecks(Checks &checks) {
  checks.add("dot_general", 2, 1, 0, dotGeneral);
  checks.add("dot", 2, 1, 0, dot);
  checks.add("cholesky", 1, 1, 0, cholesky);
  checks.add("triangular_solve", 2, 1, 0, triangularSolve);
}

} // namespace det::import::spec
