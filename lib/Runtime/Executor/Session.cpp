// Sessions: loads, sizes, connects and steps.
#include "SessionBody.h"
#include "Traffic.h"
#include "det/Runtime/Comm/Delayed.h"
#include "det/Runtime/Comm/InProcess.h"

#include <algorithm>

namespace det::rt {

namespace {

std::string bytesText(uint64_t bytes) { return std::to_string(bytes) + " bytes (" + std::to_string(bytes >> 20) + " MiB)"; }

} // namespace

// Which ranks this process runs.
Status Session::Body::takeShare() {
  share = {0, plan.mesh.ranks()};
  if (isAlone())
    return {};
  const Result<RankShare> found = shareOfRanks(plan.mesh.ranks(), options.group->process(), options.group->processes());
  if (!found)
    return options.group->failAlike(found.error());
  share = *found;
  options.group->setRanks(plan.mesh.ranks());
  for (size_t i = 0; i < tensors.size(); ++i)
    if (tensors[i].kind == artifact::TensorKind::metric && ownersOf(i).size() > 0 && ownersOf(i).back() >= plan.mesh.ranks() / options.group->processes())
      spreadMetrics.push_back(i);
  return {};
}

Status Session::Body::takeArenas() {
  for (uint32_t rank = share.first; rank < share.first + share.count; ++rank) {
    const uint64_t bytes = plan.program(rank).arena_bytes;
    memory.arenas += bytes;
    memory.largestArena = std::max(memory.largestArena, bytes);
  }
  routes = planRoutes(plan, machinesOf(plan.mesh.ranks(), isAlone() ? nullptr : options.group.get(), options.near), options.route);
  std::vector<PassingMemory> passing;
  for (uint32_t rank = share.first; rank < share.first + share.count; ++rank) {
    passing.push_back(placePassing(plan, routes, rank));
    memory.messages += passing.back().bytes;
  }
  const Traffic traffic = planTraffic(plan, routes);
  for (const Route &route : traffic.routes)
    if (isMine(route))
      memory.messages += route.window;
  // The other processes of this machine take about as much, at the same time.
  const uint32_t processes = isAlone() ? 1 : options.group->localProcesses();
  const uint64_t needed = (memory.arenas + memory.messages) * processes, available = availableMemory();
  if (needed > available)
    return Error{"out of memory: " + std::to_string(share.count) + " ranks" +
                 (processes > 1 ? " in each of " + std::to_string(processes) + " processes of this machine" : "") + " need " + bytesText(needed) +
                 ": arenas " + bytesText(memory.arenas) + ", messages " + bytesText(memory.messages) + (processes > 1 ? " in each" : "") +
                 "; available are " + bytesText(available)};
  crew = std::make_unique<Crew>(options.threads, options.pin, share.count, options.chaos, isAlone() ? 0 : options.group->localProcess() * options.threads);
  for (uint32_t i = 0; i < share.count; ++i) {
    const uint32_t rank = share.first + i;
    Result<Arena> arena = Arena::create(plan.program(rank).arena_bytes);
    if (!arena)
      return arena.error();
    runners.push_back(std::make_unique<RankRunner>(rank, std::move(*arena), crew->teamSize(i)));
    Result<Arena> kept = Arena::create(passing[i].bytes);
    if (!kept)
      return kept.error();
    runners.back()->passing = std::move(*kept);
    runners.back()->profiled = options.profile;
    runners.back()->chaos = options.chaos;
    runners.back()->maxTrips = options.maxTripCount;
    runners.back()->plan = &plan;
  }
  return {};
}

Status Session::Body::resolve() {
  const std::span<const uint8_t> constants = artifact.section(section::constants).value_or(std::span<const uint8_t>{});
  PreparedTables tables;
  for (const auto &runner : runners) {
    const AddressSpace space{runner->arena.data(), runner->arena.size(), constants, &plan, runner->rank};
    PassingMemory passing = placePassing(plan, routes, runner->rank);
    passing.start = runner->passing.data();
    Resolver resolver{plan, space, kernels, isa, runner->teamState.size, tables, metricPointers, &passing};
    Result<ResolvedProgram> program = resolver.resolve();
    if (!program)
      return program.error();
    runner->program = std::move(*program);
    runner->prepare();
    for (const auto &placement : plan.program(runner->rank).placements) {
      const artifact::TensorT &tensor = *plan.plan.tensors[placement->tensor];
      const int64_t elements = volume(plan.layouts[tensor.layout].box(runner->rank));
      if (const Result<uint8_t *> address =
              space.resolve(*placement->value, 0, Extent::dense(elements), elementBytes(tensor.type), AddressSpace::write);
          !address)
        return Error{"bad plan: tensor '" + tensor.name + "': " + address.error().message};
    }
  }
  memory.scratch = crew->scratchBytes(runners);
  return crew->prepare(runners);
}

Status Session::Body::connect() {
  CommunicatorFactory factory = options.communicators ? options.communicators
                                : isAlone()           ? connectInProcess
                                                      : connectProcesses(options.group, options.transport);
  if (options.chaos)
    factory = delayMessages(std::move(factory), *options.chaos, 40);
  Result<std::vector<std::unique_ptr<Communicator>>> ends = factory(planTraffic(plan, routes));
  if (!ends)
    return ends.error();
  if (ends->size() != runners.size())
    return Error{"the communicator connects " + std::to_string(ends->size()) + " ranks instead of " +
                 std::to_string(runners.size())};
  for (size_t i = 0; i < runners.size(); ++i)
    runners[i]->communicator = std::move((*ends)[i]);
  return {};
}

Status Session::Body::build() {
  for (const auto &tensor : plan.plan.tensors) {
    tensors.push_back({tensor->name, tensor->kind, tensor->type, tensor->shape});
    HostTensor metric{tensor->type, tensor->shape, {}};
    if (tensor->kind == artifact::TensorKind::metric)
      metric.bytes.resize(size_t(*elementCount(tensor->shape) * elementBytes(tensor->type)));
    metrics.push_back(std::move(metric));
    if (tensor->kind == artifact::TensorKind::batch)
      batch.push_back(nullptr);
  }
  for (HostTensor &metric : metrics)
    metricPointers.push_back(metric.bytes.data());
  const Result<host::Isa> chosen = chooseIsa(options.isa);
  if (!chosen)
    return chosen.error();
  isa = *chosen;
  Result<Kernels> loaded = Kernels::load(artifact, isa, plan.plan.kernels);
  if (!loaded)
    return loaded.error();
  kernels = std::move(*loaded);
  if (Status status = takeShare(); !status)
    return status;
  if (Status status = takeArenas(); !status)
    return status;
  if (Status status = resolve(); !status)
    return status;
  return connect();
}

Session::Session(std::unique_ptr<Body> body) : body(std::move(body)) {}
Session::~Session() = default;

Result<std::unique_ptr<Session>> Session::create(Artifact artifact, const SessionOptions &options) {
  if (options.threads < 1 || options.threads > 4096)
    return Error{"the number of threads must be 1 to 4096, not " + std::to_string(options.threads)};
  Result<LoadedPlan> plan = loadPlan(artifact, "host");
  if (!plan)
    return plan.error();
  const std::string source = artifact.source();
  auto body = std::make_unique<Body>(std::move(artifact), std::move(*plan), options);
  if (Status status = body->build(); !status)
    return status.error().message.rfind("bad plan", 0) == 0 ? Error{"'" + source + "': " + status.error().message}
                                                            : status.error();
  return std::unique_ptr<Session>(new Session(std::move(body)));
}

const std::vector<TensorInfo> &Session::tensors() const { return body->tensors; }
uint32_t Session::ranks() const { return body->plan.mesh.ranks(); }
host::Isa Session::isa() const { return body->isa; }
const std::string &Session::level() const { return body->plan.plan.level; }
MemoryUse Session::memory() const { return body->memory; }
ExchangeTraffic Session::traffic() const { return stepTraffic(body->plan, body->routes); }

void Session::Body::fillTemporaries() {
  ++steps;
  for (const auto &runner : runners) {
    const uint64_t kept = plan.program(runner->rank).persistent_bytes, bytes = runner->arena.size() - kept;
    const auto fill = [&](uint8_t *start, uint64_t size) {
      if (options.fill)
        fillMemory(start, size, *options.fill);
      else
        fillMemory(start, size, splitmix64(*options.chaos ^ runner->rank) ^ splitmix64(steps));
    };
    fill(runner->arena.data() + kept, bytes);
    fill(runner->passing.data(), runner->passing.size());
  }
}

Status Session::step(const ViewMap &batch) {
  if (body->broken)
    return *body->broken;
  if (Status status = takeBatch(body->tensors, batch, body->inputs, body->given); !status)
    return status;
  size_t number = 0;
  for (size_t i = 0; i < body->given.size(); ++i)
    if (body->tensors[i].kind == artifact::TensorKind::batch)
      body->batch[number++] = body->given[i];
  if (body->options.fill || body->options.chaos)
    body->fillTemporaries();
  Status status = body->crew->run(body->runners, body->batch);
  // What a lost process has torn down in this one is no news beside it.
  if (!body->isAlone() && body->options.group->failed())
    status = body->options.group->status();
  if (status)
    status = body->gatherMetrics();
  if (!status)
    body->broken = status.error();
  body->stepped = true;
  return status;
}

Result<TensorView> Session::metric(const std::string &name) const {
  const Result<size_t> index = body->find(name, artifact::TensorKind::metric);
  if (!index)
    return index.error();
  if (!body->stepped)
    return Error{"there is no metric before the first step"};
  if (!body->isAlone() && body->options.group->process() != 0)
    return Error{"metrics are put together in process 0"};
  return body->metrics[*index].view();
}

namespace {

std::string_view kindName(const Operation &operation) {
  static constexpr std::string_view names[] = {"launch", "product", "copy", "gather", "scatter", "join",
                                               "begin",  "end",     "feed", "fetch",  "loop",    "loop", "while", "while", "while"};
  return names[operation.what.index()];
}

} // namespace

std::vector<EntryTime> Session::profile() const {
  std::map<std::pair<std::string, std::string_view>, EntryTime> times;
  for (const auto &runner : body->runners)
    for (size_t i = 0; i < runner->nanoseconds.size(); ++i) {
      const Operation &operation = runner->program.operations[i];
      const std::string label = operation.label == UINT32_MAX ? "" : body->plan.label(operation.label);
      EntryTime &time = times[{label, kindName(operation)}];
      time.label = label;
      time.kind = kindName(operation);
      time.nanoseconds += runner->nanoseconds[i];
      time.calls += runner->calls[i];
      time.flops += operation.flops * runner->calls[i];
    }
  std::vector<EntryTime> sorted;
  for (auto &[key, time] : times)
    sorted.push_back(std::move(time));
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const EntryTime &a, const EntryTime &b) { return a.nanoseconds > b.nanoseconds; });
  return sorted;
}

} // namespace det::rt
