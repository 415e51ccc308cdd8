// How messages get from rank to rank.
#ifndef DET_LIB_RUNTIME_CUDA_SESSION_TRANSPORT_H
#define DET_LIB_RUNTIME_CUDA_SESSION_TRANSPORT_H

#include "../Program/Lane.h"
#include "../Program/MessagePlaces.h"
#include "det/Runtime/Comm/Communicator.h"
#include "det/Runtime/Cuda/Nccl.h"

#include <cstdio>
#include <functional>

namespace det::rt::cuda {

/// "0.5 s", for messages.
inline std::string secondsText(double seconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%g s", seconds);
  return text;
}

class Transport {
public:
  virtual ~Transport() = default;
  /// Queues the messages of a round of an exchange on the lanes' streams for moves. What a lane queues there next runs when its messages have
  /// arrived and its own have gone. `posted` of every lane has been recorded.
  virtual Status move(uint32_t exchange, size_t round, std::span<Lane> lanes) = 0;
  /// False if moves cannot be part of a graph.
  virtual bool canBeCaptured() const { return true; }
  /// Asked while somebody waits. An error if messages can never arrive any more.
  virtual Status status() { return {}; }
  /// Which exchange the device has come to, for messages; empty if unknown.
  virtual std::string place() const { return {}; }
  /// Lets go of everybody who waits, here and elsewhere. Nothing moves any more.
  virtual void abort() {}
};

/// All ranks on one device: copies from one rank's memory to the other's.
std::unique_ptr<Transport> makeLocalTransport(Driver &driver);

/// One rank here, others in other processes, messages by way of the host.
Result<std::unique_ptr<Transport>> makeHostTransport(const LoadedPlan &plan, const Routes &routes, Driver &driver, const CommunicatorFactory &communicators, uint32_t rank);

/// What one rank needs to find the others.
struct NcclSetup {
  Nccl *nccl = nullptr;
  Driver *driver = nullptr;
  const LoadedPlan *plan = nullptr;
  const MessagePlaces *places = nullptr; ///< of the rank
  uint32_t rank = 0;
  /// Gives every rank all of `count` ids, in the order of the ranks that made them; `mine`: this rank's, if it made one.
  std::function<Result<std::vector<NcclId>>(const std::optional<NcclId> &mine, int count)> share;
  /// An error once the run has failed elsewhere.
  std::function<Status()> watch;
  int ranksPerId = 128;        ///< of NCCL's, where it takes several
  double causeSeconds = 8;     ///< after a failure of NCCL, for `watch` to tell of one elsewhere; a lost process is found in less
  double connectSeconds = 120; ///< for all ranks to connect, and for NCCL to prepare a message
};

/// One rank here, others in other processes. Connects all of them: a communicator of all ranks, and one for each set of groups that talk.
/// Errors name the rank.
Result<std::unique_ptr<Transport>> makeNcclTransport(const NcclSetup &setup);

} // namespace det::rt::cuda

#endif // DET_LIB_RUNTIME_CUDA_SESSION_TRANSPORT_H
