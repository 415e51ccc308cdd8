// Scans: the folds of all blocks, what is carried into each, the results; only the last where there is one block.
#include "PrepareWork.h"

#include "../../Executor/Resolve/DescribeWork.h"
#include "det/Runtime/Cuda/ScanRecords.h"

namespace det::rt::cuda {

Launches prepareScan(const artifact::ScanT &scan, const AddressSpace &space, DeviceMemory &memory) {
  Result<host::Scan> description = describeScan(scan);
  if (!description)
    return description.error();
  Result<ScanAddresses> addresses = resolveScan(scan, space);
  if (!addresses)
    return addresses.error();
  ScanRecord record{};
  record.operand = DevicePointer(addresses->operand);
  record.init = DevicePointer(addresses->init);
  record.result = DevicePointer(addresses->result);
  record.outer = scan.outer;
  record.size = scan.size;
  record.inner = scan.inner;
  record.block = scan.block;
  record.blocks = (scan.size + scan.block - 1) / scan.block;
  record.reverse = scan.reverse;
  std::vector<DeviceLaunch> launches;
  const uint64_t lines = uint64_t(scan.outer * scan.inner), blocks = lines * uint64_t(record.blocks);
  if (blocks == 0)
    return launches;
  const device::ScanKernels kernels = device::scanKernels(scan);
  if (record.blocks > 1) {
    record.totals = memory.scratch(blocks * uint64_t(host::elementSize(description->type)));
    const uint64_t carrying = scan.inner == 1 ? lines * 32 : lines; // a warp per row
    if (Status status = addLaunch(launches, kernels.totals, record, blocks, scanThreads); !status)
      return status.error();
    if (Status status = addLaunch(launches, kernels.carries, record, carrying, scanThreads); !status)
      return status.error();
  }
  if (Status status = addLaunch(launches, kernels.results, record, blocks, scanThreads); !status)
    return status.error();
  return launches;
}

} // namespace det::rt::cuda
