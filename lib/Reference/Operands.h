// The operands of products in the type that accumulates.
#ifndef DET_REFERENCE_OPERANDS_H
#define DET_REFERENCE_OPERANDS_H

#include "Accumulate.h"

namespace det::reference {

/// The elements of an operand in T: floats exactly, integers extended as their own signedness says.
template <class T> std::vector<T> operandIn(const Tensor &tensor, const order::Order &order) {
  mlir::Type element = tensor.type().getElementType();
  if constexpr (std::is_floating_point_v<T>)
    return widened<T>(tensor);
  else
    return withAccumulator(element, order, [&](auto zero) {
      using Own = decltype(zero);
      std::vector<T> values;
      if constexpr (std::is_integral_v<Own>)
        for (Own value : widened<Own>(tensor))
          values.push_back(static_cast<T>(value));
      return values;
    });
}

/// Calls f with a zero of the type in which a product with results of `element` accumulates. Integers wrap, so that their
/// signedness does not matter: they are signed here.
template <class F> auto withProductType(mlir::Type element, const order::Order &order, F f) {
  return withAccumulator(element, order, [&](auto zero) {
    using T = decltype(zero);
    if constexpr (std::is_integral_v<T>)
      return f(std::make_signed_t<T>());
    else
      return f(T());
  });
}

/// An error for element types that have no product here.
inline rt::Status checkProduct(mlir::Type lhs, mlir::Type rhs, mlir::Type result, const order::Order &order) {
  auto isFloat = [](mlir::Type type) { return mlir::isa<mlir::FloatType>(type); };
  if (isFloat(lhs) != isFloat(rhs) || isFloat(lhs) != isFloat(result) || result.isInteger(1))
    return rt::Error{"expected operands and a result that are all floats or all integers"};
  if (order.leaf != order::Leaf::Fold)
    return rt::Error{"expected leaf fold, got " + order::leafName(order)};
  return {};
}

} // namespace det::reference

#endif // DET_REFERENCE_OPERANDS_H
