// Made-up batches, for graphs that come without data.
#ifndef DET_LIB_RUNTIME_STATE_RANDOMFEED_H
#define DET_LIB_RUNTIME_STATE_RANDOMFEED_H

#include "det/Runtime/State/Feed.h"

namespace det::rt {

/// Numbers that are a function of seed, name, step and position: floats with mean 0 and deviation 0.02 (the sum of 12 uniform
/// numbers: near a normal distribution, without functions whose bits depend on a library), integers and booleans 0 or 1.
std::unique_ptr<Feed> makeRandomFeed(const std::string &name, ElementType type, const std::vector<int64_t> &shape, uint64_t seed);

} // namespace det::rt

#endif // DET_LIB_RUNTIME_STATE_RANDOMFEED_H
