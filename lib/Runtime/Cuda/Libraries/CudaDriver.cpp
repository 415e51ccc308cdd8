// The NVIDIA driver, behind Driver.
#include "CudaApi.h"
#include "SharedLibrary.h"
#include "det/Runtime/Cuda/Driver.h"

#include <algorithm>
#include <map>
#include <vector>

namespace det::rt::cuda {

namespace {

// Cubins and PTX 8.0 need CUDA 12.0; so do graphs that hold messages of NCCL.
constexpr int oldestDriver = 12000;

std::string versionText(int version) { return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10); }

template <class Body> uint64_t numberOf(Body *pointer) { return reinterpret_cast<uint64_t>(pointer); }
template <class Body> Body *pointerOf(uint64_t number) { return reinterpret_cast<Body *>(number); }

class CudaDriver final : public Driver {
public:
  explicit CudaDriver(SharedLibrary library) : library(std::move(library)) {}
  ~CudaDriver() override;

  Status findFunctions(const std::string &name);
  Status open(int number);

  const DeviceInfo &device() const override { return info; }
  Result<FreeMemory> memory() override;
  Result<DevicePointer> allocate(uint64_t bytes, const std::string &name) override;
  void release(DevicePointer memory) override;
  Result<void *> allocateHost(uint64_t bytes) override;
  void releaseHost(void *memory) override;
  Result<Module> load(std::span<const uint8_t> image) override;
  Result<Function> function(Module module, const std::string &name) override;
  Result<Stream> createStream(bool urgent) override;
  Result<Event> createEvent(bool timed) override;
  Status launch(Function function, const DeviceLaunch &launch, Stream stream) override;
  Status copyToDevice(DevicePointer to, const void *from, uint64_t bytes, Stream stream) override {
    enter();
    return check("cuMemcpyHtoDAsync", cu.memcpyHtoDAsync(to, from, bytes, raw(stream)));
  }
  Status copyToHost(void *to, DevicePointer from, uint64_t bytes, Stream stream) override {
    enter();
    return check("cuMemcpyDtoHAsync", cu.memcpyDtoHAsync(to, from, bytes, raw(stream)));
  }
  Status copyOnDevice(DevicePointer to, DevicePointer from, uint64_t bytes, Stream stream) override {
    enter();
    return check("cuMemcpyDtoDAsync", cu.memcpyDtoDAsync(to, from, bytes, raw(stream)));
  }
  Status fill(DevicePointer to, uint16_t pattern, uint64_t bytes, Stream stream) override {
    enter();
    return check("cuMemsetD16Async", cu.memsetD16Async(to, pattern, bytes / 2, raw(stream)));
  }
  Status record(Event event, Stream stream) override {
    enter();
    return check("cuEventRecord", cu.eventRecord(raw(event), raw(stream)));
  }
  Status wait(Stream stream, Event event) override {
    enter();
    return check("cuStreamWaitEvent", cu.streamWaitEvent(raw(stream), raw(event), 0));
  }
  Result<bool> isDone(Event event) override;
  Status synchronize(Stream stream) override {
    enter();
    return check("cuStreamSynchronize", cu.streamSynchronize(raw(stream)));
  }
  Result<double> milliseconds(Event from, Event to) override;
  Status beginCapture(Stream stream) override {
    enter();
    // NCCL prepares messages on threads of its own: nothing that they call may end the capture.
    return check("cuStreamBeginCapture", cu.streamBeginCapture(raw(stream), api::captureRelaxed));
  }
  Result<Graph> endCapture(Stream stream) override;
  Status launchGraph(Graph graph, Stream stream) override {
    enter();
    return check("cuGraphLaunch", cu.graphLaunch(pointerOf<api::GraphExecBody>(graph.value), raw(stream)));
  }
  void release(Graph graph) override {
    enter();
    std::erase(graphs, graph);
    cu.graphExecDestroy(pointerOf<api::GraphExecBody>(graph.value));
  }

private:
  static api::Stream raw(Stream stream) { return pointerOf<api::StreamBody>(stream.value); }
  static api::Event raw(Event event) { return pointerOf<api::EventBody>(event.value); }

