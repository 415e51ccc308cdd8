// Products of complex numbers: each part of the result is one real product whose terms come in pairs, so one chain of sums.
//
// The real part sums re * re, then (-im) * im for every place; the imaginary part re * im, then im * re.
#include "Complex.h"
#include "det/Dialect/Input/AttrReader.h"

using namespace mlir;

namespace det::import {
namespace {

/// Both side by side in a new dim behind `dim`.
Term stack(Term first, Term second, int64_t dim) {
  SmallVector<int64_t> shape(first.type().getShape());
  shape.insert(shape.begin() + dim + 1, 1);
  return concatenate({first.reshape(shape), second.reshape(shape)}, dim + 1);
}

/// The same, the new dim merged into `dim`.
Term interleave(Term first, Term second, int64_t dim) {
  SmallVector<int64_t> shape(first.type().getShape());
  shape[dim] *= 2;
  return stack(first, second, dim).reshape(shape);
}

/// An operation of `name` on real operands, with the attributes of the complex one.
Term product(ComplexStep &c, StringRef name, Term lhs, Term rhs, StringRef replaced, Attribute attribute) {
  OperationState state(c.m.loc, ("stablehlo." + name).str(), {lhs.value, rhs.value}, {partType(c.op->getResult(0).getType())});
  copyAttributes(c.op, state, replaced);
  state.addAttribute(replaced, attribute);
  return {c.m.b.create(state)->getResult(0), &c.m};
}

LogicalResult dotOf(ComplexStep &c, ArrayRef<int64_t> lhsBatching, ArrayRef<int64_t> rhsBatching, input::Ints lhsContracting,
                    input::Ints rhsContracting) {
  Complex a = c.operand(0), b = c.operand(1);
  int64_t lhsRank = a.re.type().getRank(), rhsRank = b.re.type().getRank();
  lhsContracting.push_back(lhsRank);
  rhsContracting.push_back(rhsRank);
  Attribute dims = dotNumbers(c.m, lhsBatching, rhsBatching, lhsContracting, rhsContracting);
  auto dot = [&](Term lhs, Term rhs) { return product(c, "dot_general", lhs, rhs, "dot_dimension_numbers", dims); };
  Term re = dot(stack(a.re, -a.im, lhsRank - 1), stack(b.re, b.im, rhsRank - 1));
  Term im = dot(stack(a.re, a.im, lhsRank - 1), stack(b.im, b.re, rhsRank - 1));
  return c.replace(Complex{re, im});
}

LogicalResult dotGeneral(ComplexStep &c) {
  auto dims = input::Fields::read(c.op->getAttr("dot_dimension_numbers"), "dot");
  if (!dims)
    return c.op->emitError() << "'" << c.op->getName() << "' has no readable 'dot_dimension_numbers'";
  return dotOf(c, dims->list("lhs_batching_dimensions"), dims->list("rhs_batching_dimensions"),
               dims->list("lhs_contracting_dimensions"), dims->list("rhs_contracting_dimensions"));
}

LogicalResult dot(ComplexStep &c) {
  int64_t rank = c.operand(0).re.type().getRank();
  if (rank < 1 || c.operand(1).re.type().getRank() < 1)
    return c.op->emitError() << "'" << c.op->getName() << "' expected operands of rank 1 or 2";
  return dotOf(c, {}, {}, {rank - 1}, {0});
}

/// Features come in pairs; groups stay what they are.
LogicalResult convolution(ComplexStep &c) {
  Attribute numbers = c.op->getAttr("dimension_numbers");
  auto dims = input::readConvolution(numbers);
  Complex a = c.operand(0), b = c.operand(1);
  if (!dims || dims->inputFeature >= a.re.type().getRank() || dims->kernelInput >= b.re.type().getRank())
    return c.op->emitError() << "'" << c.op->getName() << "' has no readable 'dimension_numbers'";
  auto convolve = [&](Term lhs, Term rhs) { return product(c, "convolution", lhs, rhs, "dimension_numbers", numbers); };
  Term re = convolve(interleave(a.re, -a.im, dims->inputFeature), interleave(b.re, b.im, dims->kernelInput));
  Term im = convolve(interleave(a.re, a.im, dims->inputFeature), interleave(b.im, b.re, dims->kernelInput));
  return c.replace(Complex{re, im});
}

} // namespace

void addComplexProducts(ComplexTable &table) {
  table.add("dot_general", dotGeneral);
  table.add("dot", dot);
  table.add("convolution", convolution);
}

} // namespace det::import
