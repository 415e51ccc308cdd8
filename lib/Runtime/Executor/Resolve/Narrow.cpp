// Rounds the roots of joins.
#include "Narrow.h"

#include <algorithm>
#include <bit>

namespace det::rt {

namespace {

uint16_t toBf16(float value) {
  const uint32_t bits = std::bit_cast<uint32_t>(value);
  if (value != value)
    return 0x7fff;
  return uint16_t((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

uint16_t toF16(float value) {
  const uint32_t bits = std::bit_cast<uint32_t>(value);
  const uint16_t sign = uint16_t(bits >> 16 & 0x8000);
  const uint32_t magnitude = bits & 0x7fffffff;
  if (value != value)
    return 0x7fff;
  if (magnitude >= 0x47800000) // 2^16 and above, also what would round up to it below
    return sign | 0x7c00;
  if (magnitude < 0x33000000) // below half of the smallest subnormal
    return sign;
  const int exponent = int(magnitude >> 23) - 127;
  const uint32_t mantissa = (magnitude & 0x7fffff) | 0x800000;
  // Bits to drop: 13 for normal results, more below 2^-14.
  const int drop = exponent >= -14 ? 13 : 13 + (-14 - exponent);
  uint32_t kept = mantissa >> drop;
  const uint32_t rest = mantissa & ((1u << drop) - 1), half = 1u << (drop - 1);
  kept += rest > half || (rest == half && (kept & 1));
  // A carry into the exponent gives the next binade, or infinity, by itself.
  return uint16_t(sign + (exponent >= -14 ? (uint32_t(exponent + 14) << 10) + kept : kept));
}

float toF32(double value) { return value != value ? std::bit_cast<float>(0x7fffffffu) : static_cast<float>(value); }

template <class Wide, class Narrow, class Round> void joinInChunks(const JoinOp &op, int64_t begin, int64_t end, Round round) {
  constexpr int64_t chunk = 512;
  Wide roots[chunk];
  for (int64_t at = begin; at < end; at += chunk) {
    const int64_t count = std::min(chunk, end - at);
    // Nodes and init shifted to the chunk, so that the kernel's element 0 is its first one.
    host::Init init = op.init;
    if (init.kind == host::Init::array)
      init.data = static_cast<const Wide *>(init.data) + at;
    host::joinNodes(op.combine, op.element, static_cast<const Wide *>(op.nodes) + at, op.elements, op.pops.data(), op.count, init,
                    roots, 0, count);
    for (int64_t i = 0; i < count; ++i)
      reinterpret_cast<Narrow *>(op.out)[at + i] = round(roots[i]);
  }
}

} // namespace

void joinAndRound(const JoinOp &op, int64_t begin, int64_t end) {
  if (op.result == ElementType::f32)
    joinInChunks<double, float>(op, begin, end, toF32);
  else if (op.result == ElementType::bf16)
    joinInChunks<float, uint16_t>(op, begin, end, toBf16);
  else
    joinInChunks<float, uint16_t>(op, begin, end, toF16);
}

} // namespace det::rt
