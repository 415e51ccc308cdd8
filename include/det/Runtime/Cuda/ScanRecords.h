// What the scan kernels take (lib/Device/Scan.cpp). Shared by host and device: plain data, addresses are of the device.
#ifndef DET_RUNTIME_CUDA_SCANRECORDS_H
#define DET_RUNTIME_CUDA_SCANRECORDS_H

#include <stdint.h>

namespace det::rt::cuda {

constexpr uint32_t scanThreads = 128;

/// A dense array [outer, size, inner], cumulated along the middle in blocks, from the far end if `reverse`.
struct ScanRecord {
  uint64_t operand, init, result;
  uint64_t totals; ///< [outer, blocks, inner]: the fold of each block, then what is carried into it; 0 where there is one block
  int64_t outer, size, inner, block, blocks;
  uint64_t reverse;
};
static_assert(sizeof(ScanRecord) == 80);

} // namespace det::rt::cuda

#endif // DET_RUNTIME_CUDA_SCANRECORDS_H
