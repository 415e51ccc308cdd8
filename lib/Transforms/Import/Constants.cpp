// Constant tensors of the det dialect.
#include "Constants.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using llvm::APFloat;
using llvm::APInt;

namespace det::import {

APFloat canonical(const APFloat &value) {
  if (!value.isNaN())
    return value;
  // Formats whose NaN is a single pattern are canonical as they are.
  unsigned width = APFloat::semanticsSizeInBits(value.getSemantics());
  APFloat quiet(value.getSemantics(), APInt::getSignedMaxValue(width));
  return quiet.isNaN() ? quiet : value;
}

DenseElementsAttr canonicalNaNs(DenseElementsAttr value) {
  Type element = value.getElementType();
  if (isa<ComplexType>(element)) {
    auto part = dyn_cast<FloatType>(cast<ComplexType>(element).getElementType());
    if (!part || llvm::none_of(value.getValues<std::complex<APFloat>>(),
                               [](const std::complex<APFloat> &v) { return v.real().isNaN() || v.imag().isNaN(); }))
      return value;
    SmallVector<std::complex<APFloat>> values;
    for (const std::complex<APFloat> &v : value.getValues<std::complex<APFloat>>())
      values.emplace_back(canonical(v.real()), canonical(v.imag()));
    return DenseElementsAttr::get(value.getType(), values);
  }
  if (!isa<FloatType>(element))
    return value;
  if (value.isSplat()) {
    APFloat splat = value.getSplatValue<APFloat>();
    return splat.isNaN() ? DenseElementsAttr::get(value.getType(), canonical(splat)) : value;
  }
  if (llvm::none_of(value.getValues<APFloat>(), [](const APFloat &v) { return v.isNaN(); }))
    return value;
  SmallVector<APFloat> values;
  for (const APFloat &v : value.getValues<APFloat>())
    values.push_back(canonical(v));
  return DenseElementsAttr::get(value.getType(), values);
}

} // namespace det::import
