// The command line of det-run.
#include "Options.h"

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdio>
#include <thread>

namespace det::run {

namespace {

const char *const description =
    "Trains a compiled program (FILE.det), or compiles StableHLO text (FILE.mlir) and trains it in one go. With --check, "
    "runs the recorded tests of any number of files.";

// A repeatable option that takes one value each time.
CLI::Option *addList(CLI::App &app, const std::string &name, std::vector<std::string> &values, const std::string &help) {
  return app.add_option(name, values, help)->allow_extra_args(false)->take_all();
}

/// A number without a sign, up to `most`: CLI11 would wrap -1 around and cut what is larger.
auto isNumberUpTo(uint64_t most) {
  return [most](const std::string &text) -> std::string {
    uint64_t number;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error == std::errc() && end == text.data() + text.size() && number <= most)
      return "";
    return "expected a number from 0 to " + std::to_string(most) + ", got '" + text + "'";
  };
}

/// Seconds in a range; NaN lies in none, which CLI::Range does not see.
auto areSeconds(double least, double most) {
  return [least, most](const std::string &text) -> std::string {
    double seconds;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
    if (error == std::errc() && end == text.data() + text.size() && seconds >= least && seconds <= most)
      return "";
    char range[64];
    std::snprintf(range, sizeof range, "%g to %g", least, most);
    return std::string("expected seconds from ") + range + ", got '" + text + "'";
  };
}

/// --check compiles and runs on a device; it has no state, no batches, no trace, and is one process.
void refuseTraining(const CLI::App &app) {
  for (const CLI::Option *option : app.get_options()) {
    const std::string group = option->get_group(), name = option->get_name();
    const bool isOfTraining = group == "State" || group == "Batches" || group == "Trace" || group == "Processes";
    // The ranks of --mesh exchange by a route in one process, too.
    if (option->count() && isOfTraining && name != "--route" && name != "--near")
      throw CLI::ValidationError(name, "it is about training, and --check runs recorded tests");
  }
}

} // namespace

