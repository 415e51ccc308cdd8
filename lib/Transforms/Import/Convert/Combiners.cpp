// Recognises the region of a reduction or scatter as one of det's combiners.
#include "Combiners.h"
#include "../InputOps.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;

namespace det::import {

/// Whether a conversion keeps every value: between floats, to at least as wide a type.
static bool isWidening(Operation *op) {
  auto from = dyn_cast<FloatType>(getElementTypeOrSelf(op->getOperand(0).getType()));
  auto to = dyn_cast<FloatType>(getElementTypeOrSelf(op->getResult(0).getType()));
  return from && to && (from.isBF16() || from.isF16()) && to.isF32();
}

/// The joined value if it is computed in f32 and rounded once to a narrower type: sums of the narrower type accumulate in f32
/// anyway (docs/order.md).
static Operation *wideJoin(Operation *op) {
  if (inputName(op) != "convert" || op->getNumOperands() != 1)
    return nullptr;
  Operation *wide = op->getOperand(0).getDefiningOp();
  if (!wide || wide->getNumOperands() != 2)
    return nullptr;
  for (Value operand : wide->getOperands()) {
    Operation *convert = operand.getDefiningOp();
    if (!convert || inputName(convert) != "convert" || !isWidening(convert) ||
        convert->getOperand(0).getType() != op->getResult(0).getType())
      return nullptr;
  }
  return wide;
}

/// The value behind operations that are the identity.
static Value lookThrough(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    StringRef name = inputName(op);
    if ((name != "sdy.sharding_constraint" && name != "optimization_barrier") || op->getNumOperands() != 1)
      break;
    value = op->getOperand(0);
  }
  return value;
}

std::optional<Combiner> matchCombiner(Region &region, unsigned i, unsigned pairs) {
  Operation *end = regionReturn(region);
  if (!end || region.getNumArguments() != 2 * pairs || end->getNumOperands() != pairs)
    return std::nullopt;
  Value left = region.getArgument(i), right = region.getArgument(pairs + i), result = lookThrough(end->getOperand(i));
  if (result == right)
    return Combiner::Assign;
  Operation *op = result.getDefiningOp();
  if (!op || op->getBlock() != &region.front())
    return std::nullopt;
  Operation *wide = wideJoin(op);
  if (wide)
    op = wide;
  if (op->getNumOperands() != 2)
    return std::nullopt;
  auto side = [&](unsigned i) {
    Value value = op->getOperand(i);
    return lookThrough(wide ? value.getDefiningOp()->getOperand(0) : value);
  };
  Value a = side(0), b = side(1);
  // All of these commute, in bits too.
  if (!(a == left && b == right) && !(a == right && b == left))
    return std::nullopt;
  bool boolean = getElementTypeOrSelf(result.getType()).isInteger(1);
  return llvm::StringSwitch<std::optional<Combiner>>(inputName(op))
      .Case("add", boolean ? Combiner::Or : Combiner::Add)
      .Case("multiply", boolean ? Combiner::And : Combiner::Mul)
      .Case("maximum", boolean ? Combiner::Or : Combiner::Max)
      .Case("minimum", boolean ? Combiner::And : Combiner::Min)
      .Case("and", Combiner::And)
      .Case("or", Combiner::Or)
      .Case("xor", Combiner::Xor)
      .Default(std::nullopt);
}

StringRef combinerOp(Combiner combiner) {
  switch (combiner) {
  case Combiner::Add:
    return "add";
  case Combiner::Mul:
    return "multiply";
  case Combiner::Max:
    return "maximum";
  case Combiner::Min:
    return "minimum";
  case Combiner::And:
    return "and";
  case Combiner::Or:
    return "or";
  case Combiner::Xor:
    return "xor";
  case Combiner::Assign:
  case Combiner::Body:
    return "";
  }
  return "";
}

} // namespace det::import
