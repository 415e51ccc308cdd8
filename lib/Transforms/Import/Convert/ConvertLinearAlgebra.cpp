// cholesky and triangular_solve: loops over the columns, whose every sum is a chain in ascending column.
#include "Decompose.h"

using namespace mlir;

namespace det::import {
namespace {

LogicalResult checkMatrix(const Conversion &c, RankedTensorType type) {
  int64_t rank = type.getRank();
  if (rank < 2 || type.getDimSize(rank - 1) != type.getDimSize(rank - 2) || !isa<FloatType>(type.getElementType()))
    return c.op->emitError() << "'" << c.op->getName() << "' expected square matrices of floats, got " << type;
  return success();
}

bool flag(const Conversion &c, StringRef name) {
  auto attribute = c.op->getAttrOfType<BoolAttr>(name);
  return attribute && attribute.getValue();
}

/// Half precision is computed in f32.
Term widened(Term x) { return x.width() < 32 ? x.convert(x.m->b.getF32Type()) : x; }

/// In trip k: column k of the factor from what is left of the matrix, whose outer product is then subtracted.
LogicalResult cholesky(const Conversion &c) {
  if (failed(checkMatrix(c, c.type())))
    return failure();
  bool lower = flag(c, "lower");
  return decompose(c, [&](Maker &m, SmallVectorImpl<Term> &results) {
    Term a = widened({c.operand(), &m});
    a = lower ? a : transposed(a);
    int64_t rank = a.type().getRank(), rows = rank - 2, columns = rank - 1, size = a.type().getDimSize(rows);
    SmallVector<int64_t> shape(a.type().getShape()), column(shape);
    column[columns] = 1;
    SmallVector<Term> factor = repeat({a, a.like(0)}, size, [&](Term k, ArrayRef<Term> carried) {
      Term left = carried[0], part = left.at(columns, k), root = part.at(rows, k).call("sqrt");
      Term row = iota(*k.m, RankedTensorType::get(column, k.element()), rows);
      Term below = row.compare("GE", k.broadcast(column, {}));
      Term values = select(below, part / repeated(root, column), part.like(0));
      Term next = left - repeated(values, shape) * repeated(transposed(values), shape);
      return SmallVector<Term>{next, carried[1].withPart(values, columns, k)};
    });
    Term result = lower ? factor[1] : transposed(factor[1]);
    results.push_back(result.convert(c.resultType().getElementType()));
    return success();
  });
}

/// In trip k: unknown k (from the end where the matrix is upper) from what is left of the right side.
LogicalResult triangularSolve(const Conversion &c) {
  StringRef word = input::word(c.op->getAttr("transpose_a"));
  if (failed(checkMatrix(c, c.type(0))))
    return failure();
  if (word != "NO_TRANSPOSE" && word != "TRANSPOSE" && word != "ADJOINT")
    return c.bad("transpose_a");
  bool leftSide = flag(c, "left_side"), unit = flag(c, "unit_diagonal");
  // X op(A) = B is op(A)^T X^T = B^T.
  bool turn = (word != "NO_TRANSPOSE") != !leftSide, lower = flag(c, "lower") != turn;
  int64_t rank = c.type(0).getRank();
  if (c.type(0) != c.type(0).clone(c.type(1).getElementType()) || c.type(1).getRank() != rank ||
      c.type(1).getDimSize(leftSide ? rank - 2 : rank - 1) != c.type(0).getDimSize(rank - 1) ||
      c.type(1).getShape().drop_back(2) != c.type(0).getShape().drop_back(2))
    return c.op->emitError() << "'" << c.op->getName() << "' expected a right side that fits the matrix " << c.type(0) << ", got "
                             << c.type(1);
  return decompose(c, [&](Maker &m, SmallVectorImpl<Term> &results) {
    Term a = widened({c.operand(0), &m}), b = widened({c.operand(1), &m});
    a = turn ? transposed(a) : a;
    b = leftSide ? b : transposed(b);
    int64_t rows = rank - 2, columns = rank - 1, size = a.type().getDimSize(rows);
    SmallVector<int64_t> shape(b.type().getShape()), row(shape);
    row[rows] = 1;
    SmallVector<Term> solved = repeat({a, b, b.like(0)}, size, [&](Term k, ArrayRef<Term> carried) {
      Term at = lower ? k : k.like(double(size - 1)) - k;
      Term column = carried[0].at(columns, at), values = carried[1].at(rows, at);
      if (!unit)
        values = values / repeated(column.at(rows, at), row);
      Term next = carried[1] - repeated(column, shape) * repeated(values, shape);
      return SmallVector<Term>{carried[0], next, carried[2].withPart(values, rows, at)};
    });
    Term result = leftSide ? solved[2] : transposed(solved[2]);
    results.push_back(result.convert(c.resultType().getElementType()));
    return success();
  });
}

} // namespace

void addLinearAlgebraConversions(Conversions &table) {
  table.add("cholesky", 1, cholesky);
  table.add("triangular_solve", 2, triangularSolve);
}

} // namespace det::import
