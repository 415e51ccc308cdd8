// Makes feeds.
#include "Feeds.h"
#include "det/Runtime/Trace/Glob.h"

#include <algorithm>
#include <cstring>

namespace det::run {

namespace {

using artifact::TensorKind;

bool isGlob(const std::string &name) { return name.find_first_of("*?") != std::string::npos; }

/// Scalars that tell one run and one step from another.
class CounterFeed final : public rt::Feed {
public:
  CounterFeed(const TensorInfo &info, std::optional<uint64_t> fixed)
      : tensor{info.type, info.shape, std::vector<uint8_t>(sizeof(uint64_t))}, fixed(fixed) {}

  TensorView batch(uint64_t step) override {
    const uint64_t number = fixed.value_or(step);
    std::memcpy(tensor.bytes.data(), &number, sizeof number);
    return tensor.view();
  }

private:
  HostTensor tensor;
  std::optional<uint64_t> fixed;
};

} // namespace

std::unique_ptr<rt::Feed> makeCounterFeed(const TensorInfo &info, int64_t seed) {
  if ((info.name != seedName && info.name != stepName) || info.type != artifact::ElementType::ui64 || !info.shape.empty())
    return nullptr;
  return std::make_unique<CounterFeed>(info, info.name == seedName ? std::optional(uint64_t(seed)) : std::nullopt);
}

Result<Feeds> makeFeeds(const Engine &engine, const Options &options) {
  Feeds feeds;
  const std::vector<TensorInfo> batches = engine.tensorsOf(TensorKind::batch);
  for (const TensorInfo &info : batches)
    if (std::unique_ptr<rt::Feed> feed = makeCounterFeed(info, options.seed))
      feeds[info.name] = std::move(feed);
  const auto feedFrom = [&](const TensorInfo &info, const std::string &source) -> Status {
    Result<std::unique_ptr<rt::Feed>> feed = rt::makeFeed(info.name, source, info.type, info.shape, options.dataSeed);
    if (!feed)
      return feed.error();
    feeds[info.name] = std::move(*feed);
    return {};
  };
  for (const auto &[name, source] : options.data) {
    if (isGlob(name))
      continue;
    const auto found = std::find_if(batches.begin(), batches.end(), [&](const TensorInfo &info) { return info.name == name; });
    if (found == batches.end()) {
      std::string known;
      for (const TensorInfo &info : batches)
        known += (known.empty() ? "" : ", ") + info.name;
      return Error{"--data " + name + ": the program has no such batch tensor; it has: " + known};
    }
    if (feeds.count(name))
      return Error{"--data " + name + " is given twice"};
    if (Status status = feedFrom(*found, source); !status)
      return status.error();
  }
  for (const auto &[name, source] : options.data)
    for (const TensorInfo &info : batches)
      if (isGlob(name) && !feeds.count(info.name) && rt::matchesGlob(name, info.name))
        if (Status status = feedFrom(info, source); !status)
          return status.error();
  if (options.steps > 0)
    for (const TensorInfo &info : batches)
      if (!feeds.count(info.name))
        return Error{"batch tensor '" + info.name + "' " + rt::describe(info.type, info.shape) + " has no data; give --data " +
                     info.name + "=text:FILE, " + info.name + "=FILE.safetensors or " + info.name + "=random:SEED"};
  return feeds;
}

Result<rt::TensorMap> stateFromData(const Engine &engine, const Options &options) {
  rt::TensorMap state;
  for (const TensorInfo &info : engine.tensorsOf(TensorKind::state)) {
    const auto found = std::find_if(options.data.begin(), options.data.end(),
                                    [&](const auto &entry) { return isGlob(entry.first) && rt::matchesGlob(entry.first, info.name); });
    if (found == options.data.end())
      return rt::TensorMap{};
    Result<std::unique_ptr<rt::Feed>> feed = rt::makeFeed(info.name, found->second, info.type, info.shape, options.dataSeed);
    if (!feed)
      return feed.error();
    const TensorView first = (*feed)->batch(0);
    state[info.name] = {first.type, first.shape, {first.bytes.begin(), first.bytes.end()}};
  }
  return state;
}

} // namespace det::run
