// Products and launches of rows that a GPU does at once.
#ifndef DET_LIB_TRANSFORMS_LOWER_PLAN_ATTENTION_H
#define DET_LIB_TRANSFORMS_LOWER_PLAN_ATTENTION_H

#include "ProgramBuilder.h"
#include "det/Transforms/Plan/Plan.h"

namespace det::plan {

/// Finds a product, the launch that alone reads its results, row by row, and where there is one a product of what the launch makes; brings the steps
/// together and marks the first of them (artifact::Fusion). The order of exchanges and loops stays, and so does what every step computes.
void fuseAttention(ProgramBuilder &builder, const AttentionOptions &options);

} // namespace det::plan

#endif // DET_LIB_TRANSFORMS_LOWER_PLAN_ATTENTION_H
