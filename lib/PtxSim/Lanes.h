// Handlers from functions of one lane: a loop that the compiler vectorises where all lanes take part.
#ifndef DET_LIB_PTXSIM_LANES_H
#define DET_LIB_PTXSIM_LANES_H

#include "Decode.h"

namespace det::ptx {

/// d = op(a), per lane. D and A are the types by which lanes are stored.
template <class D, class A, class Op> void unary(Warp &warp, const Instruction &i, Mask mask) {
  D *d = warp.at<D>(i.d);
  const A *a = warp.at<A>(i.a);
  if (mask == allLanes) {
#pragma GCC ivdep
    for (unsigned lane = 0; lane < lanes; ++lane)
      d[lane] = static_cast<D>(Op{}(a[lane]));
  } else {
    forLanes(mask, [&](unsigned lane) { d[lane] = static_cast<D>(Op{}(a[lane])); });
  }
}

/// d = op(a, b)
template <class D, class A, class B, class Op> void binary(Warp &warp, const Instruction &i, Mask mask) {
  D *d = warp.at<D>(i.d);
  const A *a = warp.at<A>(i.a);
  const B *b = warp.at<B>(i.b);
  if (mask == allLanes) {
#pragma GCC ivdep
    for (unsigned lane = 0; lane < lanes; ++lane)
      d[lane] = static_cast<D>(Op{}(a[lane], b[lane]));
  } else {
    forLanes(mask, [&](unsigned lane) { d[lane] = static_cast<D>(Op{}(a[lane], b[lane])); });
  }
}

/// d = op(a, b, c)
template <class D, class A, class B, class C, class Op> void ternary(Warp &warp, const Instruction &i, Mask mask) {
  D *d = warp.at<D>(i.d);
  const A *a = warp.at<A>(i.a);
  const B *b = warp.at<B>(i.b);
  const C *c = warp.at<C>(i.c);
  if (mask == allLanes) {
#pragma GCC ivdep
    for (unsigned lane = 0; lane < lanes; ++lane)
      d[lane] = static_cast<D>(Op{}(a[lane], b[lane], c[lane]));
  } else {
    forLanes(mask, [&](unsigned lane) { d[lane] = static_cast<D>(Op{}(a[lane], b[lane], c[lane])); });
  }
}

/// A handler by the integer type of an instruction; bit types count as unsigned. `Make<T>` has `static constexpr Handler handler`.
template <template <class> class Make> Handler forInteger(Type type) {
  switch (type) {
  case Type::B16: case Type::U16: return Make<uint16_t>::handler;
  case Type::S16: return Make<int16_t>::handler;
  case Type::B32: case Type::U32: return Make<uint32_t>::handler;
  case Type::S32: return Make<int32_t>::handler;
  case Type::B64: case Type::U64: return Make<uint64_t>::handler;
  case Type::S64: return Make<int64_t>::handler;
  default: return nullptr;
  }
}

/// Arithmetic that wraps: at least 32 bits wide, unsigned.
template <class T> constexpr auto wrap(T value) {
  if constexpr (sizeof(T) == 8)
    return static_cast<uint64_t>(value);
  else
    return static_cast<uint32_t>(value);
}

/// The addresses of a memory instruction (LoadStore.cpp); of lanes that do not take part they mean nothing.
void addressesOf(Warp &warp, const Instruction &i, uint64_t *addresses);

} // namespace det::ptx

#endif // DET_LIB_PTXSIM_LANES_H
