// How ranks talk: asynchronous messages between pairs of ranks. Carries bytes, adds nothing.
//
// A plan's exchange makes at most one message per ordered pair of ranks each time it is executed; its tag is the number
// of the exchange. Nothing here blocks: what cannot be done yet returns null, and the caller runs other work or asks
// again. Whoever carries the bytes (memory of this process, other processes, NCCL) implements Communicator.
#ifndef DET_RUNTIME_COMM_COMMUNICATOR_H
#define DET_RUNTIME_COMM_COMMUNICATOR_H

#include "det/Runtime/Result.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace det::rt {

/// Messages of one ordered pair of ranks. `window` bytes hold all messages that can be under way at once: posted, and
/// not yet released. `messages` is their number.
struct Route {
  uint32_t sender = 0, receiver = 0;
  uint64_t window = 0;
  uint32_t messages = 0;
};

/// All pairs that talk; known before the first step, so that no memory is taken inside one.
struct Traffic {
  uint32_t ranks = 1, exchanges = 0;
  std::vector<Route> routes;
};

/// The bytes of a message under way, rounded so that the next one starts aligned.
inline constexpr uint64_t messageBytes(uint64_t bytes) { return (bytes + 63) / 64 * 64; }

/// One rank's end. Calls that concern one peer and one direction come from one thread at a time.
class Communicator {
public:
  virtual ~Communicator() = default;

  /// Memory for the next message to `peer`, 64-byte aligned; null while earlier messages still fill the window.
  /// Followed by post() before the next call for this peer.
  virtual void *beginSend(uint32_t exchange, uint32_t peer, uint64_t bytes) = 0;
  /// Sends the message that was written to beginSend's memory.
  virtual void post(uint32_t peer) = 0;

  /// The oldest message of this exchange from `peer` that has not been released; null while it is not here.
  virtual const void *receive(uint32_t exchange, uint32_t peer) = 0;
  /// Gives the memory of that message back.
  virtual void release(uint32_t exchange, uint32_t peer) = 0;

  /// An error if a message can never arrive any more.
  virtual Status status() const { return {}; }
};

/// Makes the communicators of the ranks in this process, in ascending order of ranks.
using CommunicatorFactory = std::function<Result<std::vector<std::unique_ptr<Communicator>>>(const Traffic &)>;

} // namespace det::rt

#endif // DET_RUNTIME_COMM_COMMUNICATOR_H
