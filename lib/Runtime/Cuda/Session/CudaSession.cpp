// Sessions on GPUs: loads, sizes, connects and steps.
#include "CudaBody.h"
#include "det/Runtime/Launch/Manifest.h"
#include "det/Runtime/Pins/PinFile.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace det::rt::cuda {

CudaSession::Body::~Body() {
  // Messages that never come would be waited for.
  if (broken && transport)
    transport->abort();
}

Error CudaSession::Body::fail(const Error &error) {
  if (!broken) {
    broken = error;
    if (transport)
      transport->abort();
  }
  return *broken;
}

Status CudaSession::Body::agree() const {
  if (isAlone())
    return {};
  Manifest manifest;
  for (const Section &section : artifact.sections())
    manifest.addHash("section '" + section.name + "'", section.bytes);
  const DeviceInfo &device = driver->device();
  manifest.add("GPU", device.name + ", " + device.chip());
  manifest.add("CUDA version of the driver", std::to_string(device.driverVersion));
  manifest.add("NCCL version", nccl ? std::to_string(nccl->version()) : "none");
  manifest.add("cuBLASLt version", products.library ? cublasLtVersionText(products.library->version()) : "none");
  manifest.add("route", std::to_string(int(options.route)));
  manifest.add("near", std::to_string(options.near));
  manifest.addEnvironment(libraryVariables());
  if (Status status = compareManifests(*options.group, manifest); !status)
    return status;
  // NCCL does not connect ranks that share a GPU, and says so less plainly; unless they are on different machines by its own name for these.
  const char *named = std::getenv("NCCL_HOSTID");
  const std::string place = device.bus.empty() ? "" : device.bus + (named ? std::string(" of ") + named : "");
  const Result<std::vector<Bytes>> places = options.group->allGather("GPUs", Bytes(place.begin(), place.end()));
  if (!places)
    return places.error();
  for (uint32_t a = 0; a < places->size(); ++a)
    for (uint32_t b = 0; b < a; ++b)
      if (!(*places)[a].empty() && (*places)[a] == (*places)[b] && options.group->members()[a].machine == options.group->members()[b].machine)
        return Error{"too few GPUs: " + options.group->describe(b) + " and " + options.group->describe(a) + " have the same one (" +
                     std::string((*places)[a].begin(), (*places)[a].end()) + "); start one process for each GPU"};
  return {};
}

Status CudaSession::Body::prepareLanes() {
  const uint32_t ranks = plan.mesh.ranks();
  std::vector<uint32_t> own;
  if (isAlone())
    for (uint32_t rank = 0; rank < ranks; ++rank)
      own.push_back(rank);
  else
    own.push_back(options.group->process());
  const std::span<const uint8_t> constants = artifact.section(section::constants).value_or(std::span<const uint8_t>{});
  routes = planRoutes(plan, machinesOf(ranks, isAlone() ? nullptr : options.group.get(), options.near), options.route);
  placer = std::make_unique<LanePlacer>(plan, *driver, constants, products.gemms.get(), nccl != nullptr, &routes);
  for (const uint32_t rank : own)
    if (Status status = placer->measure(rank); !status)
      return status;
  if (Status status = placer->take(memory); !status)
    return status;
  Result<KernelTable> loaded = KernelTable::load(artifact, plan.plan, *driver);
  if (!loaded)
    return loaded.error();
  Status status;
  const auto make = [&](auto made, auto &to) {
    if (made)
      to = *made;
    else if (status)
      status = made.error();
  };
  make(driver->createStream(false), stream);
  for (size_t i = 0; i < own.size() && status; ++i) {
    Lane &lane = lanes.emplace_back();
    lane.rank = own[i];
    Result<DeviceProgram> program = placer->build(i, stream);
    if (!program)
      return program.error();
    lane.program = std::move(*program);
    for (DeviceOperation &operation : lane.program.operations)
      if (auto *op = std::get_if<ComputeOp>(&operation.what))
        if (Status found = loaded->resolve(op->steps); !found)
          return Error{"entry '" + plan.label(operation.label) + "': " + found.error().message};
    lane.ended.resize(lane.program.exchanges.size());
    for (size_t e = 0; e < lane.ended.size(); ++e) {
      DeviceExchange &exchange = lane.program.exchanges[e];
      std::vector<DeviceRound *> rounds{&exchange};
      for (DeviceRound &round : exchange.later)
        rounds.push_back(&round);
      for (DeviceRound *round : rounds)
        for (auto *steps : {&round->packs, &round->unpacks})
          if (Status found = loaded->resolve(*steps); !found)
            return found;
      make(driver->createEvent(false), lane.ended[e]);
    }
    make(driver->createStream(false), lane.compute);
    make(driver->createStream(true), lane.moves);
    for (Event *event : {&lane.reached, &lane.posted, &lane.sent, &lane.joined})
      make(driver->createEvent(false), *event);
    void *host = nullptr;
    // The predicate lies behind the boxes.
    make(driver->allocateHost(lane.program.stagingBytes + 64), host);
    lane.staging = static_cast<uint8_t *>(host);
    lane.flag = lane.staging + lane.program.stagingBytes;
    // State begins as zeros, as on the host.
    const LaneMemory &places = placer->memory(i);
    if (status && plan.program(lane.rank).persistent_bytes > 0)
      status = driver->fill(places.arena, 0, (plan.program(lane.rank).persistent_bytes + 1) / 2 * 2, stream);
  }
  return status ? driver->synchronize(stream) : status;
}

