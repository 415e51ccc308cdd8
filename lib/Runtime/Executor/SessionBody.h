// What a session is made of, for the files that implement it.
#ifndef DET_LIB_RUNTIME_EXECUTOR_SESSIONBODY_H
#define DET_LIB_RUNTIME_EXECUTOR_SESSIONBODY_H

#include "Crew.h"
#include "Inputs.h"
#include "Resolve/Resolve.h"
#include "det/Runtime/Session.h"

namespace det::rt {

struct Session::Body {
  Artifact artifact;
  SessionOptions options;
  LoadedPlan plan;
  Routes routes;
  Kernels kernels;
  host::Isa isa = host::Isa::v3;
  Runners runners;
  std::unique_ptr<Crew> crew;
  MemoryUse memory;
  RankShare share; // of all ranks, those of this process
  std::vector<TensorInfo> tensors;
  std::vector<HostTensor> metrics;       // by index of the plan's tensors; empty for others
  std::vector<uint8_t *> metricPointers; // the same, as resolving wants them
  BatchPointers batch;
  CanonicalInputs inputs;
  std::vector<const uint8_t *> given; // the last batch, by index of the plan's tensors
  bool stepped = false;
  uint64_t steps = 0; // with filled memory
  std::optional<Error> broken;

  std::vector<size_t> spreadMetrics; // those that process 0 does not have by itself

  Body(Artifact artifact, LoadedPlan plan, const SessionOptions &options)
      : artifact(std::move(artifact)), options(options), plan(std::move(plan)) {}

  bool isAlone() const { return !options.group || options.group->processes() == 1; }
  bool isMine(uint32_t rank) const { return rank - share.first < share.count; }
  bool isMine(const Route &route) const { return isMine(route.sender) || isMine(route.receiver); }

  Status takeShare();
  Status takeArenas();
  Status resolve();
  Status connect();
  Status build();

  void fillTemporaries();
  Result<size_t> find(const std::string &name, artifact::TensorKind kind) const { return findTensor(tensors, name, kind); }
  std::vector<uint32_t> ownersOf(size_t tensor) const;
  /// Where a rank of this process keeps a tensor.
  uint8_t *place(size_t tensor, uint32_t rank) const;
  /// Between a rank's box, dense at `local`, and the whole tensor.
  Status copyBox(size_t tensor, uint32_t rank, uint8_t *local, uint8_t *whole, bool toWhole) const;
  /// The sums of every tensor (zero unless it is state) over the shards that this process owns.
  std::vector<ElementSums> ownSums() const;
  /// Appends the boxes of this process's owners, dense, in ascending order.
  void packState(size_t tensor, Bytes &bytes) const;
  /// Writes the boxes of the owners in another process, as that one packed them, into a whole tensor.
  Status unpack(size_t tensor, uint32_t process, std::span<const uint8_t> &bytes, uint8_t *whole) const;
  /// Completes the metrics in process 0.
  Status gatherMetrics();
};

} // namespace det::rt

#endif // DET_LIB_RUNTIME_EXECUTOR_SESSIONBODY_H
