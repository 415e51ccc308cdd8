// Tables and scratch memory of one rank's launches: sizes first, addresses then.
#ifndef DET_LIB_RUNTIME_CUDA_PREPARE_TABLEMEMORY_H
#define DET_LIB_RUNTIME_CUDA_PREPARE_TABLEMEMORY_H

#include "det/Runtime/Cuda/DeviceLaunch.h"

#include <map>

namespace det::rt::cuda {

/// Gives out memory behind two addresses and keeps an image of what is to be uploaded. Equal tables lie in one place.
class TableMemory final : public DeviceMemory {
public:
  TableMemory(DevicePointer tables, DevicePointer scratch) : tables(tables), scratchStart(scratch) {}

  DevicePointer upload(std::span<const std::byte> bytes) override {
    const auto [place, isNew] = places.try_emplace({reinterpret_cast<const char *>(bytes.data()), bytes.size()}, bytesOfTables);
    if (isNew) {
      content.resize(bytesOfTables);
      content.insert(content.end(), bytes.begin(), bytes.end());
      bytesOfTables = aligned(content.size());
    }
    return tables + place->second;
  }
  DevicePointer scratch(uint64_t bytes) override {
    const DevicePointer given = scratchStart + used;
    used += aligned(bytes);
    most = std::max(most, used);
    return given;
  }
  /// The next entry may use the scratch memory of the last one.
  void nextEntry() { used = 0; }

  /// What has to lie at the address of the tables.
  const std::vector<std::byte> &image() const { return content; }
  uint64_t scratchBytes() const { return most; }

private:
  static uint64_t aligned(uint64_t bytes) { return (bytes + 255) / 256 * 256; }

  DevicePointer tables, scratchStart;
  std::vector<std::byte> content;
  std::map<std::string, uint64_t> places; // by content
  uint64_t bytesOfTables = 0, used = 0, most = 0;
};

} // namespace det::rt::cuda

#endif // DET_LIB_RUNTIME_CUDA_PREPARE_TABLEMEMORY_H
