// Preparing by family, and what the families share. Errors and addresses as in det/Runtime/Cuda/Prepare.h.
#ifndef DET_LIB_RUNTIME_CUDA_PREPARE_PREPAREENTRIES_H
#define DET_LIB_RUNTIME_CUDA_PREPARE_PREPAREENTRIES_H

#include "../../Executor/Addresses.h"
#include "../../Executor/Resolve/Operations.h"
#include "det/Device/KernelNames.h"
#include "det/Device/ProductShape.h"
#include "det/Runtime/Cuda/Prepare.h"
#include "det/Runtime/Cuda/Records.h"

namespace det::rt::cuda {

inline DevicePointer addressOf(const void *address) { return reinterpret_cast<DevicePointer>(address); }

Launches prepareProduct(const host::Product &product, DevicePointer a, DevicePointer b, DevicePointer c, DeviceMemory &memory,
                        const device::ProductChoice *choice = nullptr);
/// A product's record with its operands and sizes; `setResults` adds where C is, if it is written as it lies.
ProductRecord operandRecord(const device::ProductShape &shape, DevicePointer a, DevicePointer b, int64_t bytes, DeviceMemory &memory);
void setResults(ProductRecord &record, const device::ProductShape &shape, DevicePointer c, int64_t bytes, DeviceMemory &memory);
/// Joins the segments of a product, which lie one after the other at `nodes`, and brings the result to where C has it.
Status addSegmentJoin(const host::Product &product, const device::ProductShape &shape, DevicePointer nodes, DevicePointer c, bool isDense,
                      DeviceMemory &memory, std::vector<DeviceLaunch> &launches);
/// Brings the dense results [batch, m, n] of a product to where C has them.
Status addResultCopy(const device::ProductShape &shape, DevicePointer from, DevicePointer c, int64_t bytes, DeviceMemory &memory,
                     std::vector<DeviceLaunch> &launches);
/// Offsets of a dense array: 0, step, ...
std::vector<int64_t> multiples(int64_t count, int64_t step);
Launches prepareGather(const host::PreparedGather &gather, DevicePointer operand, DevicePointer indices, DevicePointer result);
/// `combine`: the name of what it does to its type (device::combineName).
Launches prepareJoin(const JoinOp &join, const std::string &combine, DeviceMemory &memory);
/// `isFree`: sums of floats take updates as they come.
Launches prepareScatter(const ScatterOp &scatter, const std::string &combine, bool isFree, DeviceMemory &memory);

/// An array with a box written into it. `starts`: one address of an index per dim.
struct DeviceUpdate {
  std::vector<int64_t> shape, updateShape;
  int64_t elementBytes;
  host::Index index;
  DevicePointer operand, update, result;
  std::vector<DevicePointer> starts;
};
Launches prepareUpdate(const DeviceUpdate &update, DeviceMemory &memory);

/// A launch of `threads` in each of `blocks` blocks with one record; an error if a grid cannot hold them.
template <class Record>
Status addBlocks(std::vector<DeviceLaunch> &launches, std::string kernel, const Record &record, int64_t blocks, uint32_t threads,
                 uint32_t sharedBytes = 0) {
  static_assert(sizeof(Record) <= 4000, "a kernel's parameters have at most 4096 bytes");
  if (blocks > INT32_MAX)
    return Error{"it needs " + std::to_string(blocks) + " blocks of " + kernel + ", more than the 2147483647 of a grid"};
  DeviceLaunch &launch = launches.emplace_back();
  launch.kernel = std::move(kernel);
  launch.grid[0] = uint32_t(blocks);
  launch.block[0] = threads;
  launch.sharedBytes = sharedBytes;
  launch.setRecord(record);
  return {};
}

inline int64_t blocksFor(int64_t items, int64_t perBlock) { return (items + perBlock - 1) / perBlock; }

/// The greatest width that kernels move at once, 16, 8, 4, 2 or 1 bytes, that divides all of `numbers`.
inline int64_t commonWidth(std::initializer_list<int64_t> numbers, int64_t most = 16) {
  for (int64_t number : numbers)
    while (number % most != 0)
      most /= 2;
  return most;
}

/// A dim of a walk whose sizes and strides fit; an error names the size.
inline Result<WalkDim> walkDim(int64_t size, int64_t from, int64_t to) {
  if (size < 1 || size > INT32_MAX)
    return Error{"a dim of " + std::to_string(size) + " is more than a GPU's walk takes (2147483647)"};
  return WalkDim{uint32_t(size), dividerOf(uint32_t(size)), 0, from, to};
}

} // namespace det::rt::cuda

#endif // DET_LIB_RUNTIME_CUDA_PREPARE_PREPAREENTRIES_H
