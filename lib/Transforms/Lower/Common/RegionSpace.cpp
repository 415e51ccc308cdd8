// The iteration space of a region: dims are joined to classes op by op, the largest value gives their order.
#include "det/Transforms/Lower/RegionSpace.h"

#include "llvm/ADT/IntEqClasses.h"

using namespace mlir;

namespace det {

bool isTrivialReduce(ReduceOp reduce) {
  auto shape = cast<ShapedType>(reduce.getOperand().getType()).getShape();
  return llvm::all_of(reduce.getDims(), [&](int64_t dim) { return shape[dim] == 1; });
}

bool isPartialReduce(ReduceOp reduce) {
  auto layouts = reduce->getAttrOfType<ArrayAttr>(kLayoutsAttr);
  return layouts && !layouts.empty() && cast<LayoutAttr>(layouts[0]).isPartial();
}

/// Pairs (operand dim, result dim) that an op with one operand of interest maps to each other; sizes above 1 only.
static SmallVector<std::pair<int64_t, int64_t>> getDimPairs(Operation *op, Value operand) {
  auto from = cast<ShapedType>(operand.getType()).getShape();
  auto to = cast<ShapedType>(op->getResult(0).getType()).getShape();
  SmallVector<std::pair<int64_t, int64_t>> pairs;
  if (auto broadcast = dyn_cast<BroadcastInDimOp>(op)) {
    for (auto [i, dim] : llvm::enumerate(broadcast.getDims()))
      if (from[i] > 1)
        pairs.push_back({i, dim});
    return pairs;
  }
  if (auto reduce = dyn_cast<ReduceOp>(op)) {
    if (operand != reduce.getOperand())
      return pairs; // init is a scalar
    for (int64_t i = 0, j = 0, e = from.size(); i < e; ++i)
      if (!llvm::is_contained(reduce.getDims(), i)) {
        if (from[i] > 1)
          pairs.push_back({i, j});
        ++j;
      }
    return pairs;
  }
  // Elementwise ops and reshapes that add or drop dims of size 1: the dims above 1 correspond in order.
  SmallVector<int64_t> fromDims, toDims;
  for (auto [i, size] : llvm::enumerate(from))
    if (size > 1)
      fromDims.push_back(i);
  for (auto [i, size] : llvm::enumerate(to))
    if (size > 1)
      toDims.push_back(i);
  for (auto [i, j] : llvm::zip(fromDims, toDims))
    pairs.push_back({i, j});
  return pairs;
}

/// The dims of a value above size 1.
static SmallVector<int64_t> getLargeDims(Value value) {
  SmallVector<int64_t> dims;
  for (auto [i, size] : llvm::enumerate(cast<ShapedType>(value.getType()).getShape()))
    if (size > 1)
      dims.push_back(i);
  return dims;
}

/// Joins what no value connects to the leader: sums of the rows of two tensors may meet only at row level, and then nothing says
/// that their rows are one dim. Ops share a region only if the dims of each are, in order, those of the space or of its rows
/// (FuseGroups.h), so the leader's dims say where they belong. Views and fills are left to the ops that read them.
static void joinParts(Block &body, Value leader, const DenseMap<Value, unsigned> &firstDim, llvm::IntEqClasses &classes) {
  SmallVector<int64_t> leading = getLargeDims(leader);
  auto sizeOf = [](Value value, int64_t dim) { return cast<ShapedType>(value.getType()).getDimSize(dim); };
  auto isOf = [&](unsigned dim, int64_t place) {
    return classes.findLeader(dim) == classes.findLeader(firstDim.lookup(leader) + leading[place]);
  };
  auto joinOps = [&](size_t rank) {
    for (Operation &op : body.without_terminator()) {
      if (isa<BroadcastInDimOp, ReshapeOp, ConstantOp, IotaOp>(op))
        continue;
      auto reduce = dyn_cast<ReduceOp>(op);
      Value value = op.getResult(0);
      if (reduce)
        value = reduce.getOperand();
      SmallVector<int64_t> dims = getLargeDims(value);
      unsigned first = firstDim.lookup(value);
      bool fits = dims.size() == rank;
      for (size_t i = 0; fits && i < rank; ++i) {
        fits = sizeOf(value, dims[i]) == sizeOf(leader, leading[i]);
        for (size_t place = 0; fits && place < leading.size(); ++place)
          fits = place == i || !isOf(first + dims[i], place);
      }
      for (size_t i = 0; fits && i < rank; ++i)
        classes.join(first + dims[i], firstDim.lookup(leader) + leading[i]);
    }
  };
  // Rows last: by then a fill that a whole part reads through a broadcast has its place.
  joinOps(leading.size());
  if (leading.size() > 1)
    joinOps(leading.size() - 1);
}

FailureOr<RegionSpace> RegionSpace::create(RegionOp region) {
  Block &body = region.getBody().front();
  DenseMap<Value, unsigned> firstDim; // each value's dims are consecutive numbers
  SmallVector<Value> values;
  unsigned count = 0;
  auto number = [&](Value value) {
    firstDim[value] = count;
    count += cast<ShapedType>(value.getType()).getRank();
    values.push_back(value);
  };
  for (Value argument : body.getArguments())
    number(argument);
  for (Operation &op : body.without_terminator())
    for (Value result : op.getResults())
      number(result);

  llvm::IntEqClasses classes(count);
  for (Operation &op : body.without_terminator())
    for (Value operand : op.getOperands())
      for (auto [i, j] : getDimPairs(&op, operand))
        classes.join(firstDim[operand] + i, firstDim[op.getResult(0)] + j);
  Value leader;
  for (Value value : values)
    if (!leader || getLargeDims(value).size() > getLargeDims(leader).size())
      leader = value;
  if (leader)
    joinParts(body, leader, firstDim, classes);
  classes.compress();

  RegionSpace space;
  SmallVector<int> dimOfClass(classes.getNumClasses(), -1);
  if (leader)
    for (auto [i, size] : llvm::enumerate(cast<ShapedType>(leader.getType()).getShape()))
      if (size > 1) {
        dimOfClass[classes[firstDim[leader] + i]] = space.sizes.size();
        space.sizes.push_back(size);
      }
  for (Value value : values) {
    SmallVector<int> &dims = space.dims[value];
    for (auto [i, size] : llvm::enumerate(cast<ShapedType>(value.getType()).getShape())) {
      dims.push_back(size > 1 ? dimOfClass[classes[firstDim[value] + i]] : -1);
      if (size > 1 && (dims.back() < 0 || space.sizes[dims.back()] != size))
        return region.emitOpError() << "expected ops over one iteration space, got a dim of size " << size << " outside it";
    }
  }

  int last = static_cast<int>(space.sizes.size()) - 1;
  for (auto reduce : body.getOps<ReduceOp>()) {
    if (isTrivialReduce(reduce))
      continue;
    SmallVector<int> box = space.getBoxDims(reduce);
    bool isRow = !isPartialReduce(reduce) && last > 0 && llvm::all_of(box, [&](int dim) { return dim < 0 || dim == last; });
    if (isRow && region.getNumResults() >= 1 && space.sizes.size() > 1)
      continue;
    if (space.root)
      return region.emitOpError() << "expected one reduction over outer dims, got two";
    space.root = reduce;
  }
  if (space.root && (region.getNumResults() != 1 || cast<YieldOp>(body.getTerminator()).getValues()[0] != space.root.getResult()))
    return region.emitOpError() << "expected a reduction over outer dims to be the only result";
  return space;
}

SmallVector<int> RegionSpace::getBoxDims(ReduceOp reduce) const {
  SmallVector<int> box;
  ArrayRef<int> operand = getDims(reduce.getOperand());
  for (int64_t dim : reduce.getDims())
    box.push_back(operand[dim]);
  return box;
}

} // namespace det
