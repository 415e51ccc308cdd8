// Reads or computes the first state.
#include "FirstState.h"
#include "Feeds.h"
#include "Processes.h"
#include "Program.h"
#include "det/Runtime/State/MatchState.h"
#include "det/Runtime/State/Safetensors.h"
#include "det/Runtime/Trace/Glob.h"

#include <algorithm>
#include <cstring>
#include <set>
#include <sstream>

namespace det::run {

namespace {

using artifact::ElementType;
using artifact::TensorKind;

// The seed as a scalar of an integer type. Errors: not an integer type, a seed that it cannot hold.
Result<HostTensor> seedTensor(const TensorInfo &info, int64_t seed) {
  const bool isSigned = info.type >= ElementType::i8 && info.type <= ElementType::i64;
  const bool isUnsigned = info.type >= ElementType::ui8 && info.type <= ElementType::ui64;
  if (!info.shape.empty() || (!isSigned && !isUnsigned))
    return Error{"its input '" + info.name + "' is " + rt::describe(info.type, info.shape) +
                 ", expected one integer scalar for the seed"};
  const int64_t bits = 8 * rt::elementBytes(info.type);
  const bool fits = isSigned ? bits == 64 || (seed >= -(int64_t(1) << (bits - 1)) && seed < int64_t(1) << (bits - 1))
                             : seed >= 0 && (bits == 64 || seed < int64_t(1) << bits);
  if (!fits)
    return Error{"the seed " + std::to_string(seed) + " does not fit " + std::string(rt::elementName(info.type))};
  HostTensor tensor{info.type, {}, std::vector<uint8_t>(size_t(bits / 8))};
  std::memcpy(tensor.bytes.data(), &seed, tensor.bytes.size());
  return tensor;
}

Result<rt::TensorMap> computeState(const Options &options) {
  const auto inInit = [&](const Error &error) { return Error{"'" + options.init + "': " + error.message}; };
  Result<rt::Artifact> artifact = openProgram(options.init, {});
  if (!artifact)
    return artifact.error();
  Options own = options;
  own.session.profile = false;
  // Text is compiled for this CPU: once, and with the same bits, there is no need of kernels for a GPU.
  if (own.compile.forGpu && !artifact->section(rt::section::kernelsPtx))
    own.device = Device::host;
  own.session.group = nullptr; // every process computes all of it
  Result<std::unique_ptr<Engine>> made = makeEngine(std::move(*artifact), own);
  if (!made)
    return made.error();
  Engine &engine = **made;
  // What random operations read is no input of the user's.
  ViewMap batch;
  Feeds counters;
  std::vector<TensorInfo> inputs;
  for (const TensorInfo &info : engine.tensorsOf(TensorKind::batch)) {
    std::unique_ptr<rt::Feed> counter = makeCounterFeed(info, options.seed);
    if (!counter) {
      inputs.push_back(info);
      continue;
    }
    batch[info.name] = counter->batch(0);
    counters[info.name] = std::move(counter);
  }
  if (inputs.size() > 1 || !engine.tensorsOf(TensorKind::state).empty())
    return inInit({"it has " + std::to_string(inputs.size()) + " inputs and " +
                   std::to_string(engine.tensorsOf(TensorKind::state).size()) +
                   " state tensors, expected at most one input, the seed"});
  // JAX leaves out a seed that nothing reads: the state is the same for all.
  HostTensor seed;
  if (!inputs.empty()) {
    Result<HostTensor> made = seedTensor(inputs.front(), options.seed);
    if (!made)
      return inInit(made.error());
    seed = std::move(*made);
    batch[inputs.front().name] = seed.view();
  }
  if (Status status = engine.step(batch); !status)
    return inInit(status.error());
  rt::TensorMap state;
  for (const TensorInfo &info : engine.tensorsOf(TensorKind::metric)) {
    const Result<TensorView> value = engine.metric(info.name);
    if (!value)
      return inInit(value.error());
    state[info.name] = {info.type, info.shape, {value->bytes.begin(), value->bytes.end()}};
  }
  return state;
}

// Matches, sets, and keeps what is carried.
Result<rt::TensorMap> use(Engine &engine, const Options &options, const std::string &source, const ViewMap &given,
                          const std::function<bool(const std::string &)> &carried) {
  std::vector<rt::ExpectedTensor> expected;
  for (const TensorInfo &info : engine.tensorsOf(TensorKind::state))
    expected.push_back({info.name, info.type, info.shape});
  if (Status status = rt::matchState(source, given, expected, carried); !status)
    return status.error();
  if (Status status = agreeOnTensors(options, "the first state's", given); !status)
    return status.error();
  rt::TensorMap kept;
  for (const auto &[name, tensor] : given)
    kept[name] = {tensor.type, tensor.shape, {}};
  for (const rt::ExpectedTensor &tensor : expected) {
    if (Status status = engine.setState(tensor.name, given.at(tensor.name)); !status)
      return status.error();
    kept.erase(tensor.name);
  }
  for (auto &[name, tensor] : kept)
    tensor.bytes.assign(given.at(name).bytes.begin(), given.at(name).bytes.end());
  return kept;
}

} // namespace

Result<rt::TensorMap> setFirstState(Engine &engine, const Options &options) {
  if (!options.init.empty()) {
    Result<rt::TensorMap> state = computeState(options);
    if (!state)
      return state.error();
    ViewMap views;
    for (const auto &[name, tensor] : *state)
      views[name] = tensor.view();
    return use(engine, options, options.init, views, [](const std::string &) { return true; });
  }
  if (!options.state.empty()) {
    Result<rt::SafetensorsFile> file = rt::readSafetensors(options.state);
    if (!file)
      return file.error();
    std::set<std::string> before;
    std::istringstream lines(file->metadata[carriedKey]);
    for (std::string line; std::getline(lines, line);)
      before.insert(line);
    return use(engine, options, options.state, file->tensors, [&](const std::string &name) {
      return before.count(name) || std::any_of(options.carry.begin(), options.carry.end(),
                                               [&](const std::string &glob) { return rt::matchesGlob(glob, name); });
    });
  }
  if (const size_t count = engine.tensorsOf(TensorKind::state).size(); count > 0) {
    const Result<rt::TensorMap> drawn = stateFromData(engine, options);
    if (!drawn)
      return drawn.error();
    if (drawn->empty())
      return Error{"the program has " + std::to_string(count) + " state tensors; give --init or --state"};
    ViewMap views;
    for (const auto &[name, tensor] : *drawn)
      views[name] = tensor.view();
    if (Status status = agreeOnTensors(options, "the first state's", views); !status)
      return status.error();
    for (const auto &[name, tensor] : *drawn)
      if (Status status = engine.setState(name, tensor.view()); !status)
        return status.error();
  }
  return rt::TensorMap{};
}

} // namespace det::run
