// Runs cases of the property test: every run of a graph must leave the bits that the reference interpreter gives.
//
//   det-property FILE...
//
// Per case a line `NAME begins`, then `NAME passed`, `NAME refused: MESSAGE` (the compiler does not take the graph even on
// one rank) or `NAME failed: WHAT`. Many cases share a process, because starting one takes longer than a small graph.
// A case of more than a minute ends the process by SIGALRM.
#include "Case.h"

#include "Engine.h"
#include "Verify.h"
#include "det-c/Compiler.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <unistd.h>

using namespace det;
using namespace det::property;
using run::Engine;

namespace {

constexpr int steps = 2;
constexpr unsigned secondsPerCase = 60;

struct Outcome {
  const char *verdict; ///< passed, refused, failed
  std::string what;
};

rt::Result<rt::Artifact> compile(const Case &which, const Run &run) {
  std::vector<const char *> shards;
  for (const std::string &shard : run.compile.shards)
    shards.push_back(shard.c_str());
  DetCompileOptions options{};
  options.name = which.name.c_str();
  options.mesh = run.compile.mesh.c_str();
  options.shards = shards.data();
  options.shardCount = shards.size();
  options.recipe = (run.control ? run.compile.recipe : which.recipe).c_str();
  DetBuffer bytes{}, message{};
  const bool done = detCompile(which.text.data(), which.text.size(), &options, &bytes, &message) == 0;
  // What is compiled is also proved: det-verify takes every artifact.
  if (done)
    try {
      verify::verify(std::vector<uint8_t>(bytes.data, bytes.data + bytes.size));
    } catch (const std::exception &fault) {
      detBufferFree(&bytes);
      return rt::Error{std::string("det-verify: ") + fault.what()};
    }
  rt::Result<rt::Artifact> artifact =
      done ? rt::Artifact::fromMemory({reinterpret_cast<const uint8_t *>(bytes.data), bytes.size}, which.name)
           : rt::Result<rt::Artifact>(rt::Error{message.data ? message.data : "no message"});
  detBufferFree(&bytes);
  detBufferFree(&message);
  return artifact;
}

/// All that a few steps leave, by name: the metrics of every step, and the last state.
rt::Result<rt::TensorMap> observe(Engine &engine, const Case &which, uint64_t more = 0) {
  rt::TensorMap batch, seen;
  uint64_t seed = which.seed + more;
  for (const rt::TensorInfo &info : engine.tensorsOf(artifact::TensorKind::state))
    if (rt::Status status = engine.setState(info.name, makeTensor(info.type, info.shape, ++seed, which.mood).view()); !status)
      return status.error();
  for (int step = 0; step < steps; ++step) {
    rt::ViewMap views;
    for (const rt::TensorInfo &info : engine.tensorsOf(artifact::TensorKind::batch)) {
      batch[info.name] = makeTensor(info.type, info.shape, ++seed, which.mood);
      views[info.name] = batch[info.name].view();
    }
    if (rt::Status status = engine.step(views); !status)
      return status.error();
    for (const rt::TensorInfo &info : engine.tensorsOf(artifact::TensorKind::metric)) {
      rt::Result<rt::TensorView> metric = engine.metric(info.name);
      if (!metric)
        return metric.error();
      seen["step " + std::to_string(step) + ", " + info.name] = {
          metric->type, metric->shape, {metric->bytes.begin(), metric->bytes.end()}};
    }
  }
  for (const rt::TensorInfo &info : engine.tensorsOf(artifact::TensorKind::state)) {
    rt::Result<rt::HostTensor> state = engine.getState(info.name);
    if (!state)
      return state.error();
    seen["state " + info.name] = std::move(*state);
  }
  return seen;
}

std::string hex(const uint8_t *at, int64_t size) {
  std::string text = "0x";
  char digits[3];
  for (int64_t i = size - 1; i >= 0; --i) {
    std::snprintf(digits, sizeof digits, "%02x", at[i]);
    text += digits;
  }
  return text;
}

/// The first element that differs, in words; empty if none does.
std::string difference(const rt::TensorMap &got, const rt::TensorMap &want) {
  if (got.size() != want.size())
    return "expected " + std::to_string(want.size()) + " tensors, got " + std::to_string(got.size());
  for (const auto &[name, tensor] : want) {
    const auto other = got.find(name);
    if (other == got.end())
      return "no " + name;
    if (other->second.bytes == tensor.bytes && other->second.shape == tensor.shape)
      continue;
    const int64_t size = rt::elementBytes(tensor.type), count = int64_t(tensor.bytes.size()) / size;
    int64_t different = 0, first = -1;
    for (int64_t i = 0; i < count; ++i)
      if (!std::equal(&tensor.bytes[size_t(i * size)], &tensor.bytes[size_t(i * size)] + size, &other->second.bytes[size_t(i * size)])) {
        first = first < 0 ? i : first;
        ++different;
      }
    return name + " " + rt::describe(tensor.type, tensor.shape) + ": element " + std::to_string(first) + " is " +
           hex(&other->second.bytes[size_t(first * size)], size) + ", expected " + hex(&tensor.bytes[size_t(first * size)], size) + "; " +
           std::to_string(different) + " of " + std::to_string(count) + " differ";
  }
  return "";
}

std::string orderOf(const rt::Artifact &artifact) {
  const auto section = artifact.section(rt::section::order);
  return section ? std::string(section->begin(), section->end()) : "";
}

Outcome check(const Case &which) {
  rt::Result<rt::Artifact> plain = compile(which, Run{});
  if (!plain)
    return {plain.error().message.starts_with("det-verify") ? "failed" : "refused", plain.error().message};
  rt::Result<std::unique_ptr<Engine>> interpreter = run::makeReferenceEngine(*plain);
  if (!interpreter)
    return {"failed", "reference: " + interpreter.error().message};
  rt::Result<rt::TensorMap> want = observe(**interpreter, which);
  if (!want)
    return {"failed", "reference: " + want.error().message};
  const std::string order = orderOf(*plain);
  std::vector<Run> runs{Run{}};
  runs.front().line = " plain";
  runs.insert(runs.end(), which.runs.begin(), which.runs.end());
  for (const Run &run : runs) {
    rt::Result<rt::Artifact> artifact = compile(which, run);
    if (!artifact)
      return {"failed", "run" + run.line + ": does not compile: " + artifact.error().message};
    if (!run.control && orderOf(*artifact) != order)
      return {"failed", "run" + run.line + ": another ordered graph"};
    rt::Result<std::unique_ptr<Engine>> engine = run::makeHostEngine(std::move(*artifact), run.session);
    if (!engine)
      return {"failed", "run" + run.line + ": " + engine.error().message};
    rt::Result<rt::TensorMap> got = observe(**engine, which, run.seed);
    if (!got)
      return {"failed", "run" + run.line + ": " + got.error().message};
    const std::string what = difference(*got, *want);
    if (run.control && what.empty())
      return {"failed", "control" + run.line + ": the same bits"};
    if (!run.control && !what.empty())
      return {"failed", "run" + run.line + ": " + what};
  }
  return {"passed", ""};
}

std::string oneLine(std::string text) {
  while (text.ends_with("\n"))
    text.pop_back();
  for (size_t at; (at = text.find('\n')) != std::string::npos;)
    text.replace(at, 1, " | ");
  return text;
}

} // namespace

int main(int argc, char **argv) {
  bool good = argc > 1;
  for (int i = 1; i < argc; ++i) {
    rt::Result<rt::PageBytes> file = rt::readFile(argv[i]);
    if (!file) {
      std::fprintf(stderr, "error: %s\n", file.error().message.c_str());
      return 2;
    }
    const auto bytes = file->span();
    rt::Result<std::vector<Case>> cases = readCases({reinterpret_cast<const char *>(bytes.data()), bytes.size()});
    if (!cases) {
      std::fprintf(stderr, "error: %s: %s\n", argv[i], cases.error().message.c_str());
      return 2;
    }
    for (const Case &which : *cases) {
      std::printf("%s begins\n", which.name.c_str());
      std::fflush(stdout);
      alarm(secondsPerCase);
      const Outcome outcome = check(which);
      alarm(0);
      std::printf("%s %s%s%s\n", which.name.c_str(), outcome.verdict, outcome.what.empty() ? "" : ": ", oneLine(outcome.what).c_str());
      std::fflush(stdout);
      good &= std::string_view(outcome.verdict) == "passed";
    }
  }
  return good ? 0 : 1;
}
