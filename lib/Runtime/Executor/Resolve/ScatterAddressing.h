// What both scatters of a plan say in the same words: which element an update goes to.
#ifndef DET_LIB_RUNTIME_EXECUTOR_RESOLVE_SCATTERADDRESSING_H
#define DET_LIB_RUNTIME_EXECUTOR_RESOLVE_SCATTERADDRESSING_H

#include "det/Runtime/Host/Scatter.h"

namespace det::rt {

/// Shapes and dimension numbers of a plan's Scatter or GenericScatter; what it does there is the caller's to add.
template <class Entry> host::Scatter addressingOf(const Entry &entry, host::Index index) {
  host::Scatter scatter;
  scatter.operandShape = entry.operand_shape;
  scatter.indicesShape = entry.indices_shape;
  scatter.updatesShape = entry.updates_shape;
  scatter.updateWindowDims = entry.update_window_dims;
  scatter.insertedWindowDims = entry.inserted_window_dims;
  scatter.inputBatchingDims = entry.input_batching_dims;
  scatter.scatterIndicesBatchingDims = entry.indices_batching_dims;
  scatter.scatterDimsToOperandDims = entry.scatter_dims_to_operand_dims;
  scatter.indexVectorDim = entry.index_vector_dim;
  scatter.index = index;
  return scatter;
}

} // namespace det::rt

#endif // DET_LIB_RUNTIME_EXECUTOR_RESOLVE_SCATTERADDRESSING_H
