// A strided box in units that kernels move at once.
#ifndef DET_LIB_RUNTIME_CUDA_PREPARE_BOXCOPY_H
#define DET_LIB_RUNTIME_CUDA_PREPARE_BOXCOPY_H

#include "PrepareEntries.h"

#include <functional>

namespace det::rt::cuda {

/// Dims by falling target stride, neighbours merged; strides in bytes. No dims and one unit for a box of one unit.
struct BoxWalk {
  std::vector<host::CopyDim> dims;
  int64_t width = 1; ///< bytes of a unit
  bool empty = false;
};
/// `alignment`: what else the unit has to divide: addresses, offsets in bytes. Errors: negative sizes, elements of no bytes.
Result<BoxWalk> boxWalk(const std::vector<host::CopyDim> &dims, int64_t elementBytes, const std::vector<int64_t> &alignment);

/// Calls launch(record, from, to) for parts of the walk that have fewer than 2^31 units each.
Status forEachPart(const BoxWalk &walk, DevicePointer from, DevicePointer to,
                   const std::function<Status(const CopyRecord &)> &launch);

} // namespace det::rt::cuda

#endif // DET_LIB_RUNTIME_CUDA_PREPARE_BOXCOPY_H
