// The same for sessions on the host and on GPUs.
#include "Inputs.h"

namespace det::rt {

Result<size_t> findTensor(const std::vector<TensorInfo> &tensors, const std::string &name, artifact::TensorKind kind) {
  for (size_t i = 0; i < tensors.size(); ++i)
    if (tensors[i].kind == kind && tensors[i].name == name)
      return i;
  return Error{"the program has no " + std::string(artifact::EnumNameTensorKind(kind)) + " tensor '" + name + "'"};
}

Status sameType(const TensorInfo &info, const TensorView &tensor, const std::string &what) {
  if (tensor.type != info.type || tensor.shape != info.shape)
    return Error{what + " '" + info.name + "' is " + describe(tensor.type, tensor.shape) + ", expected " +
                 describe(info.type, info.shape)};
  if (tensor.bytes.size() != size_t(*elementCount(info.shape) * elementBytes(info.type)))
    return Error{what + " '" + info.name + "' has " + std::to_string(tensor.bytes.size()) + " bytes"};
  return {};
}

Status takeBatch(const std::vector<TensorInfo> &tensors, const ViewMap &batch, CanonicalInputs &inputs, std::vector<const uint8_t *> &taken) {
  taken.assign(tensors.size(), nullptr);
  for (size_t i = 0; i < tensors.size(); ++i) {
    const TensorInfo &info = tensors[i];
    if (info.kind != artifact::TensorKind::batch)
      continue;
    const auto given = batch.find(info.name);
    if (given == batch.end())
      return Error{"batch tensor '" + info.name + "' (" + describe(info.type, info.shape) + ") is missing"};
    if (Status status = sameType(info, given->second, "batch tensor"); !status)
      return status;
    taken[i] = inputs.of(i, given->second);
  }
  for (const auto &[name, tensor] : batch)
    if (const Result<size_t> known = findTensor(tensors, name, artifact::TensorKind::batch); !known)
      return known.error();
  return {};
}

} // namespace det::rt
