// Local loops of a region: sizes from its tensors, then neighbours merged.
#include "KernelNest.h"

#include "det/Dialect/Det/OrderModel.h"

using namespace mlir;

namespace det {

LocalTensor LocalTensor::dense(ArrayRef<int64_t> shape) {
  LocalTensor tensor{SmallVector<int64_t>(shape), SmallVector<int64_t>(shape.size(), 1)};
  for (int i = static_cast<int>(shape.size()) - 2; i >= 0; --i)
    tensor.strides[i] = tensor.strides[i + 1] * shape[i + 1];
  return tensor;
}

bool isEmptyReduce(ReduceOp reduce) { return llvm::is_contained(cast<ShapedType>(reduce.getOperand().getType()).getShape(), 0); }

int KernelNest::loopOf(int dim) const {
  for (auto [i, loop] : llvm::enumerate(loops))
    if (llvm::is_contained(loop.dims, dim))
      return i;
  return -1;
}

/// Sizes of the iteration dims on this rank; 0 where no tensor tells.
static LogicalResult findSizes(RegionOp region, const RegionSpace &space, ArrayRef<Value> values,
                               ArrayRef<const LocalTensor *> tensors, SmallVector<int64_t> &sizes) {
  for (auto [value, tensor] : llvm::zip(values, tensors))
    for (auto [i, dim] : llvm::enumerate(space.getDims(value))) {
      if (dim < 0)
        continue;
      int64_t size = tensor->shape[i];
      if (sizes[dim] >= 0 && sizes[dim] != size)
        return region.emitOpError() << "expected local size " << sizes[dim] << " in iteration dim " << dim << ", got " << size;
      sizes[dim] = size;
    }
  return success();
}

/// True if loop b, next inside a, can run as one loop with it.
static bool canMerge(const KernelNest &nest, int a, int b, ArrayRef<bool> pinned) {
  const KernelLoop &outer = nest.loops[a], &inner = nest.loops[b];
  if (outer.role != inner.role || outer.role == LoopRole::Row)
    return false;
  if (llvm::any_of(outer.dims, [&](int dim) { return pinned[dim]; }) ||
      llvm::any_of(inner.dims, [&](int dim) { return pinned[dim]; }))
    return false;
  if (outer.role == LoopRole::Reduced && inner.block)
    return false;
  return llvm::all_of(nest.tensors,
                      [&](const KernelTensor &tensor) { return tensor.strides[a] == tensor.strides[b] * inner.size; });
}

static void merge(KernelNest &nest, int a, int b) {
  KernelLoop &outer = nest.loops[a], &inner = nest.loops[b];
  outer.block *= inner.size;
  outer.size *= inner.size;
  outer.dims.append(inner.dims);
  for (KernelTensor &tensor : nest.tensors) {
    tensor.strides[a] = tensor.strides[b];
    tensor.strides.erase(tensor.strides.begin() + b);
  }
  nest.loops.erase(nest.loops.begin() + b);
}

FailureOr<KernelNest> makeNest(RegionOp region, const RegionSpace &space, ArrayRef<LocalTensor> inputs,
                               ArrayRef<LocalTensor> outputs, const order::Box *node) {
  Block &body = region.getBody().front();
  SmallVector<Value> values(body.getArguments());
  llvm::append_range(values, cast<YieldOp>(body.getTerminator()).getValues());
  SmallVector<const LocalTensor *> tensors;
  for (const LocalTensor &tensor : inputs)
    tensors.push_back(&tensor);
  for (const LocalTensor &tensor : outputs)
    tensors.push_back(&tensor);
  if (values.size() != tensors.size())
    return region.emitOpError() << "expected " << values.size() << " local tensors, got " << tensors.size();

  int rank = space.getSizes().size();
  SmallVector<int64_t> sizes(rank, -1);
  ReduceOp root = space.getRoot();
  SmallVector<int> box;
  bool isEmptyRoot = root && isEmptyReduce(root);
  if (root && !isEmptyRoot) {
    box = space.getBoxDims(root);
    if (node)
      for (auto [dim, range] : llvm::zip(box, *node))
        if (dim >= 0)
          sizes[dim] = range.size();
  }
  if (failed(findSizes(region, space, values, tensors, sizes)))
    return failure();
  for (int dim = 0; dim < rank; ++dim)
    if (sizes[dim] < 0)
      sizes[dim] = space.getSizes()[dim];
  // Only the results of a reduction of nothing are walked.
  if (isEmptyRoot)
    for (int dim : space.getBoxDims(root))
      if (dim >= 0)
        sizes[dim] = 1;

  KernelNest nest;
  nest.dimSizes = sizes;
  for (int dim = 0; dim < rank; ++dim) {
    KernelLoop &loop = nest.loops.emplace_back();
    loop.size = sizes[dim];
    loop.dims = {dim};
    nest.points *= loop.size;
    if (llvm::is_contained(box, dim))
      loop.role = LoopRole::Reduced;
  }
  if (root && !isEmptyRoot && root.getOrderAttr()) {
    int previous = -1;
    for (order::Level level : toModel(root.getOrderAttr()).levels) {
      int dim = box[level.dim];
      if (dim < 0 || level.block >= space.getSizes()[dim])
        continue;
      if (dim <= previous)
        return region.emitOpError() << "expected one level of blocks per dim, outer dims first, got dim " << level.dim
                                    << " again or late";
      previous = dim;
      nest.loops[dim].block = level.block;
    }
  }
  SmallVector<bool> pinned(rank);
  for (Operation &op : body.without_terminator()) {
    if (auto iota = dyn_cast<IotaOp>(op)) {
      int dim = space.getDims(iota.getResult())[iota.getDim()];
      if (dim >= 0)
        pinned[dim] = true;
    }
    if (auto reduce = dyn_cast<ReduceOp>(op))
      if (reduce != root && !isTrivialReduce(reduce) && !isEmptyReduce(reduce))
        nest.loops[rank - 1].role = LoopRole::Row;
  }
  for (auto [value, tensor] : llvm::zip(values, tensors)) {
    KernelTensor &entry = nest.tensors.emplace_back();
    entry.element = cast<ShapedType>(value.getType()).getElementType();
    entry.strides.assign(rank, 0);
    for (auto [i, dim] : llvm::enumerate(space.getDims(value)))
      if (dim >= 0 && sizes[dim] > 1)
        entry.strides[dim] = tensor->strides[i];
    entry.isEmpty = llvm::is_contained(tensor->shape, 0);
    entry.alignment = tensor->alignment;
  }
  if (root && isPartialReduce(root))
    nest.tensors.back().element = getAccumulationType(nest.tensors.back().element);

  // Loops of one iteration vanish, unless their index is needed or the kernel is made for them (an innermost reduced loop asks
  // for lanes).
  for (int i = rank - 1; i >= 0; --i) {
    bool isNeeded = nest.loops[i].role == LoopRole::Row || (i == rank - 1 && nest.loops[i].role == LoopRole::Reduced);
    bool isOnly = nest.loops[i].size == 1 && !pinned[i] && !isNeeded;
    if (!isOnly)
      continue;
    nest.loops.erase(nest.loops.begin() + i);
    for (KernelTensor &tensor : nest.tensors)
      tensor.strides.erase(tensor.strides.begin() + i);
  }
  for (int i = static_cast<int>(nest.loops.size()) - 1; i > 0; --i)
    if (canMerge(nest, i - 1, i, pinned))
      merge(nest, i - 1, i);
  return nest;
}

} // namespace det
