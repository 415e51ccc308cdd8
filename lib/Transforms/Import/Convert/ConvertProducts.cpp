// Matrix products: dot_general, and the older dot.
#include "Products.h"

using namespace mlir;

namespace det::import {

static Value converted(const Conversion &c, Value value, Type element) {
  RankedTensorType type = Conversion::type(value);
  return type.getElementType() == element ? value : ConvertOp::create(c.b, c.loc(), type.clone(element), value).getResult();
}

/// True if `algorithm` wants sums in f64.
static bool asksForF64(const Conversion &c) {
  StringRef text = input::text(c.op->getAttr("algorithm"));
  size_t at = text.find("accumulation_type");
  return at != StringRef::npos && text.substr(at).split('=').second.ltrim().starts_with("f64");
}

FailureOr<ProductOperands> readProduct(const Conversion &c) {
  Type left = c.type(0).getElementType(), right = c.type(1).getElementType(), result = c.resultType().getElementType();
  auto isFloat = [](Type type) { return isa<FloatType>(type); };
  for (Type type : {left, right, result})
    if (isa<ComplexType>(type))
      return refuse(c.op, "expected real operands and a real result for a product");
  if ((isFloat(left) || isFloat(right)) && !isFloat(result))
    return c.op->emitError() << "'" << c.op->getName() << "' expected a floating-point result for floating-point operands, got "
                             << c.resultType();
  ProductOperands product{c.operand(0), c.operand(1), result};
  if (isFloat(result)) {
    // Integers become floats as the result is; floats keep their types, products of them are exact in f32 or f64.
    if (!isFloat(left))
      product.lhs = converted(c, product.lhs, result);
    if (!isFloat(right))
      product.rhs = converted(c, product.rhs, result);
    if (asksForF64(c)) {
      product.element = c.b.getF64Type();
      product.lhs = converted(c, product.lhs, product.element);
      product.rhs = converted(c, product.rhs, product.element);
    }
  } else if (result.isInteger(1) || left.isInteger(1) || right.isInteger(1)) {
    // A boolean counts as 0 or 1, and a boolean result says whether there was any term: or of ands.
    if (result.isInteger(1))
      product.element = c.b.getI32Type();
    for (Value *operand : {&product.lhs, &product.rhs})
      if (Conversion::type(*operand).getElementType().isInteger(1))
        *operand = converted(c, *operand, product.element);
  }
  return product;
}

LogicalResult replaceByProduct(const Conversion &c, Value product) {
  return c.replace(converted(c, product, c.resultType().getElementType()));
}

namespace {

LogicalResult buildDot(const Conversion &c, ArrayRef<int64_t> lhsBatching, ArrayRef<int64_t> rhsBatching,
                       ArrayRef<int64_t> lhsContracting, ArrayRef<int64_t> rhsContracting) {
  FailureOr<ProductOperands> product = readProduct(c);
  if (failed(product))
    return failure();
  return replaceByProduct(c, DotOp::create(c.b, c.loc(), c.resultType().clone(product->element), product->lhs, product->rhs,
                                           lhsBatching, rhsBatching, lhsContracting, rhsContracting, OrderAttr()));
}

LogicalResult dotGeneral(const Conversion &c) {
  auto dims = input::Fields::read(c.op->getAttr("dot_dimension_numbers"), "dot");
  if (!dims)
    return c.bad("dot_dimension_numbers");
  return buildDot(c, dims->list("lhs_batching_dimensions"), dims->list("rhs_batching_dimensions"),
                  dims->list("lhs_contracting_dimensions"), dims->list("rhs_contracting_dimensions"));
}

/// The older product: the last dim of the left side with the first of the right one.
LogicalResult dot(const Conversion &c) {
  if (c.type(0).getRank() < 1 || c.type(1).getRank() < 1)
    return c.op->emitError() << "'" << c.op->getName() << "' expected operands of rank 1 or 2";
  return buildDot(c, {}, {}, {c.type(0).getRank() - 1}, {int64_t(0)});
}

} // namespace

void addProductConversions(Conversions &table) {
  table.add("dot_general", 2, dotGeneral);
  table.add("dot", 2, dot);
}

} // namespace det::import
