// Sorts: a launch that sorts tiles, then rounds of merges, then the arrays follow.
#include "PrepareWork.h"

#include "../../Executor/Resolve/DescribeWork.h"

#include <bit>
#include <utility>

namespace det::rt::cuda {

namespace {

uint64_t tilesOf(int64_t rows, int64_t size) {
  if (size <= int64_t(sortTile)) {
    const uint64_t slots = sortTile / std::bit_ceil(uint64_t(std::max<int64_t>(size, 1)));
    return (uint64_t(rows) + slots - 1) / slots;
  }
  return uint64_t(rows) * ((uint64_t(size) + sortTile - 1) / sortTile);
}

} // namespace

uint64_t sortThreadCount(int64_t rows, int64_t size) { return tilesOf(rows, size) * sortThreads; }

Status addSort(SortRecord &record, const device::SortKernels &kernels, bool keepsOrder, DeviceMemory &memory,
               std::vector<DeviceLaunch> &launches) {
  if (record.rows == 0 || record.size == 0)
    return {};
  const uint64_t elements = uint64_t(record.rows) * uint64_t(record.size), tiles = tilesOf(record.rows, record.size);
  const bool isLong = record.size > int64_t(sortTile), isStrict = kernels.repair.empty(), hasKeys = record.kind != KeyOrder::body;
  record.slot = isLong ? sortTile : uint32_t(std::bit_ceil(uint64_t(record.size)));
  if (isLong || keepsOrder)
    for (int i = 0; i < (isLong ? 2 : 1); ++i) {
      record.order[i] = memory.scratch(elements * sizeof(uint32_t));
      record.sorted[i] = hasKeys ? memory.scratch(elements * std::max<uint64_t>(record.keyBytes, 4)) : 0;
    }
  if (isLong && !isStrict)
    record.states = memory.scratch(tiles * sizeof(SortState));
  if (Status status = addLaunch(launches, kernels.tile, record, tiles * sortThreads, sortThreads); !status)
    return status;
  if (!isLong)
    return {};
  for (record.width = sortTile; record.width < record.size; record.width *= 2) {
    for (const std::string *kernel : {&kernels.merge, &kernels.repair})
      if (!kernel->empty())
        if (Status status = addLaunch(launches, *kernel, record, tiles * sortThreads, sortThreads); !status)
          return status;
    std::swap(record.order[0], record.order[1]);
    std::swap(record.sorted[0], record.sorted[1]);
  }
  return record.arrays > 0 ? addLaunch(launches, kernels.permute, record, elements, sortThreads) : Status{};
}

Launches prepareSort(const artifact::SortT &sort, const AddressSpace &space, DeviceMemory &memory) {
  Result<host::Sort> description = describeSort(sort);
  if (!description)
    return description.error();
  Result<SortAddresses> addresses = resolveSort(sort, *description, space);
  if (!addresses)
    return addresses.error();
  static_assert(mostSorted == host::maxSorted);
  SortRecord record{};
  record.rows = description->rows();
  record.size = description->size;
  record.inner = description->inner;
  record.keys = DevicePointer(addresses->keys);
  record.kind = static_cast<KeyOrder>(description->key);
  record.keyBytes = uint8_t(description->keyBytes);
  record.descending = description->descending;
  record.arrays = uint32_t(addresses->inputs.size());
  for (uint32_t i = 0; i < record.arrays; ++i)
    record.array[i] = {DevicePointer(addresses->inputs[i]), DevicePointer(addresses->outputs[i]), uint64_t(description->elementBytes[i])};
  if (record.kind == KeyOrder::body) {
    const BodyRecord body = bodyRecord(description->body, sortThreadCount(record.rows, record.size), memory);
    record.params = body.params;
    record.scratch = body.scratch;
    record.scratchBytes = body.scratchBytes;
  }
  std::vector<DeviceLaunch> launches;
  if (Status status = addSort(record, device::sortKernels(sort), false, memory, launches); !status)
    return status.error();
  return launches;
}

} // namespace det::rt::cuda
