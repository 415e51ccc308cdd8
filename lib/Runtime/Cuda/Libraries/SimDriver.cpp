// The interpreter of PTX as a device: allocation i lies where the interpreter sees its buffer i, so kernels get plain addresses.
#include "SimQueue.h"
#include "det/Device/MmaNames.h"
#include "det/PtxSim/PtxSim.h"

#include <chrono>
#include <cstdlib>
#include <deque>

namespace det::rt::cuda {

namespace {

struct FreeBytes {
  void operator()(std::byte *bytes) const { std::free(bytes); }
};

struct Allocation {
  std::string name;
  uint64_t bytes = 0; ///< 0: released
  std::unique_ptr<std::byte, FreeBytes> memory;
  std::vector<uint8_t> written; ///< per byte; empty where nobody asks
};

/// NaN in every float type.
void poison(std::byte *memory, uint64_t bytes, uint16_t pattern) {
  for (uint64_t i = 0; i + 2 <= bytes; i += 2)
    std::memcpy(memory + i, &pattern, 2);
}

class SimDriver final : public Driver {
public:
  explicit SimDriver(const SimOptions &options) : queue(options.chaos), memoryBytes(options.memoryBytes) {
    run.threads = options.threads;
    run.checkRaces = options.checkRaces;
    run.checkUninitialised = options.checkUninitialised;
    info.name = "ptx-sim";
    info.major = 9;
    info.memoryBytes = memoryBytes;
    info.driverVersion = 0;
  }

  const DeviceInfo &device() const override { return info; }
  bool readsPtx() const override { return true; }

  Result<FreeMemory> memory() override { return FreeMemory{memoryBytes - used, memoryBytes}; }
  Result<DevicePointer> allocate(uint64_t bytes, const std::string &name) override;
  void release(DevicePointer memory) override;
  Result<void *> allocateHost(uint64_t bytes) override {
    hostAllocations.emplace_back(static_cast<std::byte *>(std::malloc(std::max<uint64_t>(bytes, 1))));
    if (!hostAllocations.back())
      return Error{"out of host memory: " + std::to_string(bytes) + " bytes needed"};
    return static_cast<void *>(hostAllocations.back().get());
  }
  void releaseHost(void *memory) override {
    std::erase_if(hostAllocations, [&](const auto &held) { return held.get() == memory; });
  }

  void allowFloatAtomics() override { run.allowFloatAtomics = true; }
  Result<Module> load(std::span<const uint8_t> image) override;
  Result<Function> function(Module module, const std::string &name) override;
  Result<Stream> createStream(bool) override { return queue.newStream(); }
  Result<Event> createEvent(bool) override { return queue.newEvent(); }
  Status launch(Function function, const DeviceLaunch &launch, Stream stream) override;
  Status copyToDevice(DevicePointer to, const void *from, uint64_t bytes, Stream stream) override;
  Status copyToHost(void *to, DevicePointer from, uint64_t bytes, Stream stream) override;
  Status copyOnDevice(DevicePointer to, DevicePointer from, uint64_t bytes, Stream stream) override;
  Status fill(DevicePointer to, uint16_t pattern, uint64_t bytes, Stream stream) override;
  Status forget(DevicePointer start, uint64_t bytes, Stream stream) override;

  Status record(Event event, Stream stream) override {
    return queue.record(event, stream, [this, event] {
      times[event] = std::chrono::steady_clock::now();
      return Status();
    });
  }
  Status wait(Stream stream, Event event) override { return queue.wait(stream, event); }
  Result<bool> isDone(Event) override {
    if (Status status = queue.drain(); !status)
      return status.error();
    return true;
  }
  Status synchronize(Stream) override { return queue.drain(); }
  Result<double> milliseconds(Event from, Event to) override {
    if (!times.contains(from) || !times.contains(to))
      return Error{"an event was not recorded"};
    return std::chrono::duration<double, std::milli>(times.at(to) - times.at(from)).count();
  }
  Status beginCapture(Stream stream) override { return queue.beginCapture(stream); }
  Result<Graph> endCapture(Stream stream) override { return queue.endCapture(stream); }
  Status launchGraph(Graph graph, Stream stream) override { return queue.launch(graph, stream); }
  void release(Graph graph) override { queue.release(graph); }

private:
  /// Bytes of the device, and whether each has been written (null where nobody asks).
  struct Place {
    std::byte *bytes;
    uint8_t *written;
    const Allocation *in;
  };
  /// Errors: outside of any allocation.
  Result<Place> locate(DevicePointer address, uint64_t bytes);