// Process 0 has them first, so that what it sends to each of thousands is the ids alone.
static Result<std::vector<NcclId>> shareIds(ProcessGroup &group, const std::optional<NcclId> &mine, int count) {
  const Result<std::vector<Bytes>> made = group.gather("NCCL's ids", mine ? Bytes(mine->begin(), mine->end()) : Bytes());
  if (!made)
    return made.error();
  Bytes all;
  for (const Bytes &id : *made)
    all.insert(all.end(), id.begin(), id.end());
  const Result<Bytes> shared = group.broadcast("NCCL's ids", 0, std::move(all));
  if (!shared)
    return shared.error();
  std::vector<NcclId> ids{size_t(count)};
  if (shared->size() != ids.size() * sizeof(NcclId))
    return Error{"the processes made " + std::to_string(shared->size() / sizeof(NcclId)) + " ids of NCCL, expected " + std::to_string(count)};
  std::memcpy(ids.data(), shared->data(), shared->size());
  return ids;
}

Status CudaSession::Body::connect() {
  if (isAlone()) {
    transport = makeLocalTransport(*driver);
  } else if (!nccl) {
    const CommunicatorFactory communicators = options.communicators ? options.communicators : connectProcesses(options.group, options.transport);
    Result<std::unique_ptr<Transport>> made = makeHostTransport(plan, routes, *driver, communicators, lanes.front().rank);
    if (!made)
      return made.error();
    transport = std::move(*made);
  } else {
    NcclSetup setup{nccl.get(), driver.get(), &plan, &placer->places(0), lanes.front().rank, {}, {}};
    setup.share = [this](const std::optional<NcclId> &mine, int count) { return shareIds(*options.group, mine, count); };
    setup.ranksPerId = cuda.ranksPerId;
    setup.watch = [this] { return options.group->status(); };
    setup.connectSeconds = cuda.connectSeconds;
    Result<std::unique_ptr<Transport>> made = makeNcclTransport(setup);
    if (!made)
      return made.error();
    transport = std::move(*made);
  }
  StepRunner::Settings settings;
  settings.graphs = cuda.graphs;
  settings.profile = options.profile;
  settings.maxTrips = options.maxTripCount;
  settings.stepSeconds = isAlone() ? 0 : cuda.stepSeconds;
  runner = std::make_unique<StepRunner>(plan, *driver, *transport, lanes, settings);
  return runner->prepare();
}

