// Who multiplies in an artifact on a device.
#ifndef DET_LIB_RUNTIME_CUDA_PROGRAM_CUDAPRODUCTS_H
#define DET_LIB_RUNTIME_CUDA_PROGRAM_CUDAPRODUCTS_H

#include "PrepareGemm.h"
#include "det/Runtime/Artifact/Artifact.h"

#include <functional>

namespace det::rt::cuda {

struct Products {
  std::unique_ptr<CublasLt> library; ///< null where det's own kernels multiply
  std::unique_ptr<Gemms> gemms;
  std::string words; ///< for people; empty where there is nothing to say
};

/// cuBLASLt by the plan's pins, cuBLASLt as it likes where no order is promised, or det's own kernels. `open`: makes the library; null: the
/// machine's, and none for an interpreter. Errors: pins for another chip or version (both), or that the library refuses.
Result<Products> openProducts(const Artifact &artifact, const LoadedPlan &plan, Driver &driver,
                              const std::function<Result<std::unique_ptr<CublasLt>>(Driver &)> &open);

} // namespace det::rt::cuda

#endif // DET_LIB_RUNTIME_CUDA_PROGRAM_CUDAPRODUCTS_H
