// Tensors and the helpers that op families share.
#include "Values.h"

#include <array>
#include <cstring>
#include <limits>

using namespace mlir;

namespace det::reference {

std::optional<Scalar> scalarOf(Type element) {
  if (auto integer = dyn_cast<IntegerType>(element)) {
    switch (integer.getWidth()) {
    case 1:
      return Scalar::I1;
    case 2: // these are only converted: the byte has the number
    case 4:
    case 6:
    case 8:
      return Scalar::I8;
    case 16:
      return Scalar::I16;
    case 32:
      return Scalar::I32;
    case 64:
      return Scalar::I64;
    default:
      return std::nullopt;
    }
  }
  if (element.isF32())
    return Scalar::F32;
  if (element.isF64())
    return Scalar::F64;
  if (element.isF80())
    return Scalar::F80;
  if (element.isBF16())
    return Scalar::BF16;
  if (element.isF16())
    return Scalar::F16;
  if (isa<Float8E5M2Type>(element))
    return Scalar::F8E5M2;
  if (isa<Float8E4M3FNType>(element))
    return Scalar::F8E4M3FN;
  if (isa<FloatType>(element) && element.getIntOrFloatBitWidth() <= 8)
    return Scalar::I8; // only converted, from and to f32, which is done on the bits
  return std::nullopt;
}

RankedTensorType tensorType(Value value) { return cast<RankedTensorType>(value.getType()); }

SmallVector<int64_t> stridesOf(ArrayRef<int64_t> shape) {
  SmallVector<int64_t> strides(shape.size(), 1);
  for (int64_t d = static_cast<int64_t>(shape.size()) - 2; d >= 0; --d)
    strides[d] = strides[d + 1] * shape[d + 1];
  return strides;
}

int64_t elementBytes(Type element) {
  if (auto complex = dyn_cast<ComplexType>(element)) {
    int64_t part = elementBytes(complex.getElementType());
    return part < 0 ? part : 2 * part;
  }
  std::optional<Scalar> scalar = scalarOf(element);
  return scalar ? sizeOf(*scalar) : -1;
}

int64_t sizeInBytes(RankedTensorType type) {
  int64_t bytes = elementBytes(type.getElementType());
  return bytes < 0 ? -1 : type.getNumElements() * bytes;
}

Tensor Tensor::allocate(RankedTensorType type) {
  Tensor tensor;
  tensor.tensorType = type;
  tensor.buffer = std::make_shared_for_overwrite<std::byte[]>(sizeInBytes(type));
  return tensor;
}

Tensor Tensor::copyOf(RankedTensorType type, const void *bytes) {
  Tensor tensor = allocate(type);
  if (int64_t size = sizeInBytes(type))
    std::memcpy(tensor.mutableData(), bytes, size);
  return tensor;
}

Tensor Tensor::as(RankedTensorType other) const {
  Tensor tensor = *this;
  tensor.tensorType = other;
  return tensor;
}

template <class T> static int64_t readIndex(const Tensor &tensor, int64_t i) {
  T value;
  std::memcpy(&value, tensor.data() + i * sizeof(T), sizeof(T));
  if constexpr (std::is_same_v<T, uint64_t>)
    return static_cast<int64_t>(std::min<uint64_t>(value, std::numeric_limits<int64_t>::max()));
  return static_cast<int64_t>(value);
}

int64_t indexAt(const Tensor &tensor, int64_t i) {
  Type element = tensor.type().getElementType();
  bool isUnsigned = element.isUnsignedInteger() || element.isInteger(1);
  switch (element.getIntOrFloatBitWidth()) {
  case 1:
  case 8:
    return isUnsigned ? readIndex<uint8_t>(tensor, i) : readIndex<int8_t>(tensor, i);
  case 16:
    return isUnsigned ? readIndex<uint16_t>(tensor, i) : readIndex<int16_t>(tensor, i);
  case 32:
    return isUnsigned ? readIndex<uint32_t>(tensor, i) : readIndex<int32_t>(tensor, i);
  default:
    return isUnsigned ? readIndex<uint64_t>(tensor, i) : readIndex<int64_t>(tensor, i);
  }
}

/// One row along the innermost dim.
template <class T> static void copyRow(int64_t n, const std::byte *from, int64_t fromStride, std::byte *to, int64_t toStride) {
  const T *source = reinterpret_cast<const T *>(from);
  T *target = reinterpret_cast<T *>(to);
  for (int64_t i = 0; i < n; ++i)
    target[i * toStride] = source[i * fromStride];
}

static void copyRow(int64_t n, int64_t size, const std::byte *from, int64_t fromStride, std::byte *to, int64_t toStride) {
  if (fromStride == 1 && toStride == 1)
    std::memcpy(to, from, n * size);
  else if (size == 1)
    copyRow<uint8_t>(n, from, fromStride, to, toStride);
  else if (size == 2)
    copyRow<uint16_t>(n, from, fromStride, to, toStride);
  else if (size == 4)
    copyRow<uint32_t>(n, from, fromStride, to, toStride);
  else if (size == 8)
    copyRow<uint64_t>(n, from, fromStride, to, toStride);
  else if (size == 16) // two doubles, or an f80
    copyRow<std::array<uint64_t, 2>>(n, from, fromStride, to, toStride);
  else // two f80
    copyRow<std::array<uint64_t, 4>>(n, from, fromStride, to, toStride);
}

void copyBox(ArrayRef<int64_t> shape, int64_t size, const std::byte *from, const Walk &source, std::byte *to,
             const Walk &target) {
  int64_t rank = static_cast<int64_t>(shape.size());
  if (llvm::is_contained(shape, 0))
    return;
  int64_t n = rank ? shape[rank - 1] : 1, fromStride = rank ? source.strides[rank - 1] : 1,
          toStride = rank ? target.strides[rank - 1] : 1;
  SmallVector<int64_t> index(shape.size(), 0);
  int64_t a = source.base, b = target.base;
  while (true) {
    copyRow(n, size, from + a * size, fromStride, to + b * size, toStride);
    int64_t d = rank - 2;
    for (; d >= 0; --d) { // the next row: an odometer over the outer dims
      a += source.strides[d];
      b += target.strides[d];
      if (++index[d] < shape[d])
        break;
      a -= source.strides[d] * shape[d];
      b -= target.strides[d] * shape[d];
      index[d] = 0;
    }
    if (d < 0)
      return;
  }
}

std::vector<int64_t> offsetsOf(ArrayRef<int64_t> shape, ArrayRef<int64_t> strides) {
  std::vector<int64_t> offsets{0};
  for (auto [n, stride] : llvm::zip(shape, strides)) {
    std::vector<int64_t> longer;
    longer.reserve(offsets.size() * n);
    for (int64_t offset : offsets)
      for (int64_t i = 0; i < n; ++i)
        longer.push_back(offset + i * stride);
    offsets.swap(longer);
  }
  return offsets;
}

void unflatten(int64_t flat, ArrayRef<int64_t> shape, MutableArrayRef<int64_t> index) {
  for (int64_t d = static_cast<int64_t>(shape.size()) - 1; d >= 0; --d) {
    index[d] = flat % shape[d];
    flat /= shape[d];
  }
}

} // namespace det::reference
