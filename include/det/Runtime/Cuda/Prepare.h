// Entries of a plan as launches of the kernels of lib/Device: what a GPU does for what the host's kernels do, with the same bits.
// All is decided at load; nothing here reads or writes memory of the device.
#ifndef DET_RUNTIME_CUDA_PREPARE_H
#define DET_RUNTIME_CUDA_PREPARE_H

#include "det/Runtime/Artifact/LoadedPlan.h"
#include "det/Runtime/Cuda/DeviceLaunch.h"
#include "det/Runtime/Host/Copy.h"

#include <memory>
#include <span>
#include <vector>

namespace det::rt {
struct AddressSpace;
}

namespace det::rt::cuda {

using Launches = Result<std::vector<DeviceLaunch>>;

/// The launches of an entry other than Launch, exchanges and loops, in order, each behind the one before. `space` has addresses
/// of the device. Prepared again with other addresses, an entry asks for the same memory. Errors: those of the host for the same
/// entry, and sizes that a grid cannot hold.
Launches prepare(const artifact::EntryT &entry, const LoadedPlan &plan, const AddressSpace &space, DeviceMemory &memory);

/// A generated kernel's buffers, and its params, which `params` are on every rank alike, as they are on this one.
struct LaunchWords {
  std::vector<DevicePointer> buffers;
  std::vector<int64_t> params;
};
Result<LaunchWords> resolveLaunch(const artifact::LaunchT &launch, const std::vector<int64_t> &params, const AddressSpace &space);

/// The launch of entries that are done at once: `entries` begin with the one that has the fusion. Errors: those of each, and entries that do not go together.
Launches prepareAttention(std::span<const std::unique_ptr<artifact::EntryT>> entries, const LoadedPlan &plan, const AddressSpace &space,
                          DeviceMemory &memory);

/// A copy of a strided box of elements of any size, 16 bytes at once where strides and addresses allow it. Sizes and strides in
/// elements; the addresses are those of the element with all indices 0. Source and target may not overlap. No launch if the box
/// is empty.
Launches prepareBoxCopy(const std::vector<host::CopyDim> &dims, DevicePointer from, DevicePointer to, int64_t elementBytes,
                        DeviceMemory &memory);

} // namespace det::rt::cuda

#endif // DET_RUNTIME_CUDA_PREPARE_H
