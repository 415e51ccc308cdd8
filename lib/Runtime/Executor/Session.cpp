// Sessions: loads, sizes, connects and steps.
#include "det/Runtime/Session.h"
#include "Crew.h"
#include "Resolve.h"
#include "Traffic.h"
#include "det/Runtime/Comm/Delayed.h"
#include "det/Runtime/Comm/InProcess.h"

#include <algorithm>
#include <cstring>

namespace det::rt {

struct Session::Body {
  Artifact artifact;
  SessionOptions options;
  LoadedPlan plan;
  Kernels kernels;
  host::Isa isa = host::Isa::v3;
  Runners runners;
  std::unique_ptr<Crew> crew;
  MemoryUse memory;
  std::vector<TensorInfo> tensors;
  std::vector<HostTensor> metrics;       // by index of the plan's tensors; empty for others
  std::vector<uint8_t *> metricPointers; // the same, as resolving wants them
  BatchPointers batch;
  bool stepped = false;
  uint64_t steps = 0; // with filled memory
  std::optional<Error> broken;

  Body(Artifact artifact, LoadedPlan plan, const SessionOptions &options)
      : artifact(std::move(artifact)), options(options), plan(std::move(plan)) {}

  Status takeArenas();
  Status resolve();
  Status connect();
  Status build();

