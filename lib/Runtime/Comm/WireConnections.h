// Connects processes for their messages.
#ifndef DET_LIB_RUNTIME_COMM_WIRECONNECTIONS_H
#define DET_LIB_RUNTIME_COMM_WIRECONNECTIONS_H

#include "det/Runtime/Launch/ProcessGroup.h"
#include "det/Runtime/Launch/Socket.h"

#include <map>

namespace det::rt {

/// Where a process waits for others.
struct WireAddress {
  std::string host;
  uint16_t port = 0;
};

/// One connection to each of `peers`: to lower processes at their address, from higher ones at the listener. All processes call
/// it at once, and each is the peer of its peers. Errors: who cannot be reached where, who does not come.
Result<std::map<uint32_t, Descriptor>> connectWires(const ProcessGroup &group, const Descriptor &listener,
                                                    const std::vector<uint32_t> &peers,
                                                    const std::vector<WireAddress> &addresses);

} // namespace det::rt

#endif // DET_LIB_RUNTIME_COMM_WIRECONNECTIONS_H
