// cholesky and triangular_solve of complex matrices: the loops of ConvertLinearAlgebra.cpp on pairs of parts.
#include "Complex.h"
#include "det/Dialect/Input/AttrReader.h"

using namespace mlir;

namespace det::import {
namespace {

template <typename Function> Complex onParts(Complex z, Function function) { return {function(z.re), function(z.im)}; }
Complex transposed(Complex z) {
  return onParts(z, [](Term x) { return transposed(x); });
}
Complex repeated(Complex z, ArrayRef<int64_t> shape) {
  return onParts(z, [&](Term x) { return repeated(x, shape); });
}
Complex at(Complex z, int64_t dim, Term index) {
  return onParts(z, [&](Term x) { return x.at(dim, index); });
}
Complex withPart(Complex z, Complex part, int64_t dim, Term index) {
  return {z.re.withPart(part.re, dim, index), z.im.withPart(part.im, dim, index)};
}
Complex conj(Complex z) { return {z.re, -z.im}; }
Complex zeros(Complex z) { return {z.re.like(0), z.im.like(0)}; }

bool flag(ComplexStep &c, StringRef name) {
  auto attribute = c.op->getAttrOfType<BoolAttr>(name);
  return attribute && attribute.getValue();
}

/// The matrix is Hermitian: what lies on the other side of its diagonal is not read.
LogicalResult cholesky(ComplexStep &c) {
  bool lower = flag(c, "lower");
  Complex a = lower ? c.operand() : conj(transposed(c.operand()));
  RankedTensorType type = a.re.type();
  int64_t rank = type.getRank(), rows = rank - 2, columns = rank - 1;
  SmallVector<int64_t> shape(type.getShape()), column(shape);
  column[columns] = 1;
  auto trip = [&](Term k, ArrayRef<Term> carried) {
    Complex left{carried[0], carried[1]}, part = at(left, columns, k);
    Term root = repeated(part.re.at(rows, k).call("sqrt"), column);
    Term row = iota(*k.m, RankedTensorType::get(column, k.element()), rows), place = k.broadcast(column, {});
    Term below = row.compare("GT", place), here = row.compare("EQ", place), none = part.re.like(0);
    Complex values{select(below | here, part.re / root, none), select(below, part.im / root, none)};
    Complex next = left - repeated(values, shape) * repeated(conj(transposed(values)), shape);
    Complex factor = withPart({carried[2], carried[3]}, values, columns, k);
    return SmallVector<Term>{next.re, next.im, factor.re, factor.im};
  };
  Complex factor = zeros(a);
  SmallVector<Term> last = repeat({a.re, a.im, factor.re, factor.im}, type.getDimSize(rows), trip);
  factor = {last[2], last[3]};
  return c.replace(lower ? factor : conj(transposed(factor)));
}

LogicalResult triangularSolve(ComplexStep &c) {
  StringRef word = input::word(c.op->getAttr("transpose_a"));
  bool leftSide = flag(c, "left_side"), unit = flag(c, "unit_diagonal");
  // X op(A) = B is op(A)^T X^T = B^T.
  bool turn = (word != "NO_TRANSPOSE") != !leftSide, lower = flag(c, "lower") != turn;
  Complex a = c.operand(0), b = c.operand(1);
  a = word == "ADJOINT" ? conj(a) : a;
  a = turn ? transposed(a) : a;
  b = leftSide ? b : transposed(b);
  RankedTensorType type = b.re.type();
  int64_t rank = type.getRank(), rows = rank - 2, columns = rank - 1, size = a.re.type().getDimSize(rows);
  SmallVector<int64_t> shape(type.getShape()), row(shape);
  row[rows] = 1;
  auto trip = [&](Term k, ArrayRef<Term> carried) {
    Term place = lower ? k : k.like(double(size - 1)) - k;
    Complex matrix{carried[0], carried[1]}, right{carried[2], carried[3]};
    Complex column = at(matrix, columns, place), values = at(right, rows, place);
    if (!unit)
      values = values / repeated(at(column, rows, place), row);
    Complex next = right - repeated(column, shape) * repeated(values, shape);
    Complex solved = withPart({carried[4], carried[5]}, values, rows, place);
    return SmallVector<Term>{matrix.re, matrix.im, next.re, next.im, solved.re, solved.im};
  };
  Complex none = zeros(b);
  SmallVector<Term> last = repeat({a.re, a.im, b.re, b.im, none.re, none.im}, size, trip);
  Complex solved{last[4], last[5]};
  return c.replace(leftSide ? solved : transposed(solved));
}

} // namespace

void addComplexSolvers(ComplexTable &table) {
  table.add("cholesky", cholesky);
  table.add("triangular_solve", triangularSolve);
}

} // namespace det::import
