// Helpers that the op families share: element types, integers read as indices, boxes of elements copied.
#ifndef DET_REFERENCE_VALUES_H
#define DET_REFERENCE_VALUES_H

#include "Kernels/Scalar.h"
#include "det/Reference/Tensor.h"

#include <optional>

namespace det::reference {

/// How elements of this type are stored; nothing for a type that the interpreter lacks.
std::optional<Scalar> scalarOf(mlir::Type element);

/// Bytes of an element in a tensor, also of a complex number; -1 for a type that the interpreter lacks.
int64_t elementBytes(mlir::Type element);

/// The type of a value that is a tensor.
mlir::RankedTensorType tensorType(mlir::Value value);

/// Element strides of a row-major tensor.
llvm::SmallVector<int64_t> stridesOf(llvm::ArrayRef<int64_t> shape);

/// Element `i` of an integer tensor as an index; unsigned values above the largest index are that one.
int64_t indexAt(const Tensor &tensor, int64_t i);

/// A walk over a box in a tensor: where it begins and the step per dim, in elements.
struct Walk {
  int64_t base = 0;
  llvm::SmallVector<int64_t> strides;
};

/// Copies a box of `shape` elements, each of `size` bytes, between two tensors.
void copyBox(llvm::ArrayRef<int64_t> shape, int64_t size, const std::byte *from, const Walk &source, std::byte *to,
             const Walk &target);

/// The offsets of all elements of a box, row-major.
std::vector<int64_t> offsetsOf(llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int64_t> strides);

/// Row-major index of an element, taken apart.
void unflatten(int64_t flat, llvm::ArrayRef<int64_t> shape, llvm::MutableArrayRef<int64_t> index);

} // namespace det::reference

#endif // DET_REFERENCE_VALUES_H
