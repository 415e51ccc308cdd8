// Handles of a recorder are numbers of its own, so that logs do not depend on what is recorded.
#include "det/Runtime/Cuda/Recording.h"

#include <cstdlib>
#include <deque>

namespace det::rt::cuda {

namespace {

std::string point(const std::array<uint32_t, 3> &sizes) {
  return std::to_string(sizes[0]) + "," + std::to_string(sizes[1]) + "," + std::to_string(sizes[2]);
}

/// What the inner driver calls the i-th handle.
template <class T> class Names {
public:
  T add(T inner) {
    known.push_back(inner);
    return {known.size()};
  }
  T inner(T outer) const { return outer ? known[outer.value - 1] : T{}; }

private:
  std::vector<T> known;
};

class RecordingDriver final : public Driver {
public:
  RecordingDriver(CallLog &log, std::unique_ptr<Driver> inner) : log(log), inner(std::move(inner)) {
    if (!this->inner) {
      info.name = "recorder";
      info.major = 9;
      info.memoryBytes = uint64_t(1) << 40;
    }
  }

  const DeviceInfo &device() const override { return inner ? inner->device() : info; }
  bool readsPtx() const override { return inner ? inner->readsPtx() : true; }
  bool hasGraphs() const override { return inner ? inner->hasGraphs() : true; }
  Result<FreeMemory> memory() override {
    return inner ? inner->memory() : Result<FreeMemory>(FreeMemory{info.memoryBytes, info.memoryBytes});
  }
  Result<DevicePointer> allocate(uint64_t bytes, const std::string &name) override {
    if (inner)
      return inner->allocate(bytes, name);
    return DevicePointer(++allocations) << 40;
  }
  void release(DevicePointer memory) override {
    if (inner)
      inner->release(memory);
  }
  Result<void *> allocateHost(uint64_t bytes) override {
    if (inner)
      return inner->allocateHost(bytes);
    // Zeros: predicates that nobody writes do not hold.
    host.emplace_back(std::make_unique<std::byte[]>(bytes));
    return static_cast<void *>(host.back().get());
  }
  void releaseHost(void *memory) override {
    if (inner)
      return inner->releaseHost(memory);
    std::erase_if(host, [&](const auto &held) { return held.get() == memory; });
  }
  void allowFloatAtomics() override {
    if (inner)
      inner->allowFloatAtomics();
  }
  Result<Module> load(std::span<const uint8_t> image) override { return inner ? inner->load(image) : Result<Module>(Module{1}); }
  Result<Function> function(Module module, const std::string &name) override {
    return inner ? inner->function(module, name) : Result<Function>(Function{1});
  }
  Result<Stream> createStream(bool urgent) override {
    return made(streams, inner ? inner->createStream(urgent) : Result<Stream>(Stream{1}));
  }
  Result<Event> createEvent(bool timed) override { return made(events, inner ? inner->createEvent(timed) : Result<Event>(Event{1})); }

