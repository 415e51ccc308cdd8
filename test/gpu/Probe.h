// What the commands of det-gpu-probe share.
#ifndef DET_TEST_GPU_PROBE_H
#define DET_TEST_GPU_PROBE_H

#include "det/Runtime/Cuda/Driver.h"

#include <nlohmann/json.hpp>

#include <functional>

namespace det::gpu {

using rt::Error, rt::Result, rt::Status;
using Json = nlohmann::ordered_json;

struct Options {
  bool isSim = false;
  int threads = 1;
  uint64_t products = 1'000'000; ///< at least as many of every type and way
  int repetitions = 20;
  uint64_t copyBytes = 0;
  std::string instructions, kernels, warpgroups, artifact; ///< files; code for the chip, or PTX for ptx-sim
};

Result<std::unique_ptr<rt::cuda::Driver>> openDriver(const Options &options);
Result<std::vector<uint8_t>> readFile(const std::string &path);

/// Memory of the device with the bytes of `values`.
template <class T> Result<rt::cuda::DevicePointer> upload(rt::cuda::Driver &driver, rt::cuda::Stream stream, const std::vector<T> &values, const std::string &name) {
  const auto memory = driver.allocate(std::max<size_t>(values.size() * sizeof(T), 1), name);
  if (memory && !values.empty())
    if (Status status = driver.copyToDevice(*memory, values.data(), values.size() * sizeof(T), stream); !status)
      return status.error();
  return memory;
}

/// work(i) for all i below `count`, by several threads of the host.
void inParallel(int threads, size_t count, const std::function<void(size_t)> &work);

/// What the machine has: device, driver, versions.
Result<Json> describeDevice(const Options &options);
/// Whether the device's tensor cores compute as the model says; "faults" counts what differs.
Result<Json> probeTensorCores(const Options &options);
/// The least time of every entry of an artifact, and of copies on the device.
Result<Json> timeArtifact(const Options &options);

} // namespace det::gpu

#endif // DET_TEST_GPU_PROBE_H