Status CudaSession::Body::build() {
  for (const auto &tensor : plan.plan.tensors) {
    tensors.push_back({tensor->name, tensor->kind, tensor->type, tensor->shape});
    HostTensor metric{tensor->type, tensor->shape, {}};
    if (tensor->kind == artifact::TensorKind::metric)
      metric.bytes.resize(size_t(*elementCount(tensor->shape) * elementBytes(tensor->type)));
    metrics.push_back(std::move(metric));
  }
  const uint32_t ranks = plan.mesh.ranks();
  if (!isAlone()) {
    if (Status status = checkOnePerRank(ranks, options.group->processes()); !status)
      return status;
    options.group->setRanks(ranks);
  }
  if (Status status = checkLibraryVariables(plan.plan.level); !status)
    return status;
  if (!isAlone() && usesNccl()) {
    Result<std::unique_ptr<Nccl>> opened = cuda.nccl ? cuda.nccl(*driver) : openNccl();
    if (!opened)
      return opened.error();
    nccl = std::move(*opened);
  }
  Result<Products> opened = openProducts(artifact, plan, *driver, cuda.cublasLt);
  if (!opened)
    return opened.error();
  products = std::move(*opened);
  if (Status status = agree(); !status)
    return status;
  if (Status status = prepareLanes(); !status)
    return status;
  return connect();
}

CudaSession::CudaSession(std::unique_ptr<Body> body) : body(std::move(body)) {}
CudaSession::~CudaSession() = default;

Result<std::unique_ptr<CudaSession>> CudaSession::create(Artifact artifact, std::unique_ptr<Driver> driver, const SessionOptions &options,
                                                         const CudaOptions &cuda) {
  Result<LoadedPlan> plan = loadPlan(artifact, "cuda");
  if (!plan)
    return plan.error();
  const std::string source = artifact.source();
  auto body = std::make_unique<Body>(std::move(artifact), std::move(*plan), std::move(driver), options, cuda);
  if (Status status = body->build(); !status) {
    body->fail(status.error());
    return status.error().message.rfind("bad plan", 0) == 0 ? Error{"'" + source + "': " + status.error().message} : status.error();
  }
  return std::unique_ptr<CudaSession>(new CudaSession(std::move(body)));
}

const std::vector<TensorInfo> &CudaSession::tensors() const { return body->tensors; }
uint32_t CudaSession::ranks() const { return body->plan.mesh.ranks(); }
const std::string &CudaSession::level() const { return body->plan.plan.level; }
const DeviceInfo &CudaSession::device() const { return body->driver->device(); }
MemoryUse CudaSession::memory() const { return body->memory; }
ExchangeTraffic CudaSession::traffic() const { return stepTraffic(body->plan, body->routes); }
const std::string &CudaSession::products() const { return body->products.words; }
bool CudaSession::isOneGraph() const { return body->runner->isOneGraph(); }

std::vector<EntryTime> CudaSession::profile() const {
  std::map<std::pair<std::string, std::string_view>, EntryTime> times;
  for (size_t lane = 0; lane < body->lanes.size(); ++lane)
    for (size_t i = 0; i < body->runner->times()[lane].size(); ++i) {
      const DeviceOperation &operation = body->lanes[lane].program.operations[i];
      const OperationTime &spent = body->runner->times()[lane][i];
      EntryTime &time = times[{body->plan.label(operation.label), operation.kind}];
      time.label = body->plan.label(operation.label);
      time.kind = operation.kind;
      time.nanoseconds += int64_t(spent.milliseconds * 1e6);
      time.calls += spent.calls;
      time.flops += operation.flops * spent.calls;
    }
  std::vector<EntryTime> sorted;
  for (auto &[key, time] : times)
    sorted.push_back(std::move(time));
  std::stable_sort(sorted.begin(), sorted.end(), [](const EntryTime &a, const EntryTime &b) { return a.nanoseconds > b.nanoseconds; });
  return sorted;
}

} // namespace det::rt::cuda
