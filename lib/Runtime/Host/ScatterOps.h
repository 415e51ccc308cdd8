// The operations of a scatter: their joins and identities.
#ifndef DET_RUNTIME_HOST_SCATTEROPS_H
#define DET_RUNTIME_HOST_SCATTEROPS_H

#include "det/Runtime/Host/Scatter.h"

#include <limits>

namespace det::rt::host {

/// The join of an operation other than assign.
inline JoinOp joinOf(ScatterOp op) {
  switch (op) {
  case ScatterOp::mul:
    return JoinOp::mul;
  case ScatterOp::max:
    return JoinOp::max;
  case ScatterOp::min:
    return JoinOp::min;
  case ScatterOp::maxUnsigned:
    return JoinOp::maxUnsigned;
  case ScatterOp::minUnsigned:
    return JoinOp::minUnsigned;
  case ScatterOp::bitAnd:
    return JoinOp::bitAnd;
  case ScatterOp::bitOr:
    return JoinOp::bitOr;
  case ScatterOp::bitXor:
    return JoinOp::bitXor;
  default:
    return JoinOp::add;
  }
}

/// The bits of the identity, in the low bytes: -0.0 for a float sum, 1 for products, the infinities for max and min.
inline uint64_t identityBits(ScatterOp op, Element type) {
  const bool f32 = type == Element::f32, f64 = type == Element::f64;
  const int64_t bits = 8 * elementSize(type);
  const uint64_t sign = uint64_t(1) << (bits - 1), ones = sign | (sign - 1);
  switch (op) {
  case ScatterOp::mul:
    return f32 ? 0x3f800000 : f64 ? 0x3ff0000000000000 : 1;
  case ScatterOp::max:
    return f32 ? 0xff800000 : f64 ? 0xfff0000000000000 : sign;
  case ScatterOp::min:
    return f32 ? 0x7f800000 : f64 ? 0x7ff0000000000000 : ones >> 1;
  case ScatterOp::minUnsigned:
  case ScatterOp::bitAnd:
    return ones;
  case ScatterOp::maxUnsigned:
  case ScatterOp::bitOr:
  case ScatterOp::bitXor:
    return 0;
  default:
    return f32 || f64 ? sign : 0;
  }
}

} // namespace det::rt::host

#endif // DET_RUNTIME_HOST_SCATTEROPS_H
