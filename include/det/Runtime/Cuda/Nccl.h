// What det needs of NCCL: moves bytes between GPUs. Sums are det's own kernels, in a fixed order; only at level not_guaranteed NCCL may add.
#ifndef DET_RUNTIME_CUDA_NCCL_H
#define DET_RUNTIME_CUDA_NCCL_H

#include "det/Runtime/Cuda/Driver.h"

#include <array>
#include <memory>

namespace det::rt::cuda {

using Communicator = Handle<struct CommunicatorTag>;

/// What a rank makes and gives to all others, so that they find each other. Rank 0 makes one; of many ranks several do (NcclIds.h).
using NcclId = std::array<char, 128>;

/// One rank's view of NCCL. Calls between groupStart and groupEnd become one piece of work; what a call queues on a stream may still be
/// under preparation when it returns: progress() says when it is queued. One thread at a time.
class Nccl {
public:
  enum class Real : uint8_t { f16, bf16, f32, f64 };
  enum class Reduction : uint8_t { sum, max, min };
  enum class Progress : uint8_t { done, underWay };

  virtual ~Nccl() = default;
  /// 1000 * major + 100 * minor + patch up to 2.8, 10000 * major + 100 * minor + patch from then on.
  virtual int version() const = 0;
  /// True if one call does an all-to-all of equal parts (2.28).
  virtual bool hasAllToAll() const = 0;
  /// True if ranks may find each other by several ids (2.23).
  virtual bool takesManyIds() const = 0;
  /// True if what is queued may be part of a CUDA graph.
  virtual bool isCapturable() const { return true; }

  virtual Result<NcclId> makeId() = 0;
  /// Begins to connect `ranks` ranks, which all give the same ids. progress() says when it is done.
  virtual Result<Communicator> connect(std::span<const NcclId> ids, int rank, int ranks) = 0;
  /// Begins to make a communicator of the ranks of `parent` that give the same color, in the order of their keys; of none with color -1.
  virtual Result<Communicator> split(Communicator parent, int color, int key) = 0;

  virtual Status groupStart() = 0;
  virtual Status groupEnd() = 0;
  virtual Status send(Communicator communicator, DevicePointer from, uint64_t bytes, int peer, Stream stream) = 0;
  virtual Status receive(Communicator communicator, DevicePointer to, uint64_t bytes, int peer, Stream stream) = 0;
  /// `bytes` of every rank, in the order of ranks; in place where `from` is the rank's own part of `to`.
  virtual Status allGather(Communicator communicator, DevicePointer from, DevicePointer to, uint64_t bytes, Stream stream) = 0;
  /// Part i of `from` goes to rank i, `bytes` each.
  virtual Status allToAll(Communicator communicator, DevicePointer from, DevicePointer to, uint64_t bytes, Stream stream) = 0;
  /// At level not_guaranteed alone: joins `count` floats of every rank in an order of NCCL's own. In place where both are one.
  virtual Status allReduce(Communicator communicator, DevicePointer from, DevicePointer to, uint64_t count, Real type, Reduction reduction, Stream stream) = 0;
  /// The same, and part i of the result, `count` floats, goes to rank i.
  virtual Status reduceScatter(Communicator communicator, DevicePointer from, DevicePointer to, uint64_t count, Real type, Reduction reduction,
                               Stream stream) = 0;
  virtual Status broadcast(Communicator communicator, DevicePointer memory, uint64_t bytes, int root, Stream stream) = 0;

  /// Whether what was begun is done. Errors: a rank or a link has failed.
  virtual Result<Progress> progress(Communicator communicator) = 0;
  /// Ends a communicator at once, also while others wait in it.
  virtual void abort(Communicator communicator) = 0;
  /// Ends a communicator that nobody uses any more.
  virtual void close(Communicator communicator) = 0;
};

/// The NCCL library of this machine, found at run time. Errors: none, one that is too old (its version, the needed one).
Result<std::unique_ptr<Nccl>> openNccl();
/// The same from another library; for tests.
Result<std::unique_ptr<Nccl>> openNccl(const std::string &library);

} // namespace det::rt::cuda

#endif // DET_RUNTIME_CUDA_NCCL_H
