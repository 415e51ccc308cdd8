// Whole tensors on the host: owned ones and views of somebody else's bytes.
#ifndef DET_RUNTIME_STATE_TENSOR_H
#define DET_RUNTIME_STATE_TENSOR_H

#include "det/Runtime/State/ElementType.h"

#include <map>
#include <span>

namespace det::rt {

/// A tensor whose bytes (dense, row-major, little endian) belong to somebody else.
struct TensorView {
  ElementType type = ElementType::f32;
  std::vector<int64_t> shape;
  std::span<const uint8_t> bytes;
};

/// A tensor with its bytes.
struct HostTensor {
  ElementType type = ElementType::f32;
  std::vector<int64_t> shape;
  std::vector<uint8_t> bytes;

  TensorView view() const { return {type, shape, bytes}; }
};

/// Tensors by canonical name; ascending, so whatever walks them is deterministic.
using TensorMap = std::map<std::string, HostTensor>;
using ViewMap = std::map<std::string, TensorView>;

} // namespace det::rt

#endif // DET_RUNTIME_STATE_TENSOR_H