  Status launch(Function function, const DeviceLaunch &launch, Stream stream) override {
    note(stream, "launch " + launch.kernel + " grid " + point(launch.grid) + " block " + point(launch.block));
    return inner ? inner->launch(function, launch, streams.inner(stream)) : Status();
  }
  Status copyToDevice(DevicePointer to, const void *from, uint64_t bytes, Stream stream) override {
    note(stream, "upload " + std::to_string(bytes) + " bytes");
    return inner ? inner->copyToDevice(to, from, bytes, streams.inner(stream)) : Status();
  }
  Status copyToHost(void *to, DevicePointer from, uint64_t bytes, Stream stream) override {
    note(stream, "download " + std::to_string(bytes) + " bytes");
    return inner ? inner->copyToHost(to, from, bytes, streams.inner(stream)) : Status();
  }
  Status copyOnDevice(DevicePointer to, DevicePointer from, uint64_t bytes, Stream stream) override {
    note(stream, "copy " + std::to_string(bytes) + " bytes");
    return inner ? inner->copyOnDevice(to, from, bytes, streams.inner(stream)) : Status();
  }
  Status fill(DevicePointer to, uint16_t pattern, uint64_t bytes, Stream stream) override {
    note(stream, "fill " + std::to_string(bytes) + " bytes");
    return inner ? inner->fill(to, pattern, bytes, streams.inner(stream)) : Status();
  }
  Status forget(DevicePointer start, uint64_t bytes, Stream stream) override {
    return inner ? inner->forget(start, bytes, streams.inner(stream)) : Status();
  }
  Status record(Event event, Stream stream) override {
    note(stream, "record e" + std::to_string(event.value));
    return inner ? inner->record(events.inner(event), streams.inner(stream)) : Status();
  }
  Status wait(Stream stream, Event event) override {
    note(stream, "wait e" + std::to_string(event.value));
    return inner ? inner->wait(streams.inner(stream), events.inner(event)) : Status();
  }
  Result<bool> isDone(Event event) override {
    log.calls.push_back("done? e" + std::to_string(event.value));
    return inner ? inner->isDone(events.inner(event)) : Result<bool>(true);
  }
  Status synchronize(Stream stream) override {
    note(stream, "synchronize");
    return inner ? inner->synchronize(streams.inner(stream)) : Status();
  }
  Result<double> milliseconds(Event from, Event to) override {
    return inner ? inner->milliseconds(events.inner(from), events.inner(to)) : Result<double>(0.0);
  }
  Status beginCapture(Stream stream) override {
    note(stream, "begin capture");
    return inner ? inner->beginCapture(streams.inner(stream)) : Status();
  }
  Result<Graph> endCapture(Stream stream) override {
    note(stream, "end capture");
    return made(graphs, inner ? inner->endCapture(streams.inner(stream)) : Result<Graph>(Graph{1}));
  }
  Status launchGraph(Graph graph, Stream stream) override {
    note(stream, "graph g" + std::to_string(graph.value));
    return inner ? inner->launchGraph(graphs.inner(graph), streams.inner(stream)) : Status();
  }
  void release(Graph graph) override {
    if (inner)
      inner->release(graphs.inner(graph));
  }

private:
  void note(Stream stream, const std::string &what) { log.calls.push_back("s" + std::to_string(stream.value) + " " + what); }
  template <class T> static Result<T> made(Names<T> &names, const Result<T> &inner) {
    return inner ? Result<T>(names.add(*inner)) : inner;
  }

  CallLog &log;
  std::unique_ptr<Driver> inner;
  DeviceInfo info;
  uint64_t allocations = 0;
  std::deque<std::unique_ptr<std::byte[]>> host;
  Names<Stream> streams;
  Names<Event> events;
  Names<Graph> graphs;
};

class RecordingNccl final : public Nccl {
public:
  RecordingNccl(CallLog &log, std::unique_ptr<Nccl> inner) : log(log), inner(std::move(inner)) {}