bool parseOptions(int argc, char **argv, Options &options, int &exitCode) {
  CLI::App app(description, "det-run");
  std::string device = "host", isa, fill;
  std::vector<std::string> data, levels;
  options.session.threads = int(std::max(1u, std::thread::hardware_concurrency()));

  app.add_option("FILE", options.files, "artifact, or StableHLO text to compile")->required();
  app.add_option("--mesh", options.compile.mesh, "mesh to compile for, e.g. data=4,model=2")->group("Compile");
  addList(app, "--shard", options.compile.shards, "sharding of tensors by name, e.g. 'tokens=[{data}]'")->group("Compile");
  addList(app, "--level", levels, "not_guaranteed, run_to_run, mesh_to_mesh or device_to_device; of metrics that a glob names also lower: "
          "'loss=not_guaranteed'")->group("Compile");
  app.add_option("--recipe", options.compile.recipe, "sizes that orders depend on, e.g. k_leaf_min=16,k_leaf_max=16")
      ->group("Compile");
  app.add_option("--chips", options.compile.chips, "GPUs to compile for, e.g. sm_90 [sm_80,sm_90,sm_100; for ptx-sim none]")->delimiter(',')->group("Compile");
  app.add_option("--pins", options.compile.pins, "what det-pin wrote on a GPU of the one chip in --chips")->group("Compile");
  app.add_option("--fuse-attention", options.compile.fuseAttention, "attention at once on GPUs: on (where it is thought faster), off, or always (where a block "
                 "has the memory); never changes the bits [on]")
      ->check(CLI::IsMember({"on", "off", "always"}))
      ->group("Compile");

  app.add_option("--init", options.init, "program that makes the first state from a seed")->group("State");
  app.add_option("--seed", options.seed, "its seed, and that of random operations [0]")->group("State");
  app.add_option("--state", options.state, "safetensors file with the first state")->group("State");
  addList(app, "--carry", options.carry, "glob: tensors of --state that the program does not know are kept and saved")
      ->group("State");
  app.add_option("--save", options.save, "safetensors file for the last state")->group("State");

  addList(app, "--data", data, "batches: NAME=text:FILE, NAME=FILE.safetensors or NAME=random:SEED; NAME may be a glob, for all that have no other "
          "source, and for state without --init and --state")->group("Batches");
  app.add_option("--data-seed", options.dataSeed, "seed of the text windows' offsets [0]")
      ->check(isNumberUpTo(UINT64_MAX))
      ->group("Batches");
  app.add_option("--steps", options.steps, "number of steps [1]")->check(isNumberUpTo(UINT64_MAX))->group("Batches");
  app.add_option("--first-step", options.firstStep, "number of the first step, to go on where another run ended [0]")
      ->check(isNumberUpTo(UINT64_MAX))
      ->group("Batches");

  app.add_option("--fingerprints", options.fingerprints, "JSON lines: state, batch and metrics of every step")->group("Trace");
  addList(app, "--fingerprints-of", options.fingerprintsOf, "glob: adds single tensors to --fingerprints")
      ->needs("--fingerprints")
      ->group("Trace");
  app.add_option("--metrics", options.metrics, "JSON lines: the metrics of every step")->group("Trace");
  app.add_option("--timings", options.timings, "one line of JSON: seconds of every step, bytes of memory")->group("Trace");
  app.add_flag("--progress", options.progress, "show how training goes on")->group("Trace");
  CLI::Option *profiled = app.add_flag("--profile", options.session.profile, "show where the time goes at the end")->group("Trace");

  app.add_option("--device", device, "host, cuda, ptx-sim (interprets the kernels for GPUs) or reference")
      ->check(CLI::IsMember({"host", "cuda", "ptx-sim", "reference"}))
      ->group("Device");
  CLI::Option *threads = app.add_option("--threads", options.session.threads, "threads; never changes the bits [all CPUs; --check: 1]")
                             ->check(CLI::Range(1, 4096))
                             ->group("Device");
  app.add_option("--max-trip-count", options.session.maxTripCount, "iterations after which a loop counts as endless [2^31]")
      ->check(isNumberUpTo(INT64_MAX))
      ->group("Device");
  CLI::Option *pinned = app.add_flag("--pin", options.session.pin, "bind threads to CPUs")->group("Device");
  CLI::Option *set = app.add_option("--isa", isa, "v3 or v4 [the best that this CPU has]")->check(CLI::IsMember({"v3", "v4"}))->group("Device");
  CLI::Option *filled = app.add_option("--arena-fill", fill, "00, ff or nan: fills unused memory before every step, for tests")
                            ->check(CLI::IsMember({"00", "ff", "nan"}))
                            ->group("Device");

  bool plainSim = false, noGraphs = false;
  CLI::Option *unchecked = app.add_flag("--no-sim-checks", plainSim, "ptx-sim does not look for races and uninitialised memory: faster")->group("Device");
  CLI::Option *stepwise = app.add_flag("--no-graphs", noGraphs, "queue every piece of a step instead of one CUDA graph")->group("Device");
  CLI::Option *chaos = app.add_option("--chaos", options.session.chaos,
                                      "seed: turns around all that a plan leaves free, and fills memory with noise; bits stay")
                           ->check(isNumberUpTo(UINT64_MAX))
                           ->group("Device");

  std::string launcher, transport = "auto", route = "auto";
  app.add_option("--process", options.launch.process, "number of this process, where no launcher says it (docs/processes.md)")->group("Processes");
  app.add_option("--processes", options.launch.processes, "how many there are; each runs an equal part of the mesh's ranks")->group("Processes");
  app.add_option("--local-process", options.launch.localProcess, "number among those of this machine [counted]")->group("Processes");
  app.add_option("--master", options.launch.master, "HOST:PORT where process 0 listens [MASTER_ADDR:MASTER_PORT]")->group("Processes");
  app.add_option("--launcher", launcher, "whose variables count: torchrun, slurm, openmpi, pmi, or none [whoever has set some]")
      ->check(CLI::IsMember({"torchrun", "slurm", "openmpi", "pmi", "none"}))
      ->group("Processes");
  CLI::Option *way = app.add_option("--transport", transport, "between processes: shm, tcp, or auto, which is shm on one machine and tcp elsewhere [auto]")
                         ->check(CLI::IsMember({"auto", "shm", "tcp"}))
                         ->group("Processes");
  CLI::Option *routed = app.add_option("--route", route, "of messages between machines: flat, by levels, or auto, which is by levels where that saves some [auto]")
                            ->check(CLI::IsMember({"auto", "flat", "levels"}))
                            ->group("Processes");
  CLI::Option *neighbours = app.add_option("--near", options.session.near, "so many ranks, one behind the other, count as one machine for --route [those that are on one]")
                                ->check(CLI::Range(1u, 65536u))
                                ->group("Processes");
  app.add_option("--meeting-limit", options.group.meetingSeconds, "seconds for all processes to come [60]")
      ->check(areSeconds(0.1, 86400))
      ->group("Processes");
  app.add_option("--silence-limit", options.group.silenceSeconds, "seconds of silence after which a process counts as lost [6]")
      ->check(areSeconds(0.5, 86400))
      ->group("Processes");
  CLI::Option *stepLimit = app.add_option("--step-limit", options.stepSeconds, "seconds after which a step on several GPUs counts as hung; 0: never [600]")
                               ->check(areSeconds(0, 86400))
                               ->group("Processes");

  CLI::Option *check = app.add_flag("--check", options.check, "run the tests in FILE...: check.* operations and calls")->group("Tests");
  options.jobs = options.session.threads;
  app.add_option("--jobs", options.jobs, "files at once [all CPUs]")->check(CLI::Range(1, 4096))->needs(check)->group("Tests");

  try {
    app.parse(argc, argv);
    if (!options.check && options.files.size() > 1)
      throw CLI::ValidationError("FILE", "expected one program, got " + std::to_string(options.files.size()) + " files; only --check takes several");
    if (options.check)
      refuseTraining(app);
    if (options.check && threads->count() == 0)
      options.session.threads = 1;
    if (device == "reference" && chaos->count())
      throw CLI::ValidationError("--chaos", "the reference leaves nothing free; use --device=host");
    const bool onGpu = device == "cuda" || device == "ptx-sim";
    if (device == "cuda" && chaos->count())
      throw CLI::ValidationError("--chaos", "a GPU orders its work itself; use --device=ptx-sim");
    if (stepLimit->count() && device != "cuda")
      throw CLI::ValidationError("--step-limit", "it is about --device=cuda");
    if (unchecked->count() && device != "ptx-sim")
      throw CLI::ValidationError("--no-sim-checks", "it is about --device=ptx-sim");
    for (const auto &[flag, name] : {std::pair(stepwise->count(), "--no-graphs"), std::pair(options.compile.chips.size(), "--chips"),
                                      std::pair(options.compile.pins.size(), "--pins"),
                                      std::pair(options.compile.fuseAttention.size(), "--fuse-attention")})
      if (flag && !onGpu)
        throw CLI::ValidationError(name, "it is about GPUs: give --device=cuda or --device=ptx-sim");
    for (const auto &[option, name] : {std::pair(set, "--isa"), std::pair(pinned, "--pin")})
      if (option->count() && device != "host")
        throw CLI::ValidationError(name, "it is about --device=host, the kernels for CPUs");
    for (const auto &[option, name] : {std::pair(routed, "--route"), std::pair(neighbours, "--near"), std::pair(profiled, "--profile")})
      if (option->count() && device == "reference")
        throw CLI::ValidationError(name, "it is about plans, and the reference interprets the ordered graph; use --device=host");
    if (device == "reference" && filled->count())
      throw CLI::ValidationError("--arena-fill", "the reference has no arenas; use --device=host");
    if (device == "cuda" && way->count())
      throw CLI::ValidationError("--transport", "between GPUs NCCL carries messages; it is about --device=host and --device=ptx-sim");
    for (const std::string &item : data) {
      const size_t equals = item.find('=');
      if (equals == 0 || equals == std::string::npos)
        throw CLI::ValidationError("--data", "expected NAME=text:FILE, NAME=FILE.safetensors or NAME=random:SEED, got '" + item + "'");
      options.data.emplace_back(item.substr(0, equals), item.substr(equals + 1));
    }
    if (!options.init.empty() && !options.state.empty())
      throw CLI::ValidationError("--state", "give either --init or --state");
  } catch (const CLI::ParseError &problem) {
    if (problem.get_exit_code() == 0) {
      exitCode = app.exit(problem);
      return false;
    }
    std::fprintf(stderr, "error: %s\n", problem.what());
    exitCode = 2;
    return false;
  }
  for (const std::string &level : levels)
    options.compile.level += (options.compile.level.empty() ? "" : ",") + level;
  options.device = device == "reference" ? Device::reference : device == "cuda" ? Device::cuda : device == "ptx-sim" ? Device::ptxSim : Device::host;
  options.compile.forGpu = options.device == Device::cuda || options.device == Device::ptxSim;
  options.compile.forSim = options.device == Device::ptxSim;
  options.simChecks = !plainSim;
  options.graphs = !noGraphs;
  options.threadsGiven = threads->count() > 0;
  if (!launcher.empty())
    options.launch.launcher = rt::launcherOf(launcher);
  options.session.transport = transport == "shm"   ? rt::Transport::sharedMemory
                              : transport == "tcp" ? rt::Transport::tcp
                                                   : rt::Transport::automatic;
  options.session.route = route == "flat" ? rt::RouteChoice::flat : route == "levels" ? rt::RouteChoice::levels : rt::RouteChoice::automatic;
  if (!isa.empty())
    options.session.isa = isa == "v4" ? rt::host::Isa::v4 : rt::host::Isa::v3;
  if (!fill.empty())
    options.session.fill = fill == "00" ? rt::ArenaFill::zero : fill == "ff" ? rt::ArenaFill::ones : rt::ArenaFill::nan;
  return true;
}

} // namespace det::run
