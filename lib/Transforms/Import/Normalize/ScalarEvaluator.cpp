// Evaluates integer scalars of an input program as far as they are constant.
#include "ScalarEvaluator.h"
#include "../InputOps.h"
#include "../Convert/IntegerMath.h"
#include "det/Dialect/Input/AttrReader.h"
#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;
using llvm::APInt;

namespace det::import {

/// The element type of an integer scalar (rank 0, or one element), or null.
static IntegerType scalarType(Value value) {
  auto tensor = dyn_cast<RankedTensorType>(value.getType());
  if (!tensor || !tensor.hasStaticShape() || tensor.getNumElements() != 1)
    return {};
  return dyn_cast<IntegerType>(tensor.getElementType());
}

std::optional<APInt> ScalarEvaluator::evaluate(Value value) {
  if (!scalarType(value))
    return std::nullopt;
  // Chains of scalar operations are as long as a program; so no recursion over them.
  SmallVector<Value> stack = {value};
  while (!stack.empty()) {
    Value top = stack.back();
    Operation *op = top.getDefiningOp();
    if (known.contains(top)) {
      stack.pop_back();
      continue;
    }
    size_t before = stack.size();
    if (op)
      for (Value operand : op->getOperands())
        if (!known.contains(operand)) {
          if (scalarType(operand))
            stack.push_back(operand);
          else
            known[operand] = std::nullopt;
        }
    if (stack.size() != before)
      continue;
    known[top] = op && op->getNumResults() == 1 ? compute(op) : std::nullopt;
    stack.pop_back();
  }
  return known[value];
}

std::optional<APInt> ScalarEvaluator::compute(Operation *op) {
  StringRef name = inputName(op);
  if (name == "constant") {
    auto value = dyn_cast_or_null<DenseIntElementsAttr>(op->getAttr("value"));
    return value ? std::optional<APInt>(*value.value_begin<APInt>()) : std::nullopt;
  }
  SmallVector<APInt> operands;
  for (Value operand : op->getOperands()) {
    std::optional<APInt> value = known[operand];
    if (!value)
      return std::nullopt;
    operands.push_back(*value);
  }
  if (operands.empty())
    return std::nullopt;
  IntegerType from = scalarType(op->getOperand(0)), to = scalarType(op->getResult(0));
  if (name == "convert")
    return convertInteger(operands[0], from, to);
  if (name == "reshape" || name == "broadcast_in_dim" || name == "optimization_barrier" || name == "sdy.sharding_constraint")
    return operands[0];
  if (name == "compare" && operands.size() == 2) {
    auto holds = compareIntegers(input::word(op->getAttr("comparison_direction")), operands[0], operands[1], from);
    return holds ? std::optional<APInt>(APInt(1, *holds)) : std::nullopt;
  }
  if (name == "select" && operands.size() == 3)
    return operands[0].isZero() ? operands[2] : operands[1];
  for (Value operand : op->getOperands())
    if (scalarType(operand) != to)
      return std::nullopt;
  return evaluateInteger(name, operands, to);
}

} // namespace det::import
