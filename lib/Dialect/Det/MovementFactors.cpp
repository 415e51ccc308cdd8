// Factors of the ops that move elements.
#include "det/Dialect/Det/Det.h"

using namespace mlir;

namespace det {

static ArrayRef<int64_t> shapeOf(Value value) { return cast<RankedTensorType>(value.getType()).getShape(); }

/// Dims of a value, each one a factor of its own.
static FactorMap::Tensor ownFactors(FactorMap &map, ArrayRef<int64_t> shape, FactorKind kind) {
  FactorMap::Tensor dims;
  for (int64_t size : shape)
    dims.push_back({map.add(size, kind)});
  return dims;
}

/// A result of which only the first dims lists matter: operands after the first are replicated scalars.
static FactorMap::Tensor unsplit(Value value) { return FactorMap::Tensor(shapeOf(value).size()); }

FactorMap ConstantOp::getFactors() {
  FactorMap map;
  map.results.push_back(ownFactors(map, shapeOf(getResult()), FactorKind::Pass));
  return map;
}

FactorMap IotaOp::getFactors() {
  FactorMap map;
  map.results.push_back(ownFactors(map, shapeOf(getResult()), FactorKind::Pass));
  return map;
}

FactorMap BroadcastInDimOp::getFactors() {
  FactorMap map;
  FactorMap::Tensor result = ownFactors(map, shapeOf(getResult()), FactorKind::Pass), operand;
  for (auto [i, dim] : llvm::enumerate(getDims()))
    operand.push_back(shapeOf(getOperand())[i] == shapeOf(getResult())[dim] ? result[dim] : FactorMap::Dim());
  map.operands.push_back(operand);
  map.results.push_back(result);
  return map;
}

FactorMap ReshapeOp::getFactors() {
  // Both shapes are cut at their common prefix products: between two of them, the dims of one side are a list of factors
  // of the other side where one of them is a single dim, and whole otherwise.
  ArrayRef<int64_t> from = shapeOf(getOperand()), to = shapeOf(getResult());
  FactorMap map;
  FactorMap::Tensor operand(from.size()), result(to.size());
  size_t i = 0, j = 0;
  while (i < from.size() || j < to.size()) {
    size_t iBegin = i, jBegin = j;
    int64_t left = i < from.size() ? from[i++] : 1, right = j < to.size() ? to[j++] : 1;
    while (left != right)
      if (left < right && i < from.size())
        left *= from[i++];
      else if (j < to.size())
        right *= to[j++];
      else
        break;
    // Dims of size 1 correspond to nothing.
    SmallVector<size_t> leftDims, rightDims;
    for (size_t d = iBegin; d < i; ++d)
      if (from[d] != 1)
        leftDims.push_back(d);
    for (size_t d = jBegin; d < j; ++d)
      if (to[d] != 1)
        rightDims.push_back(d);
    // Empty tensors may be reshaped between dims that have nothing to do with each other.
    bool isOneToOne = leftDims.size() == 1 && rightDims.size() == 1;
    if (left == right && (left != 0 ? leftDims.size() == 1 || rightDims.size() == 1 : isOneToOne)) {
      bool split = leftDims.size() == 1;
      ArrayRef<size_t> many = split ? rightDims : leftDims;
      size_t one = split ? leftDims[0] : rightDims[0];
      for (size_t d : many) {
        int64_t factor = map.add(split ? to[d] : from[d], FactorKind::Pass);
        (split ? result : operand)[d] = {factor};
        (split ? operand : result)[one].push_back(factor);
      }
      continue;
    }
    for (size_t d : leftDims)
      operand[d] = {map.add(from[d], FactorKind::Whole)};
    for (size_t d : rightDims)
      result[d] = {map.add(to[d], FactorKind::Whole)};
  }
  map.operands.push_back(operand);
  map.results.push_back(result);
  return map;
}

FactorMap TransposeOp::getFactors() {
  FactorMap map;
  FactorMap::Tensor operand = ownFactors(map, shapeOf(getOperand()), FactorKind::Pass), result;
  for (int64_t dim : getPermutation())
    result.push_back(operand[dim]);
  map.operands.push_back(operand);
  map.results.push_back(result);
  return map;
}

/// Adds the dims of an operand, after those of the result: a dim that `windowOf` has a window for is read through it, by the
/// factor of the result dim with its number; others have that factor.
static void addWindowed(FactorMap &map, const FactorMap::Tensor &result,
                        llvm::function_ref<std::optional<FactorWindow>(size_t)> windowOf) {
  FactorMap::Tensor dims = result;
  for (size_t i = 0; i < dims.size(); ++i)
    if (std::optional<FactorWindow> window = windowOf(i)) {
      window->operand = map.operands.size();
      window->dim = i;
      window->factor = result[i][0];
      map.windows.push_back(*window);
      dims[i].clear();
    }
  map.operands.push_back(dims);
}

/// A window that reads element p * stride - low of the operand spread out by `dilation`.
static FactorWindow single(int64_t stride, int64_t low, int64_t dilation = 1) { return {0, 0, 0, stride, low, 1, dilation}; }

/// Dims of equal size pass; the others are whole on both sides.
static FactorMap passEqualDims(Value operand, Value result, llvm::function_ref<bool(size_t)> passes) {
  FactorMap map;
  FactorMap::Tensor from, to;
  for (auto [i, size] : llvm::enumerate(shapeOf(operand))) {
    if (passes(i)) {
      from.push_back({map.add(size, FactorKind::Pass)});
      to.push_back(from.back());
    } else {
      from.push_back({map.add(size, FactorKind::Whole)});
      to.push_back({map.add(shapeOf(result)[i], FactorKind::Whole)});
    }
  }
  map.operands.push_back(from);
  map.results.push_back(to);
  return map;
}

FactorMap SliceOp::getFactors() {
  FactorMap map;
  map.results.push_back(ownFactors(map, shapeOf(getResult()), FactorKind::Pass));
  addWindowed(map, map.results[0], [&](size_t i) -> std::optional<FactorWindow> {
    if (shapeOf(getOperand())[i] == shapeOf(getResult())[i])
      return std::nullopt;
    return single(getStrides()[i], -getStarts()[i]);
  });
  return map;
}

FactorMap ConcatenateOp::getFactors() {
  FactorMap map;
  map.results.push_back(ownFactors(map, shapeOf(getResult()), FactorKind::Pass));
  int64_t start = 0;
  for (Value input : getInputs()) {
    addWindowed(map, map.results[0], [&](size_t i) -> std::optional<FactorWindow> {
      if (i != getDim())
        return std::nullopt;
      return single(1, start);
    });
    start += shapeOf(input)[getDim()];
  }
  return map;
}

FactorMap PadOp::getFactors() {
  FactorMap map;
  map.results.push_back(ownFactors(map, shapeOf(getResult()), FactorKind::Pass));
  addWindowed(map, map.results[0], [&](size_t i) -> std::optional<FactorWindow> {
    if (!getLow()[i] && !getHigh()[i] && !getInterior()[i])
      return std::nullopt;
    return single(1, getLow()[i], getInterior()[i] + 1);
  });
  map.operands.push_back(unsplit(getPadding()));
  return map;
}

FactorMap ReverseOp::getFactors() {
  FactorMap map;
  map.results.push_back(ownFactors(map, shapeOf(getResult()), FactorKind::Pass));
  addWindowed(map, map.results[0], [&](size_t i) -> std::optional<FactorWindow> {
    if (!llvm::is_contained(getDims(), static_cast<int64_t>(i)))
      return std::nullopt;
    return single(-1, 1 - shapeOf(getResult())[i]);
  });
  return map;
}

FactorMap DynamicSliceOp::getFactors() {
  FactorMap map =
      passEqualDims(getOperand(), getResult(), [&](size_t i) { return shapeOf(getOperand())[i] == shapeOf(getResult())[i]; });
  for (Value start : getStarts())
    map.operands.push_back(unsplit(start));
  return map;
}

FactorMap DynamicUpdateSliceOp::getFactors() {
  FactorMap map;
  FactorMap::Tensor operand, update;
  for (auto [i, size] : llvm::enumerate(shapeOf(getOperand()))) {
    bool passes = shapeOf(getUpdate())[i] == size;
    operand.push_back({map.add(size, passes ? FactorKind::Pass : FactorKind::Whole)});
    update.push_back(passes ? operand.back() : FactorMap::Dim{map.add(shapeOf(getUpdate())[i], FactorKind::Whole)});
  }
  map.operands = {operand, update};
  for (Value start : getStarts())
    map.operands.push_back(unsplit(start));
  map.results.push_back(operand);
  return map;
}

FactorMap GatherOp::getFactors() {
  FactorMap map;
  FactorMap::Tensor operand(shapeOf(getOperand()).size()), indices(shapeOf(getIndices()).size()),
      result(shapeOf(getResult()).size());
  // The indices' dims, in order, are the result's dims that are not offset dims.
  SmallVector<int64_t> batch;
  for (int64_t i = 0, e = result.size(); i < e; ++i)
    if (!llvm::is_contained(getOffsetDims(), i))
      batch.push_back(i);
  size_t next = 0;
  for (auto [i, size] : llvm::enumerate(shapeOf(getIndices()))) {
    if (i == getIndexVectorDim()) {
      indices[i] = {map.add(size, FactorKind::Whole)};
      continue;
    }
    indices[i] = {map.add(size, FactorKind::Pass)};
    result[batch[next++]] = indices[i];
  }
  for (auto [o, i] : llvm::zip(getOperandBatchingDims(), getIndicesBatchingDims()))
    operand[o] = indices[i];
  // The operand's other dims: a full slice passes, anything that is addressed is whole.
  size_t offset = 0;
  for (int64_t i = 0, e = operand.size(); i < e; ++i) {
    if (llvm::is_contained(getOperandBatchingDims(), i))
      continue;
    int64_t size = shapeOf(getOperand())[i];
    bool collapsed = llvm::is_contained(getCollapsedSliceDims(), i);
    bool full = !collapsed && getSliceSizes()[i] == size && !llvm::is_contained(getStartIndexMap(), i);
    operand[i] = {map.add(size, full ? FactorKind::Pass : FactorKind::Whole)};
    if (!collapsed) {
      int64_t dim = getOffsetDims()[offset++];
      result[dim] = full ? operand[i] : FactorMap::Dim{map.add(getSliceSizes()[i], FactorKind::Whole)};
    }
  }
  map.operands = {operand, indices};
  map.results = {result};
  return map;
}

FactorMap WindowsOp::getFactors() {
  // Where windows are single elements the dim passes.
  FactorMap map;
  uint32_t rank = shapeOf(getOperand()).size();
  FactorMap::Tensor operand(rank), result(2 * rank);
  for (uint32_t i = 0; i < rank; ++i) {
    result[i] = {map.add(shapeOf(getResult())[i], FactorKind::Pass)};
    if (getSizes()[i] == 1 && getStrides()[i] == 1) {
      operand[i] = result[i];
      continue;
    }
    result[rank + i] = {map.add(getSizes()[i], FactorKind::Whole)};
    map.windows.push_back({0, i, result[i][0], getStrides()[i], 0, (getSizes()[i] - 1) * getDilations()[i] + 1});
  }
  map.operands = {operand};
  map.results = {result};
  return map;
}

/// Every dim of all tensors passes.
static FactorMap passAll(Value like, size_t operands) {
  FactorMap map;
  FactorMap::Tensor dims = ownFactors(map, shapeOf(like), FactorKind::Pass);
  map.operands.assign(operands, dims);
  map.results = {dims};
  return map;
}

FactorMap RealOp::getFactors() { return passAll(getResult(), 1); }
FactorMap ImagOp::getFactors() { return passAll(getResult(), 1); }
FactorMap ComplexOp::getFactors() { return passAll(getResult(), 2); }

} // namespace det
