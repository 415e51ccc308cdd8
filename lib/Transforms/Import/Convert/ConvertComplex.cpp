// What is left of complex numbers after det-import-complex: their parts at arguments, and results made of parts.
#include "Converters.h"

using namespace mlir;

namespace det::import {
namespace {

/// The real part of a real number is itself.
LogicalResult real(const Conversion &c) {
  if (!isa<ComplexType>(c.type().getElementType()))
    return c.replace(c.operand());
  return c.replace(RealOp::create(c.b, c.loc(), c.resultType(), c.operand()).getResult());
}

LogicalResult imag(const Conversion &c) {
  if (!isa<ComplexType>(c.type().getElementType()))
    return c.replace(ConstantOp::create(c.b, c.loc(), DenseElementsAttr::get(c.resultType(), c.b.getZeroAttr(c.resultType().getElementType()))).getResult());
  return c.replace(ImagOp::create(c.b, c.loc(), c.resultType(), c.operand()).getResult());
}

LogicalResult complex(const Conversion &c) {
  return c.replace(ComplexOp::create(c.b, c.loc(), c.resultType(), c.operand(0), c.operand(1)).getResult());
}

} // namespace

void addComplexConversions(Conversions &table) {
  table.add("real", 1, real);
  table.add("imag", 1, imag);
  table.add("complex", 2, complex);
}

} // namespace det::import
