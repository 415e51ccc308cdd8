// What det needs of cuBLASLt: matrix products by an algorithm that was chosen before the run. Nothing here chooses again behind
// one's back.
#ifndef DET_RUNTIME_CUDA_CUBLASLT_H
#define DET_RUNTIME_CUDA_CUBLASLT_H

#include "det/Runtime/Cuda/Driver.h"
#include "det/Runtime/Pins/GemmShape.h"

#include <vector>

namespace det::rt::cuda {

/// What is asked of the heuristics.
struct MatmulSearch {
  int most = 32;                      ///< candidates
  uint64_t workspaceBytes = 32 << 20; ///< the most that an algorithm may need
  bool isOrdered = true;              ///< no split of K and no reduction scheme: one accumulation per result
};

/// A product, an algorithm that the library has accepted for it on this device, and the memory that it needs.
using Matmul = Handle<struct MatmulTag>;

/// One device's cuBLASLt. One thread at a time. What it made lives until it ends.
class CublasLt {
public:
  virtual ~CublasLt() = default;
  /// 10000 * major + 100 * minor + patch.
  virtual int version() const = 0;
  /// The algorithms that the library thinks fit, fastest first. With `isOrdered` only those that split nothing.
  virtual Result<std::vector<Algorithm>> candidates(const GemmCall &call, const MatmulSearch &search) = 0;
  /// Sets up an algorithm from its attributes alone, and has the library check it for this device. Errors: it does not run here.
  virtual Result<Matmul> prepare(const GemmCall &call, const Algorithm &algorithm) = 0;
  /// Bytes of device memory that run() needs, aligned to 256.
  virtual uint64_t workspaceBytes(Matmul matmul) const = 0;
  /// D = A * B, queued on a stream; may be captured.
  virtual Status run(Matmul matmul, DevicePointer a, DevicePointer b, DevicePointer d, DevicePointer workspace,
                     Stream stream) = 0;
};

/// The cuBLASLt of this machine (libcublasLt.so.13), found at run time; the driver's context must be this thread's. Errors: none,
/// another major version, no GPU.
Result<std::unique_ptr<CublasLt>> openCublasLt();
/// The same from another library; for tests.
Result<std::unique_ptr<CublasLt>> openCublasLt(const std::string &library);

} // namespace det::rt::cuda

#endif // DET_RUNTIME_CUDA_CUBLASLT_H