  /// Makes this thread's calls go to the device.
  void enter() {
    if (current != context && cu.ctxSetCurrent(context) == api::success)
      current = context;
  }
  /// Of any driver: what this thread's calls go to.
  static thread_local api::Context current;
  std::string reason(api::Result result) const {
    const char *text = nullptr, *name = nullptr;
    cu.getErrorString(result, &text);
    cu.getErrorName(result, &name);
    return std::string(text ? text : "unknown error") + " (" + (name ? name : std::to_string(result)) + ")";
  }
  Status check(const char *call, api::Result result) const {
    if (result == api::success)
      return {};
    return Error{std::string(call) + ": " + reason(result)};
  }

  SharedLibrary library;
  api::Functions cu;
  DeviceInfo info;
  api::Device number = 0;
  api::Context context = nullptr;
  bool retained = false;
  int urgentPriority = 0, usualPriority = 0;
  std::vector<Module> modules;
  std::map<uint64_t, uint32_t> staticBytes; ///< of shared memory, by function
  std::vector<Stream> streams;
  std::vector<Event> events;
  std::vector<Graph> graphs;
  std::vector<DevicePointer> allocations;
  std::vector<void *> hostAllocations;

};

thread_local api::Context CudaDriver::current = nullptr;

CudaDriver::~CudaDriver() {
  if (!retained)
    return;
  enter();
  // Work that still runs would use what goes.
  for (const Stream stream : streams)
    cu.streamSynchronize(raw(stream));
  for (const Graph graph : graphs)
    cu.graphExecDestroy(pointerOf<api::GraphExecBody>(graph.value));
  for (const Event event : events)
    cu.eventDestroy(raw(event));
  for (const Stream stream : streams)
    cu.streamDestroy(raw(stream));
  for (const Module module : modules)
    cu.moduleUnload(pointerOf<api::ModuleBody>(module.value));
  for (const DevicePointer memory : allocations)
    cu.memFree(memory);
  for (void *memory : hostAllocations)
    cu.memFreeHost(memory);
  // The next driver may get a context of the same address.
  cu.ctxSetCurrent(nullptr);
  current = nullptr;
  cu.primaryCtxRelease(number);
}

Status CudaDriver::findFunctions(const std::string &name) {
#define DET_CUDA_FIND(member, symbol, parameters)                                                                                        \
  if (!library.find(#symbol, cu.member))                                                                                                 \
    return Error{"'" + name + "' has no function " #symbol ": install an NVIDIA driver for CUDA " + versionText(oldestDriver) + " or newer"};
  DET_CUDA_FUNCTIONS(DET_CUDA_FIND)
#undef DET_CUDA_FIND
  return {};
}

Status CudaDriver::open(int wanted) {
  if (const api::Result result = cu.init(0); result == api::noDevice)
    return Error{"this machine has no NVIDIA GPU that this process may use (CUDA_VISIBLE_DEVICES); --device=ptx-sim needs none"};
  else if (result != api::success)
    return Error{"cannot use the NVIDIA driver: cuInit: " + reason(result) + "; --device=ptx-sim needs none"};
  if (Status status = check("cuDriverGetVersion", cu.driverGetVersion(&info.driverVersion)); !status)
    return status;
  if (info.driverVersion < oldestDriver)
    return Error{"the NVIDIA driver is for CUDA " + versionText(info.driverVersion) + ", too old: install one for CUDA " +
                 versionText(oldestDriver) + " or newer"};
  if (Status status = check("cuDeviceGetCount", cu.deviceGetCount(&info.devices)); !status)
    return status;
  if (info.devices == 0)
    return Error{"this machine has no NVIDIA GPU that this process may use (CUDA_VISIBLE_DEVICES); --device=ptx-sim needs none"};
  // A launcher may show each process its own GPU alone.
  if (info.devices == 1)
    wanted = 0;
  if (wanted < 0 || wanted >= info.devices)
    return Error{"too few GPUs: this process is number " + std::to_string(wanted) + " on its machine, and it may use " +
                 std::to_string(info.devices) + (info.devices == 1 ? " GPU" : " GPUs") + "; start one process for each GPU"};
  if (Status status = check("cuDeviceGet", cu.deviceGet(&number, wanted)); !status)
    return status;
  char text[256] = {};
  size_t bytes = 0;
  for (Status status : {check("cuDeviceGetName", cu.deviceGetName(text, sizeof text, number)),
                        check("cuDeviceGetAttribute", cu.deviceGetAttribute(&info.major, api::computeCapabilityMajor, number)),
                        check("cuDeviceGetAttribute", cu.deviceGetAttribute(&info.minor, api::computeCapabilityMinor, number)),
                        check("cuDeviceTotalMem", cu.deviceTotalMem(&bytes, number))})
    if (!status)
      return status;
  info.name = text;
  info.memoryBytes = bytes;
  if (Status status = check("cuDeviceGetPCIBusId", cu.deviceGetPCIBusId(text, sizeof text, number)); !status)
    return status;
  info.bus = text;
  if (Status status = check("cuDevicePrimaryCtxRetain", cu.primaryCtxRetain(&context, number)); !status)
    return status;
  retained = true;
  if (Status status = check("cuCtxSetCurrent", cu.ctxSetCurrent(context)); !status)
    return status;
  current = context;
  return check("cuCtxGetStreamPriorityRange", cu.ctxGetStreamPriorityRange(&usualPriority, &urgentPriority));
}

Result<FreeMemory> CudaDriver::memory() {
  enter();
  size_t free = 0, total = 0;
  if (Status status = check("cuMemGetInfo", cu.memGetInfo(&free, &total)); !status)
    return status.error();
  return FreeMemory{free, total};
}

Result<DevicePointer> CudaDriver::allocate(uint64_t bytes, const std::string &name) {
  enter();
  api::Address address = 0;
  const api::Result result = cu.memAlloc(&address, std::max<uint64_t>(bytes, 256));
  if (result != api::success) {
    const Result<FreeMemory> left = memory();
    return Error{"out of GPU memory: the " + name + " needs " + std::to_string(bytes) + " bytes" +
                 (left ? ", free are " + std::to_string(left->free) + " of " + std::to_string(left->total) : "") + ": " + reason(result)};
  }
  allocations.push_back(address);
  return DevicePointer(address);
}

void CudaDriver::release(DevicePointer memory) {
  enter();
  if (std::erase(allocations, memory))
    cu.memFree(memory);
}

Result<void *> CudaDriver::allocateHost(uint64_t bytes) {
  enter();
  void *memory = nullptr;
  if (Status status = check("cuMemHostAlloc", cu.memHostAlloc(&memory, std::max<uint64_t>(bytes, 64), 0)); !status)
    return Error{"out of pinned host memory: " + std::to_string(bytes) + " bytes needed: " + status.error().message};
  hostAllocations.push_back(memory);
  return memory;
}

void CudaDriver::releaseHost(void *memory) {
  enter();
  if (std::erase(hostAllocations, memory))
    cu.memFreeHost(memory);
}

Result<Module> CudaDriver::load(std::span<const uint8_t> image) {
  enter();
  api::Module module = nullptr;
  const api::Result result = cu.moduleLoadData(&module, image.data());
  if (result == api::noBinaryForGpu || result == api::invalidImage || result == api::unsupportedPtx)
    return Error{"this driver (CUDA " + versionText(info.driverVersion) + ") does not load the kernels for " + info.chip() + ": " +
                 reason(result) + "; install a newer driver, or compile with a ptxas that is not newer than the driver"};
  if (Status status = check("cuModuleLoadData", result); !status)
    return status.error();
  modules.push_back({numberOf(module)});
  return modules.back();
}

Result<Function> CudaDriver::function(Module module, const std::string &name) {
  enter();
  api::Function function = nullptr;
  const api::Result result = cu.moduleGetFunction(&function, pointerOf<api::ModuleBody>(module.value), name.c_str());
  if (result == api::notFound)
    return Error{"the artifact's module has no kernel '" + name + "'"};
  if (Status status = check("cuModuleGetFunction", result); !status)
    return status.error();
  // Drivers load a kernel when it is first asked about: now, not while a step is captured.
  int bytes = 0;
  if (Status status = check("cuFuncGetAttribute", cu.funcGetAttribute(&bytes, api::staticSharedBytes, function)); !status)
    return Error{"kernel '" + name + "': " + status.error().message};
  staticBytes[numberOf(function)] = uint32_t(bytes);
  return Function{numberOf(function)};
}

Result<Stream> CudaDriver::createStream(bool urgent) {
  enter();
  api::Stream stream = nullptr;
  if (Status status = check("cuStreamCreateWithPriority",
                            cu.streamCreate(&stream, api::streamNonBlocking, urgent ? urgentPriority : usualPriority));
      !status)
    return status.error();
  streams.push_back({numberOf(stream)});
  return streams.back();
}

Result<Event> CudaDriver::createEvent(bool timed) {
  enter();
  api::Event event = nullptr;
  if (Status status = check("cuEventCreate", cu.eventCreate(&event, timed ? api::eventDefault : api::eventDisableTiming)); !status)
    return status.error();
  events.push_back({numberOf(event)});
  return events.back();
}

Status CudaDriver::launch(Function function, const DeviceLaunch &launch, Stream stream) {
  enter();
  const auto kernel = pointerOf<api::FunctionBody>(function.value);
  // More than 48 KiB in all must be asked for.
  if (launch.sharedBytes > 0 && launch.sharedBytes + staticBytes[function.value] > 48 * 1024)
    if (Status status = check("cuFuncSetAttribute", cu.funcSetAttribute(kernel, api::maxDynamicSharedBytes, int(launch.sharedBytes))); !status)
      return Error{"kernel '" + launch.kernel + "' with " + std::to_string(launch.sharedBytes) + " bytes of shared memory: " +
                   status.error().message};
  size_t bytes = launch.params.size();
  void *extra[] = {api::launchBuffer, const_cast<std::byte *>(launch.params.data()), api::launchBufferSize, &bytes, api::launchEnd};
  const Status status =
      check("cuLaunchKernel", cu.launchKernel(kernel, launch.grid[0], launch.grid[1], launch.grid[2], launch.block[0], launch.block[1],
                                              launch.block[2], launch.sharedBytes, raw(stream), nullptr, extra));
  return status ? status : Status(Error{"kernel '" + launch.kernel + "': " + status.error().message});
}

Result<bool> CudaDriver::isDone(Event event) {
  enter();
  const api::Result result = cu.eventQuery(raw(event));
  if (result == api::notReady)
    return false;
  if (Status status = check("cuEventQuery", result); !status)
    return status.error();
  return true;
}

Result<double> CudaDriver::milliseconds(Event from, Event to) {
  enter();
  float elapsed = 0;
  if (Status status = check("cuEventElapsedTime", cu.eventElapsedTime(&elapsed, raw(from), raw(to))); !status)
    return status.error();
  return double(elapsed);
}

Result<Graph> CudaDriver::endCapture(Stream stream) {
  enter();
  api::Graph graph = nullptr;
  if (Status status = check("cuStreamEndCapture", cu.streamEndCapture(raw(stream), &graph)); !status)
    return status.error();
  api::GraphExec ready = nullptr;
  const Status status = check("cuGraphInstantiate", cu.graphInstantiate(&ready, graph, 0));
  cu.graphDestroy(graph);
  if (!status)
    return status.error();
  graphs.push_back({numberOf(ready)});
  return graphs.back();
}

} // namespace

Result<std::unique_ptr<Driver>> openCudaDriver(int device, const std::string &name) {
  Result<SharedLibrary> library = SharedLibrary::open(name);
  if (!library)
    return Error{"there is no NVIDIA driver on this machine: " + library.error().message +
                 "; install one, or use --device=ptx-sim, which needs none"};
  auto driver = std::make_unique<CudaDriver>(std::move(*library));
  if (Status status = driver->findFunctions(name); !status)
    return status.error();
  if (Status status = driver->open(device); !status)
    return status.error();
  return std::unique_ptr<Driver>(std::move(driver));
}

Result<std::unique_ptr<Driver>> openCudaDriver(int device) { return openCudaDriver(device, "libcuda.so.1"); }

} // namespace det::rt::cuda
