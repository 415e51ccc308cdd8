// Where the batches of a run come from.
#ifndef DET_TOOLS_RUN_FEEDS_H
#define DET_TOOLS_RUN_FEEDS_H

#include "Engine.h"
#include "det/Runtime/State/Feed.h"

namespace det::run {

using Feeds = std::map<std::string, std::unique_ptr<rt::Feed>>;

/// A graph with random operations reads these two scalars, which det-run feeds: --seed, and the number of the step.
inline constexpr const char *seedName = "det.seed";
inline constexpr const char *stepName = "det.step";

/// A feed for every batch tensor, by name. --data names a tensor, or with `*` and `?` all that have no other source yet.
/// Errors: tensors that are unknown, have no source or two.
Result<Feeds> makeFeeds(const Engine &engine, const Options &options);

/// State for a program that is given none: every state tensor by the first --data whose name matches it. Nothing if one has none.
Result<rt::TensorMap> stateFromData(const Engine &engine, const Options &options);

/// The seed and step of a run as a tensor, if that is what the name asks for.
std::unique_ptr<rt::Feed> makeCounterFeed(const TensorInfo &info, int64_t seed);

} // namespace det::run

#endif // DET_TOOLS_RUN_FEEDS_H
