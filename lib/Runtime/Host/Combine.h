// Elementwise joins of two arrays, by operation and type: the inner loop of Join and Scatter.
#ifndef DET_RUNTIME_HOST_COMBINE_H
#define DET_RUNTIME_HOST_COMBINE_H

#include "det/Runtime/Host/Join.h"

namespace det::rt::host {

/// out[i] = left[i] op right[i] for `count` elements; out may be either operand. NaNs are any NaN here.
using Combine = void (*)(const void *left, const void *right, void *out, int64_t count);

/// Null for an operation that the type does not have.
Combine combineFor(JoinOp op, Element type);

/// out[i] = in[i] with every float NaN canonical.
void canonicalise(Element type, const void *in, void *out, int64_t count);

/// Fills with one value.
void fill(Element type, const void *value, void *out, int64_t count);

} // namespace det::rt::host

#endif // DET_RUNTIME_HOST_COMBINE_H
