// What the reducing families share: the type that accumulates, operands widened to it, results rounded once.
#ifndef DET_REFERENCE_ACCUMULATE_H
#define DET_REFERENCE_ACCUMULATE_H

#include "Kernels/Joins.h"
#include "Values.h"
#include "det/Dialect/Det/OrderModel.h"
#include "det/Runtime/Result.h"

#include <vector>

namespace det::reference {

/// The order of an op, or an error where it has none or one that cannot be evaluated here.
rt::Result<order::Order> orderOf(OrderedOpInterface op);

/// The combiner as a join of values of `element`; booleans add by or, multiply by and.
Join joinOf(Combiner combiner, mlir::Type element);

/// Calls f with a zero of the type in which values of `element` accumulate: float, double, f80's own or the integer's own.
template <class F> auto withAccumulator(mlir::Type element, const order::Order &order, F f) {
  if (element.isF80())
    return f(0.0L);
  if (mlir::isa<mlir::FloatType>(element))
    return order.acc == "f64" ? f(double()) : f(float());
  bool isUnsigned = element.isUnsignedInteger() || element.isInteger(1);
  switch (element.getIntOrFloatBitWidth()) {
  case 64:
    return isUnsigned ? f(uint64_t()) : f(int64_t());
  case 32:
    return isUnsigned ? f(uint32_t()) : f(int32_t());
  case 16:
    return isUnsigned ? f(uint16_t()) : f(int16_t());
  default:
    return isUnsigned ? f(uint8_t()) : f(int8_t());
  }
}

/// The elements of a tensor in the accumulation type, exactly.
template <class T> std::vector<T> widened(const Tensor &tensor) {
  std::vector<T> values(tensor.size());
  load(*scalarOf(tensor.type().getElementType()), tensor.data(), tensor.size(), values.data());
  return values;
}

/// A tensor of `type` from values, each rounded once; NaN is canonical.
template <class T> Tensor rounded(mlir::RankedTensorType type, const std::vector<T> &values) {
  Tensor out = Tensor::allocate(type);
  store(*scalarOf(type.getElementType()), values.data(), out.size(), out.mutableData());
  return out;
}

} // namespace det::reference

#endif // DET_REFERENCE_ACCUMULATE_H
