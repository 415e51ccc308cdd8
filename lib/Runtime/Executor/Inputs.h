// State and batches as users give them: which tensor is meant, and whether what is given fits.
#ifndef DET_LIB_RUNTIME_EXECUTOR_INPUTS_H
#define DET_LIB_RUNTIME_EXECUTOR_INPUTS_H

#include "det/Runtime/Session.h"
#include "det/Runtime/State/CanonicalNan.h"

namespace det::rt {

/// The number of a tensor among a program's. Errors: none has this name and kind.
Result<size_t> findTensor(const std::vector<TensorInfo> &tensors, const std::string &name, artifact::TensorKind kind);

/// Errors: another type, shape or size than `info` says; `what` it is, for the message.
Status sameType(const TensorInfo &info, const TensorView &tensor, const std::string &what);

/// Where the bytes of every batch tensor lie, by its number among `tensors`; null for others. Errors: one is missing, is unknown, or has
/// another type or shape.
Status takeBatch(const std::vector<TensorInfo> &tensors, const ViewMap &batch, CanonicalInputs &inputs, std::vector<const uint8_t *> &taken);

} // namespace det::rt

#endif // DET_LIB_RUNTIME_EXECUTOR_INPUTS_H
