// A session on GPUs: the surface of Session, for artifacts that were compiled for CUDA.
#ifndef DET_RUNTIME_CUDA_CUDASESSION_H
#define DET_RUNTIME_CUDA_CUDASESSION_H

#include "det/Runtime/Cuda/CublasLt.h"
#include "det/Runtime/Cuda/Nccl.h"
#include "det/Runtime/Session.h"

namespace det::rt::cuda {

struct CudaOptions {
  /// Makes the NCCL that messages between processes go by. Default: openNccl; for an interpreter none: they go by way of the host, as
  /// SessionOptions::transport says.
  std::function<Result<std::unique_ptr<Nccl>>(Driver &)> nccl;
  /// Makes the cuBLASLt of products that have a pin, and of all at level not_guaranteed. Default: openCublasLt; for an interpreter none: det's own
  /// kernels multiply, with the same bits where there is a pin.
  std::function<Result<std::unique_ptr<CublasLt>>(Driver &)> cublasLt;
  bool graphs = true;       ///< a step is one launch where that can be
  double connectSeconds = 120; ///< for the ranks of several processes to connect, and for NCCL to queue a message
  double stepSeconds = 600; ///< a step of several processes that takes longer has failed; 0: no limit
  int ranksPerId = 128; ///< of NCCL's: thousands of ranks find each other by several
};

/// Not for several threads at once. In one process all ranks are on one device; with several each has one rank and a device of its own. As for
/// Session, create(), getState(), stateSums() and step() are then called by all processes in the same order.
class CudaSession {
public:
  /// Checks the plan, takes all memory of the device, loads the kernels for its chip, prepares every launch and connects the ranks: a step
  /// takes no memory. Of `options` it reads group, route, near, fill, chaos, profile, maxTripCount. Errors: an artifact for the host, or without kernels for this chip
  /// (those that it has), too few processes or GPUs, out of memory (needed and free bytes), processes that differ,
  /// pins for another chip or version of cuBLASLt (both), or that it refuses.
  static Result<std::unique_ptr<CudaSession>> create(Artifact artifact, std::unique_ptr<Driver> driver, const SessionOptions &options,
                                                     const CudaOptions &cuda = {});
  ~CudaSession();

  const std::vector<TensorInfo> &tensors() const;
  uint32_t ranks() const;
  const std::string &level() const;
  const DeviceInfo &device() const;
  MemoryUse memory() const;
  ExchangeTraffic traffic() const;
  /// Who computes products, where that is to be said: "" or "3 products by cuBLASLt 13.1.0".
  const std::string &products() const;
  /// True if a step is one graph.
  bool isOneGraph() const;

  Status setState(const std::string &name, const TensorView &tensor);
  /// In process 0; elsewhere the result has no bytes.
  Result<HostTensor> getState(const std::string &name) const;
  Result<std::map<std::string, ElementSums>> stateSums() const;
  /// After an error nothing runs any more.
  Status step(const ViewMap &batch);
  /// In process 0.
  Result<TensorView> metric(const std::string &name) const;
  /// Slowest first; empty unless options.profile. Of the ranks of this process.
  std::vector<EntryTime> profile() const;

private:
  struct Body;
  explicit CudaSession(std::unique_ptr<Body> body);
  std::unique_ptr<Body> body;
};

/// Checks the variables of the environment that alter libraries. Errors, except at level not_guaranteed: one that may alter numbers (its name).
Status checkLibraryVariables(const std::string &level);

/// The names, for manifests; a name that ends in `*` stands for all that start so.
std::vector<std::string> libraryVariables();

} // namespace det::rt::cuda

#endif // DET_RUNTIME_CUDA_CUDASESSION_H
