// Loads and stores of elements.
#include "Scalar.h"

#include "det/Order/Number.h"

#include <cstring>
#include <type_traits>

namespace det::reference {

namespace {

order::Format formatOf(Scalar scalar) {
  switch (scalar) {
  case Scalar::F8E5M2:
    return order::f8E5M2;
  case Scalar::F8E4M3FN:
    return order::f8E4M3FN;
  case Scalar::F16:
    return order::f16;
  default:
    return order::bf16;
  }
}

template <class S, class T> void copy(const void *from, int64_t count, T *to) {
  const S *source = static_cast<const S *>(from);
  for (int64_t i = 0; i < count; ++i)
    to[i] = static_cast<T>(source[i]);
}

template <class S, class T> void copyCanonical(const T *from, int64_t count, void *to) {
  S *target = static_cast<S *>(to);
  for (int64_t i = 0; i < count; ++i)
    target[i] = order::canonical(static_cast<S>(from[i]));
}

template <class B, class T> void widenAll(order::Format format, const void *from, int64_t count, T *to) {
  const B *source = static_cast<const B *>(from);
  for (int64_t i = 0; i < count; ++i)
    to[i] = order::widen(format, source[i]);
}

template <class B, class T> void roundAll(order::Format format, const T *from, int64_t count, void *to) {
  B *target = static_cast<B *>(to);
  for (int64_t i = 0; i < count; ++i)
    target[i] = static_cast<B>(order::roundTo(format, from[i]));
}

template <class T> void widenBf16s(const void *from, int64_t count, T *to) {
  const uint16_t *source = static_cast<const uint16_t *>(from);
  for (int64_t i = 0; i < count; ++i)
    to[i] = order::widenBf16(source[i]);
}

void roundToBf16s(const float *from, int64_t count, void *to) {
  uint16_t *target = static_cast<uint16_t *>(to);
  for (int64_t i = 0; i < count; ++i)
    target[i] = order::roundToBf16(from[i]);
}

} // namespace

template <class T> void load(Scalar scalar, const void *from, int64_t count, T *to) {
  if constexpr (std::is_integral_v<T>) {
    std::memcpy(to, from, count * sizeof(T));
  } else {
    if constexpr (std::is_same_v<T, long double>) // a tensor's bytes are aligned to 8
      std::memcpy(to, from, count * sizeof(T));
    else if (scalar == Scalar::F64)
      copy<double>(from, count, to);
    else if (scalar == Scalar::F32)
      copy<float>(from, count, to);
    else if (scalar == Scalar::BF16)
      widenBf16s(from, count, to);
    else if (sizeOf(scalar) == 2)
      widenAll<uint16_t>(formatOf(scalar), from, count, to);
    else
      widenAll<uint8_t>(formatOf(scalar), from, count, to);
  }
}

template <class T> void store(Scalar scalar, const T *from, int64_t count, void *to) {
  if constexpr (std::is_integral_v<T>) {
    std::memcpy(to, from, count * sizeof(T));
  } else {
    if constexpr (std::is_same_v<T, long double>)
      std::memcpy(to, from, count * sizeof(T));
    else if (scalar == Scalar::F64)
      copyCanonical<double>(from, count, to);
    else if (scalar == Scalar::F32)
      copyCanonical<float>(from, count, to);
    else if (std::is_same_v<T, float> && scalar == Scalar::BF16)
      roundToBf16s(reinterpret_cast<const float *>(from), count, to);
    else if (sizeOf(scalar) == 2)
      roundAll<uint16_t>(formatOf(scalar), from, count, to);
    else
      roundAll<uint8_t>(formatOf(scalar), from, count, to);
  }
}

#define DET_INSTANTIATE(T)                                                                                                       \
  template void load<T>(Scalar, const void *, int64_t, T *);                                                                     \
  template void store<T>(Scalar, const T *, int64_t, void *);
DET_INSTANTIATE(float)
DET_INSTANTIATE(double)
DET_INSTANTIATE(long double)
DET_INSTANTIATE(int8_t)
DET_INSTANTIATE(int16_t)
DET_INSTANTIATE(int32_t)
DET_INSTANTIATE(int64_t)
DET_INSTANTIATE(uint8_t)
DET_INSTANTIATE(uint16_t)
DET_INSTANTIATE(uint32_t)
DET_INSTANTIATE(uint64_t)
#undef DET_INSTANTIATE

} // namespace det::reference
