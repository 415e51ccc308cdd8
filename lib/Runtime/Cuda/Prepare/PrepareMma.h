// Products by tensor cores, as launches of the kernels of lib/Device.
#ifndef DET_LIB_RUNTIME_CUDA_PREPARE_PREPAREMMA_H
#define DET_LIB_RUNTIME_CUDA_PREPARE_PREPAREMMA_H

#include "../../Executor/Addresses.h"
#include "det/Device/MmaShape.h"
#include "det/Runtime/Cuda/DeviceLaunch.h"

namespace det::rt::cuda {

/// An entry with a model. The addresses of `space` are those of the device; `warpgroups` is as for shapeMma. Errors: those of the host, models
/// without a kernel, and what a grid cannot hold.
Result<std::vector<DeviceLaunch>> prepareMma(const artifact::ProductT &product, const AddressSpace &space, DeviceMemory &memory, device::Warpgroups warpgroups);

} // namespace det::rt::cuda

#endif // DET_LIB_RUNTIME_CUDA_PREPARE_PREPAREMMA_H
