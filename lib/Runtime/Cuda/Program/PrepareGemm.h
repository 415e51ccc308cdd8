// Products by cuBLASLt: those that the plan pins, and any where no order is promised.
#ifndef DET_LIB_RUNTIME_CUDA_PROGRAM_PREPAREGEMM_H
#define DET_LIB_RUNTIME_CUDA_PROGRAM_PREPAREGEMM_H

#include "../../Executor/Addresses.h"
#include "DeviceProgram.h"
#include "det/Runtime/Cuda/CublasLt.h"

#include <map>

namespace det::rt::cuda {

/// What products of a session have in common. A product of matrices per leaf, whose f32 values det's own kernel joins along the
/// order.
class Gemms {
public:
  /// `isFree`: products without a pin go to what the library thinks fastest.
  Gemms(CublasLt &library, bool isFree) : library(library), isFree(isFree) {}

  /// The steps of a product in the memory of a device; nothing where det's own kernel does it. Errors: a pin that the library
  /// refuses, which nothing replaces.
  Result<std::optional<std::vector<DeviceStep>>> prepare(const artifact::ProductT &product, const AddressSpace &space,
                                                         DeviceMemory &memory);

  /// Sets up the algorithm of a product with a pin, for all of its calls. Errors: a pin that the library refuses.
  Status check(const artifact::ProductT &product);

private:
  Result<std::vector<Matmul>> pinnedMatmulsOf(const artifact::ProductT &product, const std::vector<PlacedGemm> &calls);
  /// The same algorithm for the same call is set up once.
  Result<Matmul> matmulOf(const GemmCall &call, const Algorithm &algorithm);
  std::optional<Matmul> freeMatmulOf(const GemmCall &call);

  CublasLt &library;
  bool isFree;
  std::map<std::pair<GemmCall, Algorithm>, Matmul> prepared;
  std::map<GemmCall, std::optional<Matmul>> chosen;
};

/// The pin of an entry. Errors: it has other than nine attributes, or splits K.
Result<Algorithm> pinOf(const artifact::ProductT &product);

} // namespace det::rt::cuda

#endif // DET_LIB_RUNTIME_CUDA_PROGRAM_PREPAREGEMM_H
