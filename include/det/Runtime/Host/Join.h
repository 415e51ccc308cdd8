// Joins arrays of partial nodes element by element, along the tree that a postfix program gives.
#ifndef DET_RUNTIME_HOST_JOIN_H
#define DET_RUNTIME_HOST_JOIN_H

#include <cstdint>

namespace det::rt::host {

enum class JoinOp : uint8_t { add, mul, max, min, maxUnsigned, minUnsigned, bitAnd, bitOr, bitXor };

/// Element types; integers are two's complement without a sign, floats take no bit operation except bitAnd, bitOr,
/// bitXor, which work on the bits.
enum class Element : uint8_t { f32, f64, i8, i16, i32, i64 };

int64_t elementSize(Element type);

/// What is joined to the root, as its left operand: nothing, one value for all elements, or an array.
struct Init {
  enum Kind : uint8_t { none, scalar, array } kind = none;
  const void *data = nullptr; ///< element i of an array belongs to element i of the output
};

/// out[i] = init[i] op (the program over nodes[0][i], nodes[1][i], ...) for i in [begin, end).
///
/// Node j starts at nodes + j * stride elements; nodes come in ascending position. `pops` has `count` entries and a
/// depth of at most maxPostfixDepth (Postfix.h; checked when a plan is loaded). Float max and min give NaN if either
/// operand is NaN, and -0 < +0. Every stored float NaN is canonical. Without nodes the result is init, without that
/// zero. `out` may be init's array or one of the nodes. Needs x86-64-v3.
void joinNodes(JoinOp op, Element type, const void *nodes, int64_t stride, const uint8_t *pops, int64_t count, Init init,
               void *out, int64_t begin, int64_t end);

} // namespace det::rt::host

#endif // DET_RUNTIME_HOST_JOIN_H
