// fft: along each dim a product with the matrix of the transform, so that every sum has an order like that of any product.
#include "Complex.h"
#include "det/Dialect/Input/AttrReader.h"

using namespace mlir;

namespace det::import {
namespace {

/// cos and sin of 2 pi j k / size for j < rows, k < columns: the product of the indices is reduced exactly first.
Complex roots(Maker &m, int64_t rows, int64_t columns, int64_t size, Type element) {
  auto type = RankedTensorType::get({rows, columns}, m.b.getI64Type());
  Term product = iota(m, type, 0) * iota(m, type, 1), turn = product.call("remainder", product.like(double(size)));
  Term angle = turn.convert(m.b.getF64Type()) * (2 * 3.14159265358979323846 / double(size));
  return {angle.call("cosine").convert(element), angle.call("sine").convert(element)};
}

/// The dim replaced by its product with a matrix.
Term along(Term x, Term matrix, int64_t dim) {
  Term product = dot(x, matrix, {}, {}, {dim}, {0});
  auto permutation = llvm::to_vector(llvm::seq<int64_t>(0, x.type().getRank() - 1));
  permutation.insert(permutation.begin() + dim, x.type().getRank() - 1);
  return product.transpose(permutation);
}

Complex transform(Complex z, int64_t dim, bool inverse) {
  int64_t size = z.re.type().getDimSize(dim);
  Complex w = roots(*z.re.m, size, size, size, z.re.element());
  Term sine = inverse ? -w.im : w.im;
  // (x + iy)(c - is)
  Complex sum{along(z.re, w.re, dim) + along(z.im, sine, dim), along(z.im, w.re, dim) - along(z.re, sine, dim)};
  return inverse ? sum * sum.re.like(1.0 / double(size)) : sum;
}

Complex fromReal(Term x, int64_t dim) {
  int64_t size = x.type().getDimSize(dim);
  Complex w = roots(*x.m, size, size / 2 + 1, size, x.element());
  return {along(x, w.re, dim), -along(x, w.im, dim)};
}

/// The other half of the frequencies is the conjugate one: all but the first, and the last of an even size, count twice.
Term toReal(Complex z, int64_t dim, int64_t size) {
  int64_t half = z.re.type().getDimSize(dim);
  Complex w = roots(*z.re.m, half, size, size, z.re.element());
  Term row = iota(*z.re.m, RankedTensorType::get({half, size}, z.re.m->b.getI64Type()), 0);
  Term once = row.compare("EQ", 0) | row.compare("EQ", size % 2 ? -1.0 : double(size / 2));
  Term weight = select(once, w.re.like(1), w.re.like(2));
  Term sum = along(z.re, w.re * weight, dim) - along(z.im, w.im * weight, dim);
  return sum * (1.0 / double(size));
}

LogicalResult fft(ComplexStep &c) {
  StringRef kind = input::word(c.op->getAttr("fft_type"));
  auto lengths = input::ints(c.op->getAttr("fft_length"));
  auto operand = cast<RankedTensorType>(c.op->getOperand(0).getType()), result = cast<RankedTensorType>(c.op->getResult(0).getType());
  if (!lengths || lengths->empty() || int64_t(lengths->size()) > operand.getRank())
    return c.op->emitError() << "'" << c.op->getName() << "' has no readable 'fft_length'";
  int64_t first = operand.getRank() - int64_t(lengths->size()), last = operand.getRank() - 1;
  bool inverse = kind == "IFFT" || kind == "IRFFT";
  ArrayRef<int64_t> full = kind == "IRFFT" ? result.getShape() : operand.getShape();
  bool known = inverse || kind == "FFT" || kind == "RFFT";
  bool fits = isComplex(operand) == (kind != "RFFT") && isComplex(result) == (kind != "IRFFT") && full.drop_front(first) == ArrayRef<int64_t>(*lengths);
  if (!known || !fits)
    return c.op->emitError() << "'" << c.op->getName() << "' expected 'fft_type' FFT, IFFT, RFFT or IRFFT and 'fft_length' as its last dims, got "
                             << kind << " of " << operand << " to " << result;
  if (operand.getNumElements() == 0 || result.getNumElements() == 0) {
    // A transform of nothing; its matrix has no size to divide by.
    Term zero{c.m.constant(isComplex(result) ? partType(result) : result, 0), &c.m};
    return isComplex(result) ? c.replace(Complex{zero, zero}) : c.replace(zero);
  }
  Complex z = kind == "RFFT" ? fromReal(c.real(), last) : c.operand();
  for (int64_t dim = first; dim < last; ++dim)
    z = transform(z, dim, inverse);
  if (kind == "IRFFT")
    return c.replace(toReal(z, last, lengths->back()));
  return c.replace(kind == "RFFT" ? z : transform(z, last, inverse));
}

} // namespace

void addComplexTransforms(ComplexTable &table) { table.add("fft", fft); }

} // namespace det::import
