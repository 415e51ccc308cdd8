// Launch, agreement and end.
#include "Processes.h"
#include "Ending.h"
#include "det/Runtime/Artifact/Unfinished.h"
#include "det/Runtime/Comm/Processes.h"
#include "det/Runtime/Launch/Manifest.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <gnu/libc-version.h>
#include <sched.h>
#include <unistd.h>

namespace det::run {

namespace {

using rt::Error;
using rt::Manifest;
using rt::Result;
using rt::Status;

void print(const std::string &message) {
  std::fprintf(stderr, "error: %s\n", message.c_str());
  std::fflush(stderr);
}

// Processes that may use the same CPUs share them.
Status shareCpus(Options &options) {
  rt::ProcessGroup &group = *options.session.group;
  cpu_set_t mine;
  CPU_ZERO(&mine);
  if (sched_getaffinity(0, sizeof mine, &mine) != 0)
    return {};
  const std::string &machine = group.members()[group.process()].machine;
  rt::Bytes bytes(machine.begin(), machine.end());
  const auto *start = reinterpret_cast<const uint8_t *>(&mine);
  bytes.insert(bytes.end(), start, start + sizeof mine);
  const Result<std::vector<rt::Bytes>> all = group.allGather("the CPUs of all processes", bytes);
  if (!all)
    return all.error();
  const auto sharing = std::count(all->begin(), all->end(), bytes);
  options.session.threads = std::max(1, CPU_COUNT(&mine) / int(std::max<ptrdiff_t>(1, sharing)));
  return {};
}

// Slurm ends its own; plain processes with torchrun's variables may outlive the shell that has started them.
bool parentIsLauncher(const rt::ProcessEnvironment &environment) {
  return environment.launcher == rt::Launcher::openMpi || environment.launcher == rt::Launcher::pmi ||
         (environment.launcher == rt::Launcher::torchrun && rt::environmentVariables()("TORCHELASTIC_RUN_ID"));
}

const artifact::Plan *readable(std::span<const uint8_t> bytes) {
  flatbuffers::Verifier verifier(bytes.data(), bytes.size(), 64, 100'000'000);
  return bytes.size() >= 8 && verifier.VerifyBuffer<artifact::Plan>() ? artifact::GetPlan(bytes.data()) : nullptr;
}

// The ranks of the program, as far as they show before anything is compiled: those of an artifact, or of --mesh.
std::optional<uint64_t> ranksAsGiven(const Options &options) {
  uint64_t ranks = 1;
  const auto count = [&](uint64_t size) { ranks = size == 0 || ranks > UINT32_MAX / size ? 0 : ranks * size; };
  if (const auto bytes = rt::Artifact::peek(programOf(options), rt::section::plan)) {
    const artifact::Plan *plan = readable(*bytes);
    if (!plan || !plan->mesh() || !plan->mesh()->sizes())
      return std::nullopt;
    for (const auto size : *plan->mesh()->sizes())
      count(uint64_t(size));
  } else {
    const std::string &mesh = options.compile.mesh;
    for (size_t at = 0, next; at < mesh.size(); at = next) {
      const size_t size = std::min(mesh.find('=', at), mesh.size() - 1) + 1;
      uint32_t value = 0;
      const auto [end, error] = std::from_chars(mesh.data() + size, mesh.data() + mesh.size(), value);
      next = size_t(end - mesh.data()) + 1;
      if (error != std::errc() || (next <= mesh.size() && *end != ','))
        return std::nullopt;
      count(value);
    }
    if (mesh.empty())
      return std::nullopt;
  }
  return ranks ? std::optional(ranks) : std::nullopt;
}

// Whether the mesh goes with the number of processes.
Status checkRanks(const Options &options, const rt::ProcessEnvironment &environment) {
  const std::optional<uint64_t> ranks = ranksAsGiven(options);
  if (!ranks)
    return {};
  if (options.device != Device::host)
    return rt::checkOnePerRank(uint32_t(*ranks), environment.processes);
  const Result<rt::RankShare> share = rt::shareOfRanks(uint32_t(*ranks), environment.process, environment.processes);
  return share ? Status() : Status(share.error());
}

// What the plan says of itself; a plan that is malformed is found out later.
void addPlan(Manifest &manifest, const rt::Artifact &artifact) {
  const auto bytes = artifact.section(rt::section::plan);
  const artifact::Plan *read = bytes ? readable(*bytes) : nullptr;
  if (!read)
    return;
  const artifact::Plan &plan = *read;
  std::string mesh;
  if (const artifact::Mesh *axes = plan.mesh(); axes && axes->names() && axes->sizes())
    for (uint32_t i = 0; i < std::min(axes->names()->size(), axes->sizes()->size()); ++i)
      mesh += (i ? "," : "") + axes->names()->Get(i)->str() + "=" + std::to_string(axes->sizes()->Get(i));
  manifest.add("mesh", mesh);
  const auto text = [](const flatbuffers::String *string) { return string ? string->str() : std::string(); };
  manifest.add("level", text(plan.level()));
  manifest.add("recipe", text(plan.recipe()));
  manifest.add("target", text(plan.target()));
}

// Choices as the command line has them, so that a message says what to give.
std::string nameOf(Device device) {
  return device == Device::host ? "host" : device == Device::cuda ? "cuda" : device == Device::ptxSim ? "ptx-sim" : "reference";
}

std::string nameOf(rt::Transport transport) {
  return transport == rt::Transport::sharedMemory ? "shm" : transport == rt::Transport::tcp ? "tcp" : "auto";
}

std::string nameOf(rt::RouteChoice route) {
  return route == rt::RouteChoice::flat ? "flat" : route == rt::RouteChoice::levels ? "levels" : "auto";
}

} // namespace

bool speaks(const Options &options) { return !options.session.group || options.session.group->process() == 0; }

Status joinProcesses(Options &options) {
  const Result<rt::ProcessEnvironment> environment = rt::detectEnvironment(options.launch, rt::environmentVariables());
  if (!environment)
    return environment.error();
  if (parentIsLauncher(*environment))
    endWithParent();
  if (environment->processes == 1)
    return {};
  if (options.device == Device::reference)
    return Error{"the reference runs in one process, and there are " + std::to_string(environment->processes) +
                 ": start det-run alone, or with --launcher=none"};
  rt::GroupOptions group = options.group;
  group.abandon = [](const rt::Failure &failure) {
    rt::removeUnfinished(); // first: who reads the message may be gone, and writing it end this process
    if (failure.isForUser)
      print(failure.message);
    _exit(1);
  };
  const Status fits = checkRanks(options, *environment);
  // Process 0 says it at once. The others look whether it is there all the same, started with another mesh, and does not wait in vain.
  if (!fits && environment->process == 0)
    return fits;
  if (!fits)
    group.meetingSeconds = std::min(group.meetingSeconds, 3.0);
  Result<std::shared_ptr<rt::ProcessGroup>> joined = rt::ProcessGroup::join(*environment, group);
  if (!joined)
    return fits ? Status(joined.error()) : Status(Error{});
  options.session.group = std::move(*joined);
  options.gpu = int(options.session.group->localProcess());
  return !fits || options.threadsGiven ? fits : shareCpus(options);
}

Status agreeOnRun(const Options &options, const rt::Artifact &artifact) {
  if (!options.session.group)
    return {};
  Manifest manifest;
  if (const Result<rt::PageBytes> program = rt::readFile("/proc/self/exe"))
    manifest.addHash("det-run", program->span());
  manifest.add("C library", gnu_get_libc_version());
  manifest.addEnvironment({"LD_PRELOAD"});
  addPlan(manifest, artifact);
  for (const rt::Section &section : artifact.sections())
    manifest.addHash("section '" + section.name + "' of the artifact", section.bytes);
  const auto number = [&](const char *field, auto value) { manifest.add(field, std::to_string(value)); };
  manifest.add("--device", nameOf(options.device));
  manifest.add("--transport", nameOf(options.session.transport));
  manifest.add("--route", nameOf(options.session.route));
  number("--near", options.session.near);
  number("--steps", options.steps);
  number("--first-step", options.firstStep);
  number("--seed", options.seed);
  number("--data-seed", options.dataSeed);
  number("--max-trip-count", options.session.maxTripCount);
  // They make all processes gather state.
  manifest.add("--fingerprints", options.fingerprints.empty() ? "no" : "yes");
  manifest.add("--save", options.save.empty() ? "no" : "yes");
  return rt::compareManifests(*options.session.group, manifest);
}

Status agreeOnTensors(const Options &options, const std::string &what, const rt::ViewMap &tensors) {
  if (!options.session.group)
    return {};
  Manifest manifest;
  for (const auto &[name, tensor] : tensors)
    manifest.add(what + " '" + name + "'",
                 rt::describe(tensor.type, tensor.shape) + " " + rt::toHex(rt::fingerprint(name, tensor)));
  return rt::compareManifests(*options.session.group, manifest);
}

int endProcesses(const Options &options, const Status &status) {
  if (!options.session.group) {
    if (!status && !status.error().message.empty()) // without a message, process 0 has said it
      print(status.error().message);
    return status ? 0 : 1;
  }
  const Status ended = status ? options.session.group->finish() : status;
  if (ended)
    return 0;
  const rt::Failure failure = options.session.group->fail(ended.error());
  if (failure.isForUser)
    print(failure.message);
  return 1;
}

} // namespace det::run
