// Joins whose result is narrower than the sum: rounded once, at the root.
#ifndef DET_LIB_RUNTIME_EXECUTOR_RESOLVE_NARROW_H
#define DET_LIB_RUNTIME_EXECUTOR_RESOLVE_NARROW_H

#include "Operations.h"

namespace det::rt {

/// joinNodes for a result type of f32 (from f64), bf16 or f16 (from f32): round to nearest, ties to even; a NaN becomes
/// the canonical one, all bits but the sign.
void joinAndRound(const JoinOp &op, int64_t begin, int64_t end);

} // namespace det::rt

#endif // DET_LIB_RUNTIME_EXECUTOR_RESOLVE_NARROW_H
