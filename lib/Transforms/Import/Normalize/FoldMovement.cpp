// Folds of operations that move elements: constants are moved, moves that change nothing are dropped.
#include "Folds.h"

using namespace mlir;

namespace det::import {
namespace {

using Index = SmallVector<int64_t>;

/// A constant whose element at each index is the operand's element at `source(index)`.
template <class Source> Folded moved(DenseElementsAttr operand, RankedTensorType type, Source source) {
  if (operand.isSplat())
    return operand.resizeSplat(type);
  int64_t count = type.getNumElements();
  if (count > kMaxFoldedElements)
    return {};
  ArrayRef<int64_t> from = operand.getType().getShape(), to = type.getShape();
  auto elements = operand.getValues<Attribute>();
  SmallVector<Attribute> values;
  Index index(to.size(), 0);
  for (int64_t i = 0; i < count; ++i) {
    int64_t rest = i, flat = 0;
    for (int64_t d = int64_t(to.size()) - 1; d >= 0; --d) {
      index[d] = rest % to[d];
      rest /= to[d];
    }
    Index at = source(index);
    for (auto [size, position] : llvm::zip_equal(from, at))
      flat = flat * size + position;
    values.push_back(elements[flat]);
  }
  return DenseElementsAttr::get(type, values);
}

bool isIdentity(ArrayRef<int64_t> dims) {
  return llvm::all_of(llvm::enumerate(dims), [](auto pair) { return int64_t(pair.index()) == pair.value(); });
}

Folded broadcast(Operation *op) {
  auto broadcast = cast<BroadcastInDimOp>(op);
  if (broadcast.getOperand().getType() == broadcast.getType() && isIdentity(broadcast.getDims()))
    return broadcast.getOperand();
  DenseElementsAttr operand = constantOf(broadcast.getOperand());
  if (!operand) {
    // A broadcast of a broadcast is one: whatever the inner one repeats, the outer one may repeat itself.
    if (auto inner = broadcast.getOperand().getDefiningOp<BroadcastInDimOp>()) {
      SmallVector<int64_t> dims;
      for (int64_t dim : inner.getDims())
        dims.push_back(broadcast.getDims()[dim]);
      broadcast.getOperandMutable().assign(inner.getOperand());
      broadcast.setDims(dims);
    }
    return {};
  }
  ArrayRef<int64_t> shape = operand.getType().getShape();
  return moved(operand, resultType(op), [&](const Index &index) {
    Index at;
    for (auto [size, dim] : llvm::zip_equal(shape, broadcast.getDims()))
      at.push_back(size == 1 ? 0 : index[dim]);
    return at;
  });
}

Folded reshape(Operation *op) {
  auto reshape = cast<ReshapeOp>(op);
  if (reshape.getOperand().getType() == reshape.getType())
    return reshape.getOperand();
  if (DenseElementsAttr operand = constantOf(reshape.getOperand()))
    return operand.reshape(resultType(op));
  if (auto inner = reshape.getOperand().getDefiningOp<ReshapeOp>()) {
    if (inner.getOperand().getType() == reshape.getType())
      return inner.getOperand();
    reshape.getOperandMutable().assign(inner.getOperand());
  }
  return {};
}

Folded transpose(Operation *op) {
  auto transpose = cast<TransposeOp>(op);
  ArrayRef<int64_t> permutation = transpose.getPermutation();
  if (isIdentity(permutation))
    return transpose.getOperand();
  DenseElementsAttr operand = constantOf(transpose.getOperand());
  if (!operand)
    return {};
  return moved(operand, resultType(op), [&](const Index &index) {
    Index at(index.size());
    for (auto [i, dim] : llvm::enumerate(permutation))
      at[dim] = index[i];
    return at;
  });
}

Folded slice(Operation *op) {
  auto slice = cast<SliceOp>(op);
  if (slice.getOperand().getType() == slice.getType())
    return slice.getOperand(); // the same size can only be everything
  DenseElementsAttr operand = constantOf(slice.getOperand());
  if (!operand)
    return {};
  return moved(operand, resultType(op), [&](const Index &index) {
    Index at;
    for (auto [i, start, stride] : llvm::zip_equal(index, slice.getStarts(), slice.getStrides()))
      at.push_back(start + i * stride);
    return at;
  });
}

Folded pad(Operation *op) {
  auto pad = cast<PadOp>(op);
  auto zero = [](ArrayRef<int64_t> sizes) { return llvm::all_of(sizes, [](int64_t size) { return size == 0; }); };
  // Interior padding of a dim with fewer than two elements adds none, but then the type is the same.
  bool none = zero(pad.getLow()) && zero(pad.getHigh()) && pad.getOperand().getType() == pad.getType();
  return none ? Folded(pad.getOperand()) : Folded();
}

Folded reverse(Operation *op) {
  auto reverse = cast<ReverseOp>(op);
  ArrayRef<int64_t> shape = resultType(op).getShape();
  if (llvm::all_of(reverse.getDims(), [&](int64_t dim) { return shape[dim] <= 1; }))
    return reverse.getOperand();
  DenseElementsAttr operand = constantOf(reverse.getOperand());
  if (!operand)
    return {};
  return moved(operand, resultType(op), [&](Index index) {
    for (int64_t dim : reverse.getDims())
      index[dim] = shape[dim] - 1 - index[dim];
    return index;
  });
}

Folded concatenate(Operation *op) {
  auto concatenate = cast<ConcatenateOp>(op);
  if (concatenate.getInputs().size() == 1)
    return concatenate.getInputs().front();
  SmallVector<DenseElementsAttr> parts;
  for (Value input : concatenate.getInputs()) {
    DenseElementsAttr part = constantOf(input);
    if (!part)
      return {};
    parts.push_back(part);
  }
  RankedTensorType type = resultType(op);
  if (type.getNumElements() > kMaxFoldedElements)
    return {};
  // Each part gives a run of elements per index of the dims before `dim`.
  int64_t outer = 1;
  for (int64_t size : type.getShape().take_front(concatenate.getDim()))
    outer *= size;
  SmallVector<Attribute> values;
  for (int64_t i = 0; i < outer; ++i)
    for (DenseElementsAttr part : parts) {
      int64_t run = part.getNumElements() / outer;
      auto elements = part.getValues<Attribute>();
      for (int64_t j = 0; j < run; ++j)
        values.push_back(elements[i * run + j]);
    }
  return DenseElementsAttr::get(type, values);
}

} // namespace

void addMovementFolds(llvm::StringMap<Fold> &folds) {
  folds["det.broadcast_in_dim"] = broadcast;
  folds["det.reshape"] = reshape;
  folds["det.transpose"] = transpose;
  folds["det.slice"] = slice;
  folds["det.pad"] = pad;
  folds["det.reverse"] = reverse;
  folds["det.concatenate"] = concatenate;
}

} // namespace det::import
