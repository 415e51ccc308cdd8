// Kernels for GPUs that are not generated: products, copies, joins, gathers, scatters, updates, sorts, scans. Plain C++ in
// lib/Device, compiled to LLVM bitcode when det is built; the compiler links those that a plan needs into the module of its
// generated kernels.
#ifndef DET_DEVICE_DEVICEKERNELS_H
#define DET_DEVICE_DEVICEKERNELS_H

#include "det/Device/MmaShape.h"

#include <string>
#include <string_view>
#include <vector>

namespace det::artifact {
struct EntryT;
}

namespace det::device {

/// One module of LLVM 22 bitcode for nvptx64-nvidia-cuda with all kernels (library DetDeviceKernels).
std::string_view deviceBitcode();

/// What else a plan says about which kernels its entries launch.
struct KernelChoice {
  bool isFree = false;        ///< its level is not_guaranteed: scatters may add floats by atomics
  Warpgroups warpgroups = Warpgroups::none;
};

/// The kernels that an entry may launch (library DetDeviceNames), sorted; of loops those of the entries in them. Entries with a
/// body name `KERNEL__BODY`, BODY being the number of the plan's kernel. Launches have none: their kernels are generated.
std::vector<std::string> kernelsOf(const artifact::EntryT &entry, const KernelChoice &choice = {});

/// The kernels that feeds, fetches and exchanges launch: every plan needs them.
std::vector<std::string> copyKernels();

} // namespace det::device

#endif // DET_DEVICE_DEVICEKERNELS_H
