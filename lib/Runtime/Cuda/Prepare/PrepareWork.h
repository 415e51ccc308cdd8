// Sorts, scans, and what bodies compute, as launches of the kernels of lib/Device. The addresses of `space` are those of the device; nothing
// is read or written here. Errors are those of the host, and what a grid cannot hold.
#ifndef DET_LIB_RUNTIME_CUDA_PREPARE_PREPAREWORK_H
#define DET_LIB_RUNTIME_CUDA_PREPARE_PREPAREWORK_H

#include "../../Executor/Addresses.h"
#include "det/Device/WorkKernelNames.h"
#include "det/Runtime/Cuda/BodyRecords.h"
#include "det/Runtime/Cuda/Prepare.h"
#include "det/Runtime/Cuda/SortRecords.h"
#include "det/Runtime/Host/Body.h"

namespace det::rt::cuda {

Launches prepareSort(const artifact::SortT &sort, const AddressSpace &space, DeviceMemory &memory);
Launches prepareScan(const artifact::ScanT &scan, const AddressSpace &space, DeviceMemory &memory);
Launches prepareReduce(const artifact::GenericReduceT &reduce, const AddressSpace &space, DeviceMemory &memory);
/// Operands that do not lie on their results are copied first.
Launches prepareBodyScatter(const artifact::GenericScatterT &scatter, const AddressSpace &space, DeviceMemory &memory);

/// Adds a launch of `kernel` with a thread for each of `items`; nothing if there are none. An error if the grid cannot hold them.
template <class Record>
Status addLaunch(std::vector<DeviceLaunch> &launches, const std::string &kernel, const Record &record, uint64_t items, uint32_t threads) {
  const uint64_t blocks = items / threads + (items % threads != 0);
  if (blocks > INT32_MAX)
    return Error{"it needs " + std::to_string(blocks) + " blocks of " + kernel + ", where a grid has at most 2147483647"};
  if (blocks == 0)
    return {};
  DeviceLaunch &launch = launches.emplace_back();
  launch.kernel = kernel;
  launch.grid = {uint32_t(blocks), 1, 1};
  launch.block = {threads, 1, 1};
  launch.setRecord(record);
  return {};
}

/// The params of a body, and its scratch for `threads` threads in all.
inline BodyRecord bodyRecord(const host::Body &body, uint64_t threads, DeviceMemory &memory) {
  BodyRecord record{};
  if (!body.params.empty())
    record.params = memory.uploadAll(body.params);
  record.scratchBytes = (body.scratch + 15) / 16 * 16;
  if (record.scratchBytes > 0)
    record.scratch = memory.scratch(threads * record.scratchBytes);
  return record;
}

/// Threads of a sort's largest launch.
uint64_t sortThreadCount(int64_t rows, int64_t size);

/// Adds the launches that sort `record`, whose rows, size, inner, keys, kind, arrays and body are set; its tables and scratch are made here.
/// With `keepsOrder` short rows leave order and keys in memory, too. Afterwards record.order[0] and sorted[0] hold them.
Status addSort(SortRecord &record, const device::SortKernels &kernels, bool keepsOrder, DeviceMemory &memory,
               std::vector<DeviceLaunch> &launches);

} // namespace det::rt::cuda

#endif // DET_LIB_RUNTIME_CUDA_PREPARE_PREPAREWORK_H
