// Float instructions. Compiled with hardware fma; every operation is rounded to nearest even, none is contracted.
#include "TapeKernels.h"

#include <cmath>

namespace det::reference {

namespace {

template <Scalar S, class Op> void unary(void *out, const void *a, const void *, const void *, int64_t n) {
  using F = Float<S>;
  auto *to = static_cast<typename F::Bits *>(out);
  auto *x = static_cast<const typename F::Bits *>(a);
  for (int64_t i = 0; i < n; ++i)
    to[i] = F::put(Op()(F::get(x[i])));
}

template <Scalar S, class Op> void binary(void *out, const void *a, const void *b, const void *, int64_t n) {
  using F = Float<S>;
  auto *to = static_cast<typename F::Bits *>(out);
  auto *x = static_cast<const typename F::Bits *>(a), *y = static_cast<const typename F::Bits *>(b);
  for (int64_t i = 0; i < n; ++i)
    to[i] = F::put(Op()(F::get(x[i]), F::get(y[i])));
}

template <Scalar S> void fused(void *out, const void *a, const void *b, const void *c, int64_t n) {
  using F = Float<S>;
  auto *to = static_cast<typename F::Bits *>(out);
  auto *x = static_cast<const typename F::Bits *>(a), *y = static_cast<const typename F::Bits *>(b),
       *z = static_cast<const typename F::Bits *>(c);
  for (int64_t i = 0; i < n; ++i)
    to[i] = F::put(std::fma(F::get(x[i]), F::get(y[i]), F::get(z[i])));
}

template <Scalar S, class Op> void compare(void *out, const void *a, const void *b, const void *, int64_t n) {
  using F = Float<S>;
  auto *to = static_cast<uint8_t *>(out);
  auto *x = static_cast<const typename F::Bits *>(a), *y = static_cast<const typename F::Bits *>(b);
  for (int64_t i = 0; i < n; ++i)
    to[i] = Op()(F::get(x[i]), F::get(y[i]));
}

#define DET_UNARY(NAME, EXPRESSION)                                                                                              \
  struct NAME {                                                                                                                  \
    template <class T> T operator()(T x) const { return EXPRESSION; }                                                            \
  };
#define DET_BINARY(NAME, RESULT, EXPRESSION)                                                                                     \
  struct NAME {                                                                                                                  \
    template <class T> RESULT operator()(T x, T y) const { return EXPRESSION; }                                                  \
  };
DET_UNARY(SqrtOf, std::sqrt(x))
DET_UNARY(Negated, -x)
DET_UNARY(Absolute, std::fabs(x))
DET_UNARY(Floored, std::floor(x))
DET_UNARY(Ceiled, std::ceil(x))
DET_UNARY(RoundedEven, std::nearbyint(x))
DET_UNARY(Truncated, std::trunc(x))
DET_BINARY(Added, T, x + y)
DET_BINARY(Subtracted, T, x - y)
DET_BINARY(Multiplied, T, x *y)
DET_BINARY(Divided, T, x / y)
// NaN if either is one; -0 < +0.
DET_BINARY(Greater, T, x != x ? x : y != y ? y : x == y ? (std::signbit(x) ? y : x) : x > y ? x : y)
DET_BINARY(Lesser, T, x != x ? x : y != y ? y : x == y ? (std::signbit(x) ? x : y) : x < y ? x : y)
DET_BINARY(Equal, bool, x == y)
DET_BINARY(NotEqual, bool, x<y || x> y)
DET_BINARY(Less, bool, x < y)
DET_BINARY(LessEqual, bool, x <= y)
DET_BINARY(Ordered, bool, x == x && y == y)
DET_BINARY(Unordered, bool, x != x || y != y)
DET_BINARY(EqualOrUnordered, bool, !(x < y || x > y))
DET_BINARY(NotEqualOrUnordered, bool, x != y)
DET_BINARY(LessOrUnordered, bool, !(x >= y))
DET_BINARY(LessEqualOrUnordered, bool, !(x > y))
#undef DET_UNARY
#undef DET_BINARY

template <class Op> Kernel unaryOf(Scalar type) {
  return forFloat(type, [](auto s) -> Kernel { return unary<s(), Op>; });
}
template <class Op> Kernel binaryOf(Scalar type) {
  return forFloat(type, [](auto s) -> Kernel { return binary<s(), Op>; });
}
template <class Op> Kernel compareOf(Scalar type) {
  return forFloat(type, [](auto s) -> Kernel { return compare<s(), Op>; });
}

/// Of f80 there are the operations that are the same for any type.
template <class Op> Kernel anyBinaryOf(Scalar type) { return type == Scalar::F80 ? binary<Scalar::F80, Op> : binaryOf<Op>(type); }
template <class Op> Kernel anyCompareOf(Scalar type) { return type == Scalar::F80 ? compare<Scalar::F80, Op> : compareOf<Op>(type); }

} // namespace

Kernel floatKernel(Opcode opcode, Scalar type) {
  switch (opcode) {
  case Opcode::AddF:
    return anyBinaryOf<Added>(type);
  case Opcode::SubF:
    return anyBinaryOf<Subtracted>(type);
  case Opcode::MulF:
    return anyBinaryOf<Multiplied>(type);
  case Opcode::DivF:
    return anyBinaryOf<Divided>(type);
  case Opcode::MaxF:
    return binaryOf<Greater>(type);
  case Opcode::MinF:
    return binaryOf<Lesser>(type);
  case Opcode::Sqrt:
    return unaryOf<SqrtOf>(type);
  case Opcode::NegF:
    return unaryOf<Negated>(type);
  case Opcode::AbsF:
    return unaryOf<Absolute>(type);
  case Opcode::Floor:
    return unaryOf<Floored>(type);
  case Opcode::Ceil:
    return unaryOf<Ceiled>(type);
  case Opcode::RoundEven:
    return unaryOf<RoundedEven>(type);
  case Opcode::Trunc:
    return unaryOf<Truncated>(type);
  case Opcode::Fma: // of narrow floats it would be rounded twice
    return type == Scalar::F32 ? fused<Scalar::F32> : type == Scalar::F64 ? fused<Scalar::F64> : nullptr;
  default:
    return nullptr;
  }
}

Kernel floatCompareKernel(Opcode opcode, Scalar type) {
  switch (opcode) {
  case Opcode::EqF:
    return anyCompareOf<Equal>(type);
  case Opcode::NeF:
    return anyCompareOf<NotEqual>(type);
  case Opcode::LtF:
    return anyCompareOf<Less>(type);
  case Opcode::LeF:
    return anyCompareOf<LessEqual>(type);
  case Opcode::OrderedF:
    return anyCompareOf<Ordered>(type);
  case Opcode::UnorderedF:
    return anyCompareOf<Unordered>(type);
  case Opcode::UEqF:
    return anyCompareOf<EqualOrUnordered>(type);
  case Opcode::UNeF:
    return anyCompareOf<NotEqualOrUnordered>(type);
  case Opcode::ULtF:
    return anyCompareOf<LessOrUnordered>(type);
  case Opcode::ULeF:
    return anyCompareOf<LessEqualOrUnordered>(type);
  default:
    return nullptr;
  }
}

} // namespace det::reference