  SimQueue queue;
  uint64_t memoryBytes, used = 0;
  DeviceInfo info;
  ptx::Options run;
  std::deque<Allocation> allocations;
  std::vector<std::unique_ptr<std::byte, FreeBytes>> hostAllocations;
  std::vector<ptx::Module> modules;
  std::deque<ptx::Kernel> kernels;
  std::map<Event, std::chrono::steady_clock::time_point> times;
};

Result<DevicePointer> SimDriver::allocate(uint64_t bytes, const std::string &name) {
  if (bytes > memoryBytes - used)
    return Error{"out of memory of ptx-sim: the " + name + " needs " + std::to_string(bytes) + " bytes, free are " +
                 std::to_string(memoryBytes - used) + " of " + std::to_string(memoryBytes)};
  const uint64_t rounded = (std::max<uint64_t>(bytes, 1) + 255) / 256 * 256;
  std::unique_ptr<std::byte, FreeBytes> memory(static_cast<std::byte *>(std::aligned_alloc(256, rounded)));
  if (!memory)
    return Error{"out of host memory: the " + name + " needs " + std::to_string(bytes) + " bytes"};
  poison(memory.get(), rounded, 0x7fff);
  used += bytes;
  allocations.push_back({name, bytes, std::move(memory), std::vector<uint8_t>(run.checkUninitialised ? bytes : 0)});
  return ptx::addressOf(allocations.size() - 1);
}

void SimDriver::release(DevicePointer address) {
  for (size_t i = 0; i < allocations.size(); ++i)
    if (ptx::addressOf(i) == address && allocations[i].memory) {
      // What waits may use it.
      (void)queue.drain();
      used -= allocations[i].bytes;
      allocations[i].bytes = 0;
      allocations[i].written.clear();
      allocations[i].memory.reset();
    }
}

Result<SimDriver::Place> SimDriver::locate(DevicePointer address, uint64_t bytes) {
  for (size_t i = 0; i < allocations.size(); ++i) {
    const uint64_t start = ptx::addressOf(i);
    Allocation &in = allocations[i];
    if (address >= start && address - start <= in.bytes && bytes <= in.bytes - (address - start))
      return Place{in.memory.get() + (address - start), in.written.empty() ? nullptr : in.written.data() + (address - start), &in};
  }
  return Error{"a copy touches " + std::to_string(bytes) + " bytes at address " + std::to_string(address) + ", outside of any allocation"};
}

Result<Module> SimDriver::load(std::span<const uint8_t> image) {
  Result<ptx::Module> module = ptx::Module::parse({reinterpret_cast<const char *>(image.data()), image.size()});
  if (!module)
    return module.error();
  modules.push_back(std::move(*module));
  return Module{modules.size()};
}

Result<Function> SimDriver::function(Module module, const std::string &name) {
  const std::vector<std::string> entries = modules[module.value - 1].entries();
  if (std::find(entries.begin(), entries.end(), name) == entries.end())
    return Error{"the artifact's module has no kernel '" + name + "'"};
  Result<ptx::Kernel> kernel = modules[module.value - 1].kernel(name);
  if (!kernel)
    return kernel.error();
  kernels.push_back(std::move(*kernel));
  return Function{kernels.size()};
}

Status SimDriver::launch(Function function, const DeviceLaunch &launch, Stream stream) {
  const ptx::Kernel &kernel = kernels[function.value - 1];
  ptx::Launch made;
  made.grid = launch.grid;
  made.block = launch.block;
  made.dynamicSharedBytes = launch.sharedBytes;
  uint64_t end = 0;
  for (const ptx::Kernel::Parameter &parameter : kernel.parameters()) {
    end = parameter.offset + parameter.bytes;
    if (end > launch.params.size())
      break;
    const std::byte *start = launch.params.data() + parameter.offset;
    made.arguments.emplace_back(std::vector<std::byte>(start, start + parameter.bytes));
  }
  if (end != launch.params.size())
    return Error{"kernel '" + launch.kernel + "' takes " + std::to_string(end) + " bytes of parameters, got " +
                 std::to_string(launch.params.size())};
  // The device has the tensor cores that a kernel is made for.
  const tensorcore::Model core = *tensorcore::findModel(device::mmaModelOf(launch.kernel));
  return queue.add(stream, [this, &kernel, core, made = std::move(made)]() -> Status {
    std::vector<ptx::Buffer> buffers;
    for (Allocation &allocation : allocations)
      buffers.push_back({allocation.name, {allocation.memory.get(), size_t(allocation.bytes)}, true, true, allocation.written});
    ptx::Options options = run;
    options.tensorCore = core;
    const Result<ptx::Counts> counts = ptx::run(kernel, made, buffers, options);
    return counts ? Status() : Status(counts.error());
  });
}

Status SimDriver::copyToDevice(DevicePointer to, const void *from, uint64_t bytes, Stream stream) {
  const Result<Place> place = locate(to, bytes);
  if (!place)
    return place.error();
  return queue.add(stream, [place = *place, from, bytes] {
    std::memcpy(place.bytes, from, bytes);
    if (place.written)
      std::memset(place.written, 1, bytes);
    return Status();
  });
}

Status SimDriver::copyToHost(void *to, DevicePointer from, uint64_t bytes, Stream stream) {
  const Result<Place> place = locate(from, bytes);
  if (!place)
    return place.error();
  return queue.add(stream, [place = *place, to, bytes]() -> Status {
    if (const void *unwritten = place.written ? std::memchr(place.written, 0, bytes) : nullptr)
      return Error{"a copy to the host reads uninitialised bytes at byte " +
                   std::to_string(static_cast<const uint8_t *>(unwritten) - place.in->written.data()) + " of '" + place.in->name + "'"};
    std::memcpy(to, place.bytes, bytes);
    return {};
  });
}

Status SimDriver::copyOnDevice(DevicePointer to, DevicePointer from, uint64_t bytes, Stream stream) {
  const Result<Place> target = locate(to, bytes), source = locate(from, bytes);
  if (!target || !source)
    return (!target ? target : source).error();
  return queue.add(stream, [target = *target, source = *source, bytes] {
    std::memmove(target.bytes, source.bytes, bytes);
    if (target.written)
      std::memmove(target.written, source.written, bytes);
    return Status();
  });
}

Status SimDriver::fill(DevicePointer to, uint16_t pattern, uint64_t bytes, Stream stream) {
  const Result<Place> place = locate(to, bytes);
  if (!place)
    return place.error();
  return queue.add(stream, [place = *place, pattern, bytes] {
    poison(place.bytes, bytes, pattern);
    if (place.written)
      std::memset(place.written, 1, bytes);
    return Status();
  });
}

Status SimDriver::forget(DevicePointer start, uint64_t bytes, Stream stream) {
  const Result<Place> place = locate(start, bytes);
  if (!place)
    return place.error();
  return queue.add(stream, [place = *place, bytes] {
    if (place.written)
      std::memset(place.written, 0, bytes);
    return Status();
  });
}

} // namespace

std::unique_ptr<Driver> openSimDriver(const SimOptions &options) { return std::make_unique<SimDriver>(options); }

} // namespace det::rt::cuda
