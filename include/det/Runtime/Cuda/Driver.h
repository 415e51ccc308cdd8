// What det needs of a GPU: one thin layer, so that a real GPU, an interpreter of PTX and a recorder look alike.
//
// Work is queued on streams: each does its work in order; between streams only events order. What is queued runs later: host memory
// that a copy names must stay until the stream is known to have passed it. One thread at a time calls a driver.
#ifndef DET_RUNTIME_CUDA_DRIVER_H
#define DET_RUNTIME_CUDA_DRIVER_H

#include "det/Runtime/Cuda/DeviceLaunch.h"

#include <memory>
#include <optional>
#include <span>
#include <string>

namespace det::rt::cuda {

/// Something that a driver made; 0 is none.
template <class Tag> struct Handle {
  uint64_t value = 0;
  explicit operator bool() const { return value != 0; }
  bool operator==(const Handle &) const = default;
  auto operator<=>(const Handle &) const = default;
};
using Module = Handle<struct ModuleTag>;
using Function = Handle<struct FunctionTag>;
using Stream = Handle<struct StreamTag>;
using Event = Handle<struct EventTag>;
/// A captured sequence of work that is launched as one.
using Graph = Handle<struct GraphTag>;

struct DeviceInfo {
  std::string name;     ///< "NVIDIA H200"
  int major = 0, minor = 0; ///< compute capability
  uint64_t memoryBytes = 0;
  int driverVersion = 0; ///< 1000 * major + 10 * minor of the CUDA version that it supports
  int devices = 1;       ///< that this process sees
  std::string bus;       ///< "0000:01:00.0": which of the machine's devices it is

  std::string chip() const { return "sm_" + std::to_string(major * 10 + minor); }
};

struct FreeMemory {
  uint64_t free = 0, total = 0; ///< bytes
};

/// Errors name the call and what the driver says, and where possible what to do. What a driver made lives until it is released, or until
/// the driver ends.
class Driver {
public:
  virtual ~Driver() = default;

  virtual const DeviceInfo &device() const = 0;
  /// True for an interpreter: modules are PTX instead of machine code, for any chip.
  virtual bool readsPtx() const { return false; }
  /// True if work can be captured.
  virtual bool hasGraphs() const { return true; }

  /// How much a device still has.
  virtual Result<FreeMemory> memory() = 0;
  /// Memory of the device, aligned to 256 bytes, never initialised; `name` is for messages. Errors: none left.
  virtual Result<DevicePointer> allocate(uint64_t bytes, const std::string &name) = 0;
  virtual void release(DevicePointer memory) = 0;
  /// Memory of the host that copies are fastest from and to.
  virtual Result<void *> allocateHost(uint64_t bytes) = 0;
  virtual void releaseHost(void *memory) = 0;

  /// From here on kernels may add floats by atomics, in whatever order: for plans at level not_guaranteed. An interpreter refuses them otherwise.
  virtual void allowFloatAtomics() {}
  /// Loads machine code, or text where the driver reads PTX. Errors: not for this device.
  virtual Result<Module> load(std::span<const uint8_t> image) = 0;
  /// Errors: the module has no such kernel.
  virtual Result<Function> function(Module module, const std::string &name) = 0;

  /// `urgent`: its work goes before that of other streams where both are ready.
  virtual Result<Stream> createStream(bool urgent) = 0;
  /// `timed`: milliseconds() may be asked of it.
  virtual Result<Event> createEvent(bool timed) = 0;

  virtual Status launch(Function function, const DeviceLaunch &launch, Stream stream) = 0;
  virtual Status copyToDevice(DevicePointer to, const void *from, uint64_t bytes, Stream stream) = 0;
  virtual Status copyToHost(void *to, DevicePointer from, uint64_t bytes, Stream stream) = 0;
  virtual Status copyOnDevice(DevicePointer to, DevicePointer from, uint64_t bytes, Stream stream) = 0;
  /// Fills with a pattern of two bytes; `bytes` is even.
  virtual Status fill(DevicePointer to, uint16_t pattern, uint64_t bytes, Stream stream) = 0;

  /// Nothing that lies there will be read before it is written: an interpreter looks that this is so.
  virtual Status forget(DevicePointer start, uint64_t bytes, Stream stream) { return {}; }

  /// The event comes to stand for all that the stream has been given so far.
  virtual Status record(Event event, Stream stream) = 0;
  /// What the stream is given from now on waits for what the event stands for now; for nothing if it was never recorded.
  virtual Status wait(Stream stream, Event event) = 0;
  /// True if all that the event stands for is done. Errors: that of failed work.
  virtual Result<bool> isDone(Event event) = 0;
  /// Waits until the stream is empty. Errors: that of failed work.
  virtual Status synchronize(Stream stream) = 0;
  /// Time between two timed events that are done.
  virtual Result<double> milliseconds(Event from, Event to) = 0;

  /// From here on the work of this stream, and of those that come to wait for it, is put into a graph instead of run.
  virtual Status beginCapture(Stream stream) = 0;
  /// Ends the capture; every stream that took part must have been waited for by `stream`.
  virtual Result<Graph> endCapture(Stream stream) = 0;
  virtual Status launchGraph(Graph graph, Stream stream) = 0;
  virtual void release(Graph graph) = 0;
};

/// The NVIDIA driver of this machine, found at run time. `device`: which of the visible ones; if there is one, that one. Errors, one each: no driver library, a
/// driver that is too old (its version, the needed one), no device, fewer devices than `device` needs.
Result<std::unique_ptr<Driver>> openCudaDriver(int device);
/// The same from another library; for tests.
Result<std::unique_ptr<Driver>> openCudaDriver(int device, const std::string &library);

/// An interpreter of PTX on this CPU.
struct SimOptions {
  int threads = 1;                 ///< of the host
  bool checkRaces = true;          ///< between threads and blocks of a launch
  bool checkUninitialised = true;  ///< reads of memory that nobody wrote, or whose content was forgotten
  /// Runs work in any order that streams and events allow, by this seed; without: in the order in which it was given.
  std::optional<uint64_t> chaos;
  uint64_t memoryBytes = uint64_t(64) << 30; ///< what the device seems to have
};
std::unique_ptr<Driver> openSimDriver(const SimOptions &options = {});

} // namespace det::rt::cuda

#endif // DET_RUNTIME_CUDA_DRIVER_H
