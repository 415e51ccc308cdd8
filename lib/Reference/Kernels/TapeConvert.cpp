// Moves and conversions. A conversion to a float rounds once, to nearest even.
#include "TapeKernels.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

namespace det::reference {

namespace {

template <class T> void select(void *out, const void *a, const void *b, const void *c, int64_t n) {
  auto *to = static_cast<T *>(out);
  auto *condition = static_cast<const uint8_t *>(a);
  auto *x = static_cast<const T *>(b), *y = static_cast<const T *>(c);
  for (int64_t i = 0; i < n; ++i)
    to[i] = condition[i] ? x[i] : y[i];
}

template <int64_t size> void copy(void *out, const void *a, const void *, const void *, int64_t n) {
  std::memmove(out, a, n * size);
}

/// A double that rounds to any float type of at most 51 bits as the integer does: bits that do not fit leave their
/// trace in the lowest bit (rounding to odd).
template <class U> double roundedToOdd(U magnitude) {
  if (magnitude < (uint64_t(1) << 53))
    return static_cast<double>(magnitude);
  int drop = 64 - std::countl_zero(uint64_t(magnitude)) - 53;
  uint64_t kept = uint64_t(magnitude) >> drop;
  kept |= (kept << drop) != magnitude;
  return std::ldexp(static_cast<double>(kept), drop);
}

template <class T, Scalar S, bool isSigned> void integerToFloat(void *out, const void *a, const void *, const void *, int64_t n) {
  using F = Float<S>;
  using U = std::make_unsigned_t<T>;
  auto *to = static_cast<typename F::Bits *>(out);
  auto *x = static_cast<const T *>(a);
  for (int64_t i = 0; i < n; ++i) {
    // A boolean has one bit: as a signed number it is 0 or -1.
    bool negative = isSigned && (std::is_same_v<T, uint8_t> ? x[i] != 0 : x[i] < 0);
    U magnitude = negative ? U(0) - U(x[i]) : U(x[i]);
    if (std::is_same_v<T, uint8_t>)
      magnitude = U(x[i] != 0);
    if constexpr (S == Scalar::F64) {
      to[i] = negative ? -static_cast<double>(magnitude) : static_cast<double>(magnitude);
    } else {
      double value = roundedToOdd(magnitude);
      to[i] = F::put(negative ? -value : value);
    }
  }
}

template <Scalar S, class T> void floatToInteger(void *out, const void *a, const void *, const void *, int64_t n) {
  using F = Float<S>;
  using Limits = std::numeric_limits<T>;
  // The first value above the largest integer is a power of two: exact.
  const double above = std::ldexp(1.0, Limits::digits), least = std::is_signed_v<T> ? -above : 0.0;
  auto *to = static_cast<T *>(out);
  auto *x = static_cast<const typename F::Bits *>(a);
  for (int64_t i = 0; i < n; ++i) {
    double value = std::trunc(double(F::get(x[i])));
    to[i] = value != value ? T(0) : value >= above ? Limits::max() : value <= least ? Limits::min() : static_cast<T>(value);
  }
}

template <Scalar S, Scalar R> void floatToFloat(void *out, const void *a, const void *, const void *, int64_t n) {
  auto *to = static_cast<typename Float<R>::Bits *>(out);
  auto *x = static_cast<const typename Float<S>::Bits *>(a);
  for (int64_t i = 0; i < n; ++i)
    to[i] = Float<R>::put(Float<S>::get(x[i]));
}

template <class T, class R, bool isSigned> void resize(void *out, const void *a, const void *, const void *, int64_t n) {
  auto *to = static_cast<R *>(out);
  auto *x = static_cast<const T *>(a);
  for (int64_t i = 0; i < n; ++i) {
    if constexpr (std::is_same_v<R, uint8_t>)
      to[i] = x[i] & 1;
    else if constexpr (std::is_same_v<T, uint8_t>)
      to[i] = static_cast<R>(isSigned ? -R(x[i]) : R(x[i]));
    else if constexpr (isSigned)
      to[i] = static_cast<R>(x[i]);
    else
      to[i] = static_cast<R>(static_cast<std::make_unsigned_t<T>>(x[i]));
  }
}

template <bool isSigned> Kernel resizeOf(Scalar from, Scalar to) {
  return forInteger(
      from, [&](auto t) { return forInteger(to, [](auto r) -> Kernel { return resize<decltype(t), decltype(r), isSigned>; }); });
}

template <bool isSigned> Kernel toFloatOf(Scalar from, Scalar to) {
  return forInteger(
      from, [&](auto t) { return forFloat(to, [](auto s) -> Kernel { return integerToFloat<decltype(t), s(), isSigned>; }); });
}

/// To a boolean there is no such conversion: a graph's is a comparison with 0.
template <bool isSigned> Kernel toIntegerOf(Scalar from, Scalar to) {
  if (to == Scalar::I1)
    return nullptr;
  return forFloat(from, [&](auto s) {
    return forInteger(to, [](auto r) -> Kernel {
      using T = decltype(r);
      return floatToInteger<decltype(s)::value, std::conditional_t<isSigned, T, std::make_unsigned_t<T>>>;
    });
  });
}

} // namespace

Kernel moveKernel(Opcode opcode, Scalar to) {
  bool isSelect = opcode == Opcode::Select;
  switch (sizeOf(to)) {
  case 1:
    return isSelect ? select<uint8_t> : copy<1>;
  case 2:
    return isSelect ? select<uint16_t> : copy<2>;
  case 4:
    return isSelect ? select<uint32_t> : copy<4>;
  case 16:
    return isSelect ? select<long double> : copy<16>;
  default:
    return isSelect ? select<uint64_t> : copy<8>;
  }
}

Kernel convertKernel(Opcode opcode, Scalar from, Scalar to) {
  switch (opcode) {
  case Opcode::SIToFP:
    return toFloatOf<true>(from, to);
  case Opcode::UIToFP:
    return toFloatOf<false>(from, to);
  case Opcode::FPToSI:
    return toIntegerOf<true>(from, to);
  case Opcode::FPToUI:
    return toIntegerOf<false>(from, to);
  case Opcode::ConvertF:
    if (from == Scalar::F80 && to == Scalar::F80)
      return copy<16>;
    return forFloat(from,
                    [&](auto s) { return forFloat(to, [](auto r) -> Kernel { return floatToFloat<decltype(s)::value, r()>; }); });
  case Opcode::ExtSI:
    return resizeOf<true>(from, to);
  case Opcode::ExtUI:
  case Opcode::TruncI:
    return resizeOf<false>(from, to);
  default:
    return nullptr;
  }
}

Kernel kernelOf(Opcode opcode, Scalar from, Scalar to) {
  if (opcode <= Opcode::Trunc)
    return floatKernel(opcode, from);
  if (opcode <= Opcode::TrailingZeros)
    return integerKernel(opcode, from);
  if (opcode <= Opcode::ULeF)
    return floatCompareKernel(opcode, from);
  if (opcode <= Opcode::LeUI)
    return integerCompareKernel(opcode, from);
  if (opcode == Opcode::Select || opcode == Opcode::Copy)
    return moveKernel(opcode, to);
  if (opcode == Opcode::Bitcast)
    return sizeOf(from) == sizeOf(to) ? moveKernel(Opcode::Copy, to) : nullptr;
  return convertKernel(opcode, from, to);
}

} // namespace det::reference
