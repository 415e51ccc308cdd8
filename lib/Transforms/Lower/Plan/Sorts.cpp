// Sorts. A comparator that compares one key of each side sorts by that key; others are called.
#include "Bodies.h"
#include "Lowerings.h"

using namespace mlir;

namespace det::plan {

namespace {

/// A comparator as `key(left) < key(right)` on the values of one operand.
struct KeyMatch {
  unsigned operand;
  Value key; ///< in the body, in terms of the left value
  artifact::SortKey kind;
  bool descending;
};

/// True if `right` is `left` with the argument `b` in the place of `a`.
bool areAlike(Value left, Value right, BlockArgument a, BlockArgument b) {
  if (left == a || right == b)
    return left == a && right == b;
  Operation *l = left.getDefiningOp(), *r = right.getDefiningOp();
  if (!l || !r || l->getName() != r->getName() || l->getAttrs() != r->getAttrs() || l->getNumOperands() != r->getNumOperands() ||
      left.getType() != right.getType())
    return false;
  return llvm::all_of(llvm::zip(l->getOperands(), r->getOperands()),
                      [&](auto pair) { return areAlike(std::get<0>(pair), std::get<1>(pair), a, b); });
}

/// Whether a value depends on the argument.
bool reads(Value value, BlockArgument argument) {
  if (value == argument)
    return true;
  Operation *op = value.getDefiningOp();
  return op && llvm::any_of(op->getOperands(), [&](Value operand) { return reads(operand, argument); });
}

std::optional<artifact::SortKey> keyKind(Type element, bool totalOrder) {
  if (auto integer = dyn_cast<IntegerType>(element)) {
    bool isUnsigned = integer.isUnsigned() || integer.getWidth() == 1;
    return isUnsigned ? artifact::SortKey::unsigned_ : artifact::SortKey::signed_;
  }
  if (totalOrder)
    return artifact::SortKey::total;
  if (element.isF32() || element.isF64())
    return artifact::SortKey::less;
  return std::nullopt;
}

std::optional<KeyMatch> matchKey(SortOp op) {
  Block &body = op.getBody().front();
  auto compare = body.getTerminator()->getOperand(0).getDefiningOp<CompareOp>();
  if (!compare || (compare.getDirection() != Comparison::LT && compare.getDirection() != Comparison::GT))
    return std::nullopt;
  Type element = getElementTypeOrSelf(compare.getLhs().getType());
  std::optional<artifact::SortKey> kind = keyKind(element, compare.getTotalOrder());
  if (!kind || (element.getIntOrFloatBitWidth() < 8 && !element.isInteger(1)))
    return std::nullopt;
  bool greater = compare.getDirection() == Comparison::GT;
  for (unsigned i = 0; i < op.getInputs().size(); ++i) {
    BlockArgument left = body.getArgument(2 * i), right = body.getArgument(2 * i + 1);
    for (bool swapped : {false, true}) {
      Value l = swapped ? compare.getRhs() : compare.getLhs(), r = swapped ? compare.getLhs() : compare.getRhs();
      if (reads(l, left) && areAlike(l, r, left, right))
        return KeyMatch{i, l, *kind, greater != swapped};
    }
  }
  return std::nullopt;
}

} // namespace

/// The array of keys: the operand itself, or what a kernel makes of it.
static FailureOr<View> keysOf(SortOp op, const KeyMatch &match, ProgramBuilder &builder) {
  View operand = builder.dense(op.getInputs()[match.operand]);
  BlockArgument left = op.getBody().front().getArgument(2 * match.operand);
  if (match.key == left)
    return operand;
  FailureOr<BodyKernel> kernel = lowerBody(op, left, match.key, builder);
  if (failed(kernel))
    return failure();
  View keys = builder.allocate(operand.shape, kernel->body.result_bytes[0]);
  launchBody(op, *kernel, operand, keys, builder);
  return keys;
}

static LogicalResult lowerSort(SortOp op, ProgramBuilder &builder) {
  SmallVector<int64_t> shape = builder.localShape(op.getInputs()[0]);
  size_t dim = op.getDim();
  artifact::SortT sort;
  sort.outer = elementsOf(ArrayRef(shape).take_front(dim));
  sort.size = shape[dim];
  sort.inner = elementsOf(ArrayRef(shape).drop_front(dim + 1));
  SmallVector<BufferUse> uses, writes;
  for (auto [input, output] : llvm::zip_equal(op.getInputs(), op.getOutputs())) {
    int64_t bytes = bytesOf(input);
    sort.element_bytes.push_back(bytes);
    View to = builder.allocate(shape, bytes);
    builder.setView(output, to);
    writes.push_back(builder.writes(to, bytes));
  }
  if (elementsOf(shape) == 0)
    return success();
  for (Value input : op.getInputs())
    uses.push_back(builder.reads(builder.dense(input), bytesOf(input)));
  uses.append(writes);
  if (std::optional<KeyMatch> match = matchKey(op)) {
    FailureOr<View> keys = keysOf(op, *match, builder);
    if (failed(keys))
      return failure();
    sort.key = match->kind;
    sort.descending = match->descending;
    sort.key_bytes = bytesOf(match->key);
    uses.push_back(builder.reads(*keys, sort.key_bytes));
  } else {
    FailureOr<BodyKernel> kernel = lowerBody(op, builder);
    if (failed(kernel))
      return failure();
    sort.body = std::make_unique<artifact::BodyT>(std::move(kernel->body));
  }
  builder.add(std::move(sort), uses, builder.tables.label(op), 0, elementsOf(shape) * op.getInputs().size());
  return success();
}

void addSortLowerings(LoweringTable &table) { addLowering<SortOp>(table, lowerSort); }

} // namespace det::plan
