// Folds of elementwise operations: integers, comparisons, selections, conversions, signs. No float arithmetic.
#include "../Constants.h"
#include "Folds.h"
#include "../Convert/IntegerMath.h"

using namespace mlir;
using llvm::APFloat;
using llvm::APInt;

namespace det::import {
namespace {

/// Applies a function on elements (as attributes) where all operands are constants: once if all are splats.
/// The function returns null where the element has no exact value.
template <class Function> Folded map(Operation *op, Function function) {
  SmallVector<DenseElementsAttr> operands;
  for (Value operand : op->getOperands()) {
    DenseElementsAttr constant = constantOf(operand);
    if (!constant)
      return {};
    operands.push_back(constant);
  }
  RankedTensorType type = resultType(op);
  SmallVector<Attribute> arguments(operands.size()), results;
  if (llvm::all_of(operands, [](DenseElementsAttr operand) { return operand.isSplat(); })) {
    for (size_t i = 0; i < operands.size(); ++i)
      arguments[i] = operands[i].getSplatValue<Attribute>();
    Attribute result = function(arguments);
    return result ? Folded(DenseElementsAttr::get(type, result)) : Folded();
  }
  if (type.getNumElements() > kMaxFoldedElements)
    return {};
  for (int64_t i = 0; i < type.getNumElements(); ++i) {
    for (size_t k = 0; k < operands.size(); ++k)
      arguments[k] = operands[k].getValues<Attribute>()[i];
    Attribute result = function(arguments);
    if (!result)
      return {};
    results.push_back(result);
  }
  return DenseElementsAttr::get(type, results);
}

Folded integer(Operation *op) {
  Type element = resultType(op).getElementType();
  if (!isa<IntegerType>(element))
    return {};
  StringRef name = op->getName().stripDialect();
  return map(op, [&](ArrayRef<Attribute> arguments) -> Attribute {
    SmallVector<APInt> values;
    for (Attribute argument : arguments)
      values.push_back(cast<IntegerAttr>(argument).getValue());
    std::optional<APInt> result = evaluateInteger(name, values, element);
    return result ? IntegerAttr::get(element, *result) : Attribute();
  });
}

/// `abs` and `negate` of floats change the sign bit alone; a NaN stays canonical.
Folded sign(Operation *op) {
  auto element = dyn_cast<FloatType>(resultType(op).getElementType());
  if (!element)
    return integer(op);
  bool negates = isa<NegateOp>(op);
  return map(op, [&](ArrayRef<Attribute> arguments) -> Attribute {
    APFloat value = cast<FloatAttr>(arguments[0]).getValue();
    if (negates)
      value.changeSign();
    else
      value.clearSign();
    return FloatAttr::get(element, canonical(value));
  });
}

Folded compare(Operation *op) {
  auto compare = cast<CompareOp>(op);
  Type element = getElementTypeOrSelf(compare.getLhs().getType());
  if (compare.getTotalOrder() || isa<ComplexType>(element))
    return {};
  StringRef direction = stringifyComparison(compare.getDirection());
  return map(op, [&](ArrayRef<Attribute> arguments) -> Attribute {
    std::optional<bool> holds;
    if (isa<IntegerType>(element))
      holds = compareIntegers(direction, cast<IntegerAttr>(arguments[0]).getValue(), cast<IntegerAttr>(arguments[1]).getValue(),
                              element);
    else
      holds = compareFloats(direction, cast<FloatAttr>(arguments[0]).getValue(), cast<FloatAttr>(arguments[1]).getValue());
    return holds ? BoolAttr::get(op->getContext(), *holds) : BoolAttr();
  });
}

Folded select(Operation *op) {
  auto select = cast<SelectOp>(op);
  if (select.getOnTrue() == select.getOnFalse())
    return select.getOnTrue();
  DenseElementsAttr pred = constantOf(select.getPred());
  if (pred && pred.isSplat())
    return pred.getSplatValue<bool>() ? select.getOnTrue() : select.getOnFalse();
  return map(op, [&](ArrayRef<Attribute> arguments) -> Attribute {
    return cast<IntegerAttr>(arguments[0]).getValue().isZero() ? arguments[2] : arguments[1];
  });
}

/// One conversion, rounded to nearest even once; to integers it truncates and saturates, a NaN gives 0.
Attribute convertElement(Attribute value, Type from, Type to) {
  if (auto integer = dyn_cast<IntegerAttr>(value)) {
    if (isa<IntegerType>(to))
      return IntegerAttr::get(to, convertInteger(integer.getValue(), from, to));
    auto floating = dyn_cast<FloatType>(to);
    if (!floating)
      return {};
    APFloat result(floating.getFloatSemantics());
    result.convertFromAPInt(integer.getValue(), !isUnsignedInteger(from), APFloat::rmNearestTiesToEven);
    return FloatAttr::get(floating, result);
  }
  auto floating = dyn_cast<FloatAttr>(value);
  if (!floating)
    return {};
  APFloat result = floating.getValue();
  if (auto type = dyn_cast<FloatType>(to)) {
    // APFloat has no result of its own for what a format lacks; the device has.
    const llvm::fltSemantics &semantics = type.getFloatSemantics();
    if (!APFloat::semanticsHasSignedRepr(semantics) || (!result.isFinite() && !APFloat::semanticsHasNaN(semantics)))
      return {};
    bool inexact;
    result.convert(semantics, APFloat::rmNearestTiesToEven, &inexact);
    return FloatAttr::get(type, canonical(result));
  }
  if (!isa<IntegerType>(to))
    return {};
  if (to.isInteger(1))
    return IntegerAttr::get(to, APInt(1, !result.isZero()));
  llvm::APSInt integer(to.getIntOrFloatBitWidth(), isUnsignedInteger(to));
  bool exact;
  if (result.isNaN())
    integer = 0;
  else
    result.convertToInteger(integer, APFloat::rmTowardZero, &exact);
  return IntegerAttr::get(to, integer);
}

Folded convert(Operation *op) {
  auto convert = cast<ConvertOp>(op);
  if (convert.getOperand().getType() == convert.getType())
    return convert.getOperand();
  Type from = getElementTypeOrSelf(convert.getOperand().getType()), to = resultType(op).getElementType();
  return map(op, [&](ArrayRef<Attribute> arguments) { return convertElement(arguments[0], from, to); });
}

Folded bitcast(Operation *op) {
  Type to = resultType(op).getElementType();
  return map(op, [&](ArrayRef<Attribute> arguments) -> Attribute {
    APInt bits = isa<IntegerAttr>(arguments[0]) ? cast<IntegerAttr>(arguments[0]).getValue()
                 : isa<FloatAttr>(arguments[0]) ? cast<FloatAttr>(arguments[0]).getValue().bitcastToAPInt()
                                                : APInt();
    if (bits.getBitWidth() != to.getIntOrFloatBitWidth())
      return {};
    if (auto type = dyn_cast<FloatType>(to))
      return FloatAttr::get(type, canonical(APFloat(type.getFloatSemantics(), bits)));
    return IntegerAttr::get(to, bits);
  });
}

} // namespace

void addElementwiseFolds(llvm::StringMap<Fold> &folds) {
  for (StringRef name : {"not", "popcnt", "count_leading_zeros", "sign", "add", "subtract", "multiply", "divide", "remainder",
                         "maximum", "minimum", "and", "or", "xor", "shift_left", "shift_right_logical", "shift_right_arithmetic"})
    folds[("det." + name).str()] = integer;
  folds["det.abs"] = sign;
  folds["det.negate"] = sign;
  folds["det.compare"] = compare;
  folds["det.select"] = select;
  folds["det.convert"] = convert;
  folds["det.bitcast_convert"] = bitcast;
}

} // namespace det::import