  int version() const override { return inner ? inner->version() : 22800; }
  bool hasAllToAll() const override { return inner ? inner->hasAllToAll() : true; }
  bool takesManyIds() const override { return inner ? inner->takesManyIds() : true; }
  bool isCapturable() const override { return inner ? inner->isCapturable() : true; }
  Result<NcclId> makeId() override {
    if (inner)
      return inner->makeId();
    log.calls.push_back("make an id");
    return NcclId{};
  }
  Result<Communicator> connect(std::span<const NcclId> ids, int rank, int ranks) override {
    const Result<Communicator> made = inner ? inner->connect(ids, rank, ranks) : Result<Communicator>(Communicator{1});
    if (!made)
      return made;
    const Communicator named = communicators.add(*made);
    log.calls.push_back(text(named) + " = connect rank " + std::to_string(rank) + " of " + std::to_string(ranks) +
                        (ids.size() == 1 ? "" : " by " + std::to_string(ids.size()) + " ids"));
    return named;
  }
  Result<Communicator> split(Communicator parent, int color, int key) override {
    const Result<Communicator> made = inner ? inner->split(communicators.inner(parent), color, key) : Result<Communicator>(Communicator{1});
    if (!made)
      return made;
    const Communicator named = communicators.add(*made);
    log.calls.push_back(text(named) + " = split " + text(parent) + " color " + std::to_string(color) + " key " + std::to_string(key));
    return named;
  }
  Status groupStart() override {
    log.calls.push_back("group {");
    return inner ? inner->groupStart() : Status();
  }
  Status groupEnd() override {
    log.calls.push_back("}");
    return inner ? inner->groupEnd() : Status();
  }
  Status send(Communicator of, DevicePointer from, uint64_t bytes, int peer, Stream stream) override {
    note(stream, "send " + std::to_string(bytes) + " bytes to " + std::to_string(peer), of);
    return inner ? inner->send(communicators.inner(of), from, bytes, peer, stream) : Status();
  }
  Status receive(Communicator of, DevicePointer to, uint64_t bytes, int peer, Stream stream) override {
    note(stream, "receive " + std::to_string(bytes) + " bytes from " + std::to_string(peer), of);
    return inner ? inner->receive(communicators.inner(of), to, bytes, peer, stream) : Status();
  }
  Status allGather(Communicator of, DevicePointer from, DevicePointer to, uint64_t bytes, Stream stream) override {
    note(stream, "all-gather " + std::to_string(bytes) + " bytes", of);
    return inner ? inner->allGather(communicators.inner(of), from, to, bytes, stream) : Status();
  }
  Status allToAll(Communicator of, DevicePointer from, DevicePointer to, uint64_t bytes, Stream stream) override {
    note(stream, "all-to-all " + std::to_string(bytes) + " bytes", of);
    return inner ? inner->allToAll(communicators.inner(of), from, to, bytes, stream) : Status();
  }
  Status broadcast(Communicator of, DevicePointer memory, uint64_t bytes, int root, Stream stream) override {
    note(stream, "broadcast " + std::to_string(bytes) + " bytes of " + std::to_string(root), of);
    return inner ? inner->broadcast(communicators.inner(of), memory, bytes, root, stream) : Status();
  }
  Status allReduce(Communicator of, DevicePointer from, DevicePointer to, uint64_t count, Real type, Reduction reduction, Stream stream) override {
    note(stream, "all-reduce " + text(reduction) + " of " + std::to_string(count) + " " + text(type), of);
    return inner ? inner->allReduce(communicators.inner(of), from, to, count, type, reduction, stream) : Status();
  }
  Status reduceScatter(Communicator of, DevicePointer from, DevicePointer to, uint64_t count, Real type, Reduction reduction, Stream stream) override {
    note(stream, "reduce-scatter " + text(reduction) + " of " + std::to_string(count) + " " + text(type), of);
    return inner ? inner->reduceScatter(communicators.inner(of), from, to, count, type, reduction, stream) : Status();
  }
  Result<Progress> progress(Communicator of) override { return inner ? inner->progress(communicators.inner(of)) : Result<Progress>(Progress::done); }
  void abort(Communicator of) override {
    log.calls.push_back("abort " + text(of));
    if (inner)
      inner->abort(communicators.inner(of));
  }
  void close(Communicator of) override {
    if (inner)
      inner->close(communicators.inner(of));
  }

private:
  static std::string text(Real type) { return std::array{"f16", "bf16", "f32", "f64"}[size_t(type)]; }
  static std::string text(Reduction reduction) { return std::array{"sum", "max", "min"}[size_t(reduction)]; }
  static std::string text(Communicator of) { return "c" + std::to_string(of.value); }
  void note(Stream stream, const std::string &what, Communicator of) {
    log.calls.push_back("s" + std::to_string(stream.value) + " " + what + " of " + text(of));
  }

  CallLog &log;
  std::unique_ptr<Nccl> inner;
  Names<Communicator> communicators;
};

} // namespace

std::unique_ptr<Driver> recordDriver(CallLog &log, std::unique_ptr<Driver> inner) {
  return std::make_unique<RecordingDriver>(log, std::move(inner));
}
std::unique_ptr<Nccl> recordNccl(CallLog &log, std::unique_ptr<Nccl> inner) { return std::make_unique<RecordingNccl>(log, std::move(inner)); }

} // namespace det::rt::cuda
