// The training loop of det-run.
#include "Training.h"
#include "Feeds.h"
#include "FirstState.h"
#include "Processes.h"
#include "Program.h"
#include "Recorder.h"
#include "det/Runtime/State/Safetensors.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cinttypes>
#include <cstring>
#include <unistd.h>

namespace det::run {

namespace {

using artifact::TensorKind;
Status checkWritable(const std::string &path) {
  if (path.empty())
    return {};
  const size_t slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
  if (access(folder.c_str(), W_OK) != 0)
    return Error{"cannot write '" + path + "': " + std::strerror(errno)};
  return {};
}

// All processes gather; the one that speaks writes.
Status save(const Engine &engine, const rt::TensorMap &carried, const Options &options) {
  rt::TensorMap state;
  for (const TensorInfo &info : engine.tensorsOf(TensorKind::state)) {
    Result<HostTensor> tensor = engine.getState(info.name);
    if (!tensor)
      return tensor.error();
    state[info.name] = std::move(*tensor);
  }
  if (!speaks(options))
    return {};
  ViewMap views;
  for (const auto &[name, tensor] : state)
    views[name] = tensor.view();
  std::map<std::string, std::string> metadata;
  std::string names;
  for (const auto &[name, tensor] : carried) {
    views[name] = tensor.view();
    names += (names.empty() ? "" : "\n") + name;
  }
  if (!names.empty())
    metadata[carriedKey] = names;
  return rt::writeSafetensors(options.save, views, metadata);
}

void showProfile(const Engine &engine, uint64_t steps) {
  int64_t all = 0;
  for (const rt::EntryTime &time : engine.profile())
    all += time.nanoseconds;
  for (const rt::EntryTime &time : engine.profile())
    if (time.calls > 0)
      std::printf("%9.3f ms  %5.1f %%  %7.2f Gflop/s  %6" PRId64 " calls a step  %s %s\n",
                  double(time.nanoseconds) / 1e6 / double(steps),
                  100.0 * double(time.nanoseconds) / double(std::max<int64_t>(all, 1)),
                  double(time.flops) / double(std::max<int64_t>(time.nanoseconds, 1)), time.calls / int64_t(steps),
                  std::string(time.kind).c_str(), time.label.c_str());
}

// Steps alone: no feeding, no recording.
std::string timingLine(const std::vector<double> &seconds, const rt::MemoryUse &memory, const rt::ExchangeTraffic &traffic) {
  std::string line = "{\"step_s\": [";
  char number[32];
  for (size_t i = 0; i < seconds.size(); ++i) {
    std::snprintf(number, sizeof number, "%s%.9f", i ? ", " : "", seconds[i]);
    line += number;
  }
  return line + "], \"arena_bytes\": " + std::to_string(memory.arenas) + ", \"largest_arena_bytes\": " + std::to_string(memory.largestArena) +
         ", \"message_bytes\": " + std::to_string(memory.messages) + ", \"scratch_bytes\": " + std::to_string(memory.scratch) +
         ", \"messages_within_machines\": " + std::to_string(traffic.within.messages) + ", \"bytes_within_machines\": " + std::to_string(traffic.within.bytes) +
         ", \"messages_between_machines\": " + std::to_string(traffic.between.messages) +
         ", \"bytes_between_machines\": " + std::to_string(traffic.between.bytes) + "}";
}

} // namespace

// Says early what would otherwise be found out after hours of training.
static Status checkOutputs(const Options &options) {
  std::map<std::string, std::string> outputs;
  for (const auto &[flag, path] : {std::pair{"--save", &options.save}, std::pair{"--fingerprints", &options.fingerprints},
                                   std::pair{"--metrics", &options.metrics}, std::pair{"--timings", &options.timings}}) {
    if (Status status = checkWritable(*path); !status)
      return status;
    if (const auto [other, fresh] = outputs.emplace(*path, flag); !fresh && !path->empty())
      return Error{std::string(flag) + " and " + other->second + " name the same file '" + *path + "'; give each its own"};
  }
  return {};
}

static Status trainOn(Engine &engine, const Options &options) {
  if (options.progress && speaks(options))
    std::printf("%s\n", engine.description().c_str());
  const Result<Feeds> feeds = makeFeeds(engine, options);
  if (!feeds)
    return feeds.error();
  const Result<rt::TensorMap> carried = setFirstState(engine, options);
  if (!carried)
    return carried.error();
  Recorder recorder;
  if (Status status = recorder.open(options, engine, *carried); !status)
    return status;
  LineFile timings;
  std::vector<double> seconds;
  if (!options.timings.empty() && speaks(options))
    if (Status status = timings.open(options.timings); !status)
      return status;
  for (uint64_t i = 0; i < options.steps; ++i) {
    const uint64_t step = options.firstStep + i;
    ViewMap batch;
    for (const auto &[name, feed] : *feeds)
      batch[name] = feed->batch(step);
    if (i == 0)
      if (Status status = agreeOnTensors(options, "the batch of step " + std::to_string(step) + ":", batch); !status)
        return status;
    const auto began = std::chrono::steady_clock::now();
    if (Status status = engine.step(batch); !status)
      return status;
    if (timings.isOpen())
      seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count());
    if (Status status = recorder.record(step, engine, batch); !status)
      return status;
  }
  if (!options.save.empty())
    if (Status status = save(engine, *carried, options); !status)
      return status;
  if (Status status = recorder.finish(engine); !status)
    return status;
  if (timings.isOpen()) {
    if (Status status = timings.write(timingLine(seconds, engine.memory(), engine.traffic())); !status)
      return status;
    if (Status status = timings.keep(); !status)
      return status;
  }
  if (options.session.profile && options.steps > 0 && speaks(options))
    showProfile(engine, options.steps);
  return {};
}

Status train(const Options &options) {
  if (Status status = speaks(options) ? checkOutputs(options) : Status(); !status)
    return status;
  Result<rt::Artifact> artifact = openProgram(programOf(options), options.compile);
  if (!artifact)
    return artifact.error();
  if (Status status = agreeOnRun(options, *artifact); !status)
    return status;
  Result<std::unique_ptr<Engine>> made = makeEngine(std::move(*artifact), options);
  if (!made)
    return made.error();
  Status status = trainOn(**made, options);
  // Before the engine ends: it waits for processes that do not know of an error.
  if (!status && options.session.group)
    static_cast<void>(options.session.group->fail(status.error()));
  return status;
}

} // namespace det::run
