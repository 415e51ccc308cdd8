// What an entry of a plan becomes on a GPU: launches, all prepared at load, so that a step allocates and uploads nothing.
#ifndef DET_RUNTIME_CUDA_DEVICELAUNCH_H
#define DET_RUNTIME_CUDA_DEVICELAUNCH_H

#include "det/Runtime/Result.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace det::rt::cuda {

/// An address in the memory of a device.
using DevicePointer = uint64_t;

/// One launch of a kernel. `params`: its parameters, packed as the kernel declares them.
struct DeviceLaunch {
  std::string kernel; ///< symbol in the artifact's module
  std::array<uint32_t, 3> grid{1, 1, 1}, block{1, 1, 1};
  uint32_t sharedBytes = 0; ///< dynamic
  std::vector<std::byte> params;

  /// The parameters of a kernel that takes one struct by value.
  template <class Record> void setRecord(const Record &record) {
    static_assert(std::is_trivially_copyable_v<Record>);
    params.resize(sizeof(Record));
    std::memcpy(params.data(), &record, sizeof(Record));
  }
};

/// Memory that launches need beside the arena. Preparing runs twice: once to measure, with addresses that mean nothing, once for good.
class DeviceMemory {
public:
  virtual ~DeviceMemory() = default;
  /// Read-only tables, uploaded at load; aligned to 256 bytes.
  virtual DevicePointer upload(std::span<const std::byte> bytes) = 0;
  /// Memory that one entry uses while it runs; entries share it. Aligned to 256 bytes, never initialised.
  virtual DevicePointer scratch(uint64_t bytes) = 0;

  template <class T> DevicePointer uploadAll(const std::vector<T> &values) { return upload(std::as_bytes(std::span(values))); }
};

} // namespace det::rt::cuda

#endif // DET_RUNTIME_CUDA_DEVICELAUNCH_H
