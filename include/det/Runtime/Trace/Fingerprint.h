// Fingerprints of tensors: 128 bits that shards of any cut add up to (architecture.md section 5).
#ifndef DET_RUNTIME_TRACE_FINGERPRINT_H
#define DET_RUNTIME_TRACE_FINGERPRINT_H

#include "det/Runtime/Artifact/Layout.h"
#include "det/Runtime/State/Tensor.h"

#include <array>
#include <string>

namespace det::rt {

/// Two 64-bit halves, one per constant; sums are modulo 2^64.
using ElementSums = std::array<uint64_t, 2>;
using Fingerprint = std::array<uint64_t, 2>;

/// Adds the halves of two parts.
ElementSums operator+(const ElementSums &a, const ElementSums &b);

/// The sum of splitmix64(bits_i ^ splitmix64(i + c)) over `count` elements whose global row-major indices are first,
/// first + 1, ... A complex element counts as two elements, real part first (`first` and `count` count elements).
ElementSums elementSums(ElementType type, const void *bits, int64_t first, int64_t count);

/// The same over a dense row-major box of a tensor of a global shape.
ElementSums elementSums(ElementType type, const void *bits, const Region &box, const std::vector<int64_t> &shape);

/// The fingerprint of a tensor whose elements have these sums; name, type and shape go in.
Fingerprint fingerprint(const std::string &name, ElementType type, const std::vector<int64_t> &shape, const ElementSums &sums);
/// The fingerprint of a whole tensor.
Fingerprint fingerprint(const std::string &name, const TensorView &tensor);

/// 32 hex digits.
std::string toHex(const Fingerprint &fingerprint);

} // namespace det::rt

#endif // DET_RUNTIME_TRACE_FINGERPRINT_H
