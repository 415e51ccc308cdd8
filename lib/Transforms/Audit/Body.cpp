// Classifies the regions that join two values.
#include "Body.h"
#include "Visit.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;

namespace det::audit {
namespace {

/// The value behind what changes no element.
Value lookThrough(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    StringRef name = inputName(op);
    if (op->getNumOperands() != 1 || (name != "sdy.sharding_constraint" && name != "optimization_barrier" && name != "copy"))
      break;
    value = op->getOperand(0);
  }
  return value;
}

/// What neither rounds nor depends on the sides of its operands.
bool isChoice(StringRef name) {
  static const llvm::StringSet<> names{"maximum", "minimum", "select", "constant", "compare", "and", "or", "xor", "not", "convert",
                                       "sdy.sharding_constraint", "optimization_barrier", "reshape", "broadcast_in_dim", "copy",
                                       "is_finite", "abs", "negate", "return", "sdy.return"};
  return names.contains(name);
}

/// Joins of whole numbers that commute and associate; of floats only the first two do.
bool isFreeJoin(Operation *op) {
  static const llvm::StringSet<> any{"maximum", "minimum"}, whole{"add", "multiply", "and", "or", "xor"};
  StringRef name = inputName(op);
  return op->getNumResults() == 1 && (any.contains(name) || (whole.contains(name) && !rounds(op->getResult(0).getType())));
}

} // namespace

Body bodyOf(Region &region) {
  Operation *end = import::regionReturn(region);
  unsigned pairs = region.getNumArguments() / 2;
  if (!end || pairs == 0 || region.getNumArguments() != 2 * pairs || end->getNumOperands() != pairs)
    return Body::Rounds;
  bool isOverwrite = true, isFree = true;
  for (unsigned i = 0; i < pairs; ++i) {
    Value left = region.getArgument(i), right = region.getArgument(pairs + i), result = lookThrough(end->getOperand(i));
    isOverwrite &= result == right;
    Operation *join = result.getDefiningOp();
    bool isJoin = join && join->getNumOperands() == 2 && isFreeJoin(join);
    if (isJoin) {
      Value a = lookThrough(join->getOperand(0)), b = lookThrough(join->getOperand(1));
      isJoin = (a == left && b == right) || (a == right && b == left);
    }
    isFree &= isJoin;
  }
  if (isOverwrite)
    return Body::Overwrites;
  if (isFree)
    return Body::Free;
  static const llvm::StringSet<> makesKeys{"abs", "negate", "convert"};
  bool selects = false, decidesTies = false, onlyChooses = true, hasKeys = false;
  for (Operation &op : region.front()) {
    StringRef name = inputName(&op);
    onlyChooses &= isChoice(name) && op.getNumRegions() == 0;
    selects |= name == "select";
    hasKeys |= makesKeys.contains(name);
    decidesTies |= name == "compare" && input::word(op.getAttr("comparison_direction")) == "EQ";
  }
  if (!onlyChooses || !selects)
    return Body::Rounds;
  // One value that is chosen by itself: equal ones are the same. By its magnitude, say, they are not.
  return decidesTies || (pairs == 1 && !hasKeys) ? Body::Free : Body::Picks;
}

} // namespace det::audit
