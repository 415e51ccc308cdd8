// A communicator for tests: holds messages back for a seeded number of polls, so that they arrive late and out of order.
#ifndef DET_RUNTIME_COMM_DELAYED_H
#define DET_RUNTIME_COMM_DELAYED_H

#include "det/Runtime/Comm/Communicator.h"

namespace det::rt {

/// Wraps what `inner` makes. Each message is seen only after 0 to `most` unsuccessful calls of receive, a hash of
/// (seed, exchange, sender, receiver, how many came before); windows look full equally often. The memory of a message is full of noise
/// until the sender has written to it.
CommunicatorFactory delayMessages(CommunicatorFactory inner, uint64_t seed, uint32_t most);

} // namespace det::rt

#endif // DET_RUNTIME_COMM_DELAYED_H
