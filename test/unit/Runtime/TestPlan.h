// A small plan made by hand: partial sums of uneven shards, joined as a reduce-scatter, gathered, added to a state.
#ifndef DET_TEST_RUNTIME_TESTPLAN_H
#define DET_TEST_RUNTIME_TESTPLAN_H

#include "det/Runtime/Artifact/Artifact.h"
#include "det/Runtime/Artifact/plan_generated.h"

#include <vector>

namespace det::rt::test {

inline constexpr int64_t rows = 7, width = 5;
inline constexpr int loopCount = 3;

/// batch "x" f32[rows,width], cut by rows over `ranks`; state "w" f32[width], whole on every rank, and "scale" f32[],
/// which no entry touches; metric "sum" f32[width], cut over the ranks: the tree sum over the rows of x. A step adds the
/// sum loopCount times to w.
artifact::PlanT makePlan(uint32_t ranks);

/// The artifact of a plan, with one constant section of 64 zero bytes.
Artifact makeArtifact(const artifact::PlanT &plan);

} // namespace det::rt::test

#endif // DET_TEST_RUNTIME_TESTPLAN_H
