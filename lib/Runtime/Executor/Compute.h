// Executes one computing operation as a member of a team.
#ifndef DET_LIB_RUNTIME_EXECUTOR_COMPUTE_H
#define DET_LIB_RUNTIME_EXECUTOR_COMPUTE_H

#include "Run.h"

namespace det::rt {

/// The part of [0, total) that member `team.rank` does, cut at multiples of `grain`.
struct Share {
  int64_t begin, end;
};
Share shareOf(int64_t total, int64_t grain, const host::Team &team);

void run(const LaunchOp &op, host::Team &team, const Scratch &scratch);
void run(const ProductOp &op, host::Team &team, const Scratch &scratch);
void run(const CopyOp &op, host::Team &team);
void run(const GatherOp &op, host::Team &team);
void run(const ScatterOp &op, host::Team &team, const Scratch &scratch);
void run(const JoinOp &op, host::Team &team);
void run(const FeedOp &op, host::Team &team, const BatchPointers &batch);

} // namespace det::rt

#endif // DET_LIB_RUNTIME_EXECUTOR_COMPUTE_H
