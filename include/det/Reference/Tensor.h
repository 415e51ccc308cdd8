// A value of the interpreter: shape, element type, bytes.
#ifndef DET_REFERENCE_TENSOR_H
#define DET_REFERENCE_TENSOR_H

#include "mlir/IR/BuiltinTypes.h"

#include <cstddef>
#include <memory>

namespace det::reference {

/// A whole tensor with its global shape, row-major. Booleans are one byte, 0 or 1; other elements have their own width,
/// in the byte order of the machine. Copies share the bytes, which nobody changes once the tensor is made.
class Tensor {
public:
  Tensor() = default;

  /// A tensor whose bytes are not set yet.
  static Tensor allocate(mlir::RankedTensorType type);
  /// A tensor with a copy of `bytes`, of which there are `sizeInBytes(type)`.
  static Tensor copyOf(mlir::RankedTensorType type, const void *bytes);
  /// The same bytes under another type of the same size.
  Tensor as(mlir::RankedTensorType other) const;

  mlir::RankedTensorType type() const { return tensorType; }
  llvm::ArrayRef<int64_t> shape() const { return tensorType.getShape(); }
  int64_t size() const { return tensorType.getNumElements(); }
  const std::byte *data() const { return buffer.get(); }
  /// To set the bytes of a tensor that was just allocated.
  std::byte *mutableData() { return buffer.get(); }
  explicit operator bool() const { return static_cast<bool>(tensorType); }

private:
  mlir::RankedTensorType tensorType;
  std::shared_ptr<std::byte[]> buffer;
};

/// Bytes of a tensor of this type; -1 for an element type that the interpreter lacks (odd widths). Complex
/// numbers are their real and their imaginary part.
int64_t sizeInBytes(mlir::RankedTensorType type);

} // namespace det::reference

#endif // DET_REFERENCE_TENSOR_H
