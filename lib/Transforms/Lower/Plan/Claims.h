// Claims: what entries say about themselves in terms of the ordered graph, so that a plan can be checked.
#ifndef DET_LIB_TRANSFORMS_LOWER_PLAN_CLAIMS_H
#define DET_LIB_TRANSFORMS_LOWER_PLAN_CLAIMS_H

#include "ProgramBuilder.h"

namespace det::plan {

/// A part of a sum, relative to what the rank holds of it.
artifact::BoxT boxWithin(const order::Box &node, const order::Box &part);

/// The claim of a step whose buffers are known.
std::unique_ptr<artifact::ClaimT> claimOf(Step &step, ProgramBuilder &builder);

} // namespace det::plan

#endif // DET_LIB_TRANSFORMS_LOWER_PLAN_CLAIMS_H
