// Where the updates of a scatter go: what det.scatter and det.generic_scatter share.
#ifndef DET_REFERENCE_SCATTERTARGETS_H
#define DET_REFERENCE_SCATTERTARGETS_H

#include "Indexing.h"

namespace det::reference {

/// The addressing of a scatter. A *position* is an index in `vectors.shape`: one index vector and the window that it places.
struct ScatterTargets {
  mlir::RankedTensorType type; ///< of the operand
  IndexVectors vectors;
  llvm::SmallVector<int64_t> scatterStrides;                         ///< of vectors.shape's dims, in the updates
  llvm::SmallVector<int64_t> windowShape, windowStrides, windowDims; ///< in the updates; dims of the operand
  llvm::SmallVector<int64_t> strides;                                ///< of the operand

  /// Of det.scatter or det.generic_scatter.
  template <class Op>
  ScatterTargets(Op op, mlir::RankedTensorType operand, mlir::RankedTensorType updates)
      : type(operand), vectors(tensorType(op.getIndices()).getShape(), op.getIndexVectorDim(), op.getScatterDimsToOperandDims(),
                               op.getInputBatchingDims(), op.getIndicesBatchingDims()),
        windowDims(otherDims(operand.getRank(), op.getInsertedWindowDims(), op.getInputBatchingDims())),
        strides(stridesOf(operand.getShape())) {
    llvm::SmallVector<int64_t> updateStrides = stridesOf(updates.getShape());
    for (int64_t dim : otherDims(updates.getRank(), op.getUpdateWindowDims(), {}))
      scatterStrides.push_back(updateStrides[dim]);
    for (int64_t dim : op.getUpdateWindowDims()) {
      windowShape.push_back(updates.getDimSize(dim));
      windowStrides.push_back(updateStrides[dim]);
    }
  }

  /// Offsets in the updates of a window's elements.
  std::vector<int64_t> window() const { return offsetsOf(windowShape, windowStrides); }

  /// Calls f(target, update) for every element of the window at position `index` that hits the operand.
  template <class F>
  void forEachHit(const Tensor &indices, llvm::ArrayRef<int64_t> index, llvm::ArrayRef<int64_t> window, F f) const {
    llvm::SmallVector<int64_t> start(type.getRank()), at(windowShape.size());
    vectors.startAt(indices, index, start);
    // Dims outside the window hit or miss as a whole.
    int64_t base = 0, update = 0;
    for (auto [d, s] : llvm::enumerate(start)) {
      if (!llvm::is_contained(windowDims, static_cast<int64_t>(d)) && (s < 0 || s >= type.getDimSize(d)))
        return;
      if (s < -type.getDimSize(d) || s >= type.getDimSize(d)) // no element of the window can hit
        return;
      base += s * strides[d];
    }
    for (auto [i, stride] : llvm::zip(index, scatterStrides))
      update += i * stride;
    for (auto [flat, offset] : llvm::enumerate(window)) {
      unflatten(flat, windowShape, at);
      int64_t target = base;
      bool hit = true;
      for (auto [dim, i] : llvm::zip(windowDims, at)) {
        hit &= start[dim] + i >= 0 && start[dim] + i < type.getDimSize(dim);
        target += i * strides[dim];
      }
      if (hit)
        f(target, update + offset);
    }
  }
};

} // namespace det::reference

#endif // DET_REFERENCE_SCATTERTARGETS_H