  void fillTemporaries();
  Result<size_t> find(const std::string &name, artifact::TensorKind kind) const;
  uint8_t *place(size_t tensor, uint32_t rank) const;
  Status copyBox(size_t tensor, uint32_t rank, uint8_t *whole, bool toWhole) const;
};

namespace {

constexpr auto stateKind = det::artifact::TensorKind::state;

std::string bytesText(uint64_t bytes) { return std::to_string(bytes) + " bytes (" + std::to_string(bytes >> 20) + " MiB)"; }

Status sameType(const TensorInfo &info, const TensorView &tensor, const std::string &what) {
  if (tensor.type != info.type || tensor.shape != info.shape)
    return Error{what + " '" + info.name + "' is " + describe(tensor.type, tensor.shape) + ", expected " +
                 describe(info.type, info.shape)};
  if (tensor.bytes.size() != size_t(*elementCount(info.shape) * elementBytes(info.type)))
    return Error{what + " '" + info.name + "' has " + std::to_string(tensor.bytes.size()) + " bytes"};
  return {};
}

} // namespace

Status Session::Body::takeArenas() {
  for (uint32_t rank = 0; rank < plan.mesh.ranks(); ++rank) {
    const uint64_t bytes = plan.program(rank).arena_bytes;
    memory.arenas += bytes;
    memory.largestArena = std::max(memory.largestArena, bytes);
  }
  const Traffic traffic = planTraffic(plan);
  for (const Route &route : traffic.routes)
    memory.messages += route.window;
  const uint64_t needed = memory.arenas + memory.messages, available = availableMemory();
  if (needed > available)
    return Error{"out of memory: " + std::to_string(plan.mesh.ranks()) + " ranks need " + bytesText(needed) + ": arenas " +
                 bytesText(memory.arenas) + ", messages " + bytesText(memory.messages) + "; available are " +
                 bytesText(available)};
  crew = std::make_unique<Crew>(options.threads, options.pin, plan.mesh.ranks(), options.chaos);
  for (uint32_t rank = 0; rank < plan.mesh.ranks(); ++rank) {
    Result<Arena> arena = Arena::create(plan.program(rank).arena_bytes);
    if (!arena)
      return arena.error();
    runners.push_back(std::make_unique<RankRunner>(rank, std::move(*arena), crew->teamSize(rank)));
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
    Resolver resolver{plan, space, kernels, isa, runner->teamState.size, tables, metricPointers};
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
  CommunicatorFactory factory = options.communicators ? options.communicators : connectInProcess;
  if (options.chaos)
    factory = delayMessages(std::move(factory), *options.chaos, 40);
  Result<std::vector<std::unique_ptr<Communicator>>> ends = factory(planTraffic(plan));
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
  const auto bytes = artifact.section(section::plan);
  if (!bytes)
    return Error{"'" + artifact.source() + "' has no section 'plan'"};
  Result<LoadedPlan> plan = loadPlan(*bytes);
  if (!plan)
    return Error{"'" + artifact.source() + "': " + plan.error().message};
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

Result<size_t> Session::Body::find(const std::string &name, artifact::TensorKind kind) const {
  for (size_t i = 0; i < tensors.size(); ++i)
    if (tensors[i].kind == kind && tensors[i].name == name)
      return i;
  return Error{"the program has no " + std::string(artifact::EnumNameTensorKind(kind)) + " tensor '" + name + "'"};
}

// The address was checked when the program was resolved.
uint8_t *Session::Body::place(size_t tensor, uint32_t rank) const {
  for (const auto &placement : plan.program(rank).placements)
    if (placement->tensor == tensor && placement->value->space() == artifact::Space::arena)
      return runners[rank]->arena.data() + placement->value->offset();
  return nullptr;
}

Status Session::Body::copyBox(size_t tensor, uint32_t rank, uint8_t *whole, bool toWhole) const {
  const Placed &layout = plan.layouts[plan.plan.tensors[tensor]->layout];
  const Region box = layout.box(rank);
  if (volume(box) == 0)
    return {};
  int64_t offset = 0;
  std::vector<host::CopyDim> dims = boxDims(box, layout.shape(), offset);
  if (toWhole)
    for (host::CopyDim &dim : dims)
      std::swap(dim.from, dim.to);
  const int64_t bytes = elementBytes(tensors[tensor].type);
  const Result<host::PreparedCopy> copy = prepareElements(dims, bytes);
  if (!copy)
    return copy.error();
  uint8_t *local = place(tensor, rank), *part = whole + offset * bytes;
  host::runCopy(*copy, toWhole ? local : part, toWhole ? part : local, 0, copy->units);
  return {};
}

Status Session::setState(const std::string &name, const TensorView &tensor) {
  const Result<size_t> index = body->find(name, stateKind);
  if (!index)
    return index.error();
  if (Status status = sameType(body->tensors[*index], tensor, "state tensor"); !status)
    return status;
  for (uint32_t rank = 0; rank < ranks(); ++rank)
    if (Status status = body->copyBox(*index, rank, const_cast<uint8_t *>(tensor.bytes.data()), false); !status)
      return status;
  return {};
}

Result<HostTensor> Session::getState(const std::string &name) const {
  const Result<size_t> index = body->find(name, stateKind);
  if (!index)
    return index.error();
  const TensorInfo &info = body->tensors[*index];
  HostTensor tensor{info.type, info.shape, {}};
  tensor.bytes.resize(size_t(*elementCount(info.shape) * elementBytes(info.type)));
  for (uint32_t rank : body->plan.layouts[body->plan.plan.tensors[*index]->layout].owners())
    if (Status status = body->copyBox(*index, rank, tensor.bytes.data(), true); !status)
      return status.error();
  return tensor;
}

std::map<std::string, ElementSums> Session::stateSums() const {
  struct Shard {
    size_t tensor;
    uint32_t owner;
    ElementSums sums;
  };
  std::vector<Shard> shards;
  for (size_t i = 0; i < body->tensors.size(); ++i)
    if (body->tensors[i].kind == stateKind)
      for (uint32_t owner : body->plan.layouts[body->plan.plan.tensors[i]->layout].owners())
        shards.push_back({i, owner, {}});
  std::atomic<size_t> next{0};
  body->crew->forAll([&] {
    for (size_t i; (i = next.fetch_add(1)) < shards.size();) {
      Shard &shard = shards[i];
      const Placed &layout = body->plan.layouts[body->plan.plan.tensors[shard.tensor]->layout];
      shard.sums = elementSums(body->tensors[shard.tensor].type, body->place(shard.tensor, shard.owner), layout.box(shard.owner),
                               layout.shape());
    }
  });
  std::map<std::string, ElementSums> sums;
  for (const TensorInfo &info : body->tensors)
    if (info.kind == stateKind)
      sums[info.name] = {};
  for (const Shard &shard : shards)
    sums[body->tensors[shard.tensor].name] = sums[body->tensors[shard.tensor].name] + shard.sums;
  return sums;
}

void Session::Body::fillTemporaries() {
  ++steps;
  for (const auto &runner : runners) {
    const uint64_t kept = plan.program(runner->rank).persistent_bytes, bytes = runner->arena.size() - kept;
    uint8_t *start = runner->arena.data() + kept;
    if (options.fill)
      fillMemory(start, bytes, *options.fill);
    else
      fillMemory(start, bytes, splitmix64(*options.chaos ^ runner->rank) ^ splitmix64(steps));
  }
}

Status Session::step(const ViewMap &batch) {
  if (body->broken)
    return *body->broken;
  size_t number = 0;
  for (const TensorInfo &info : body->tensors) {
    if (info.kind != artifact::TensorKind::batch)
      continue;
    const auto given = batch.find(info.name);
    if (given == batch.end())
      return Error{"batch tensor '" + info.name + "' (" + describe(info.type, info.shape) + ") is missing"};
    if (Status status = sameType(info, given->second, "batch tensor"); !status)
      return status;
    body->batch[number++] = given->second.bytes.data();
  }
  for (const auto &[name, tensor] : batch)
    if (const Result<size_t> known = body->find(name, artifact::TensorKind::batch); !known)
      return known.error();
  if (body->options.fill || body->options.chaos)
    body->fillTemporaries();
  if (Status status = body->crew->run(body->runners, body->batch); !status) {
    body->broken = status.error();
    return status;
  }
  body->stepped = true;
  return {};
}

Result<TensorView> Session::metric(const std::string &name) const {
  const Result<size_t> index = body->find(name, artifact::TensorKind::metric);
  if (!index)
    return index.error();
  if (!body->stepped)
    return Error{"there is no metric before the first step"};
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
