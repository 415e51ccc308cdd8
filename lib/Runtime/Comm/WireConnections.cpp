// First everybody calls, then everybody answers: listeners keep callers until then, so that nobody waits in a circle.
#include "WireConnections.h"
#include "HandOver.h"

#include <algorithm>

namespace det::rt {

namespace {

Result<Descriptor> call(const ProcessGroup &group, uint32_t peer, const WireAddress &address) {
  const auto deadline = Clock::now() + secondsOf(group.meetingSeconds());
  for (;;) {
    if (Status status = group.status(); !status)
      return status.error();
    Attempt attempt = connectTcp(address.host, address.port, std::chrono::seconds(2));
    if (attempt.socket && introduce(attempt.socket, group))
      return std::move(attempt.socket);
    if (Clock::now() > deadline)
      return Error{group.describe(group.process()) + " cannot connect to " + group.describe(peer) + " at " + address.host + ":" +
                   std::to_string(address.port) + ": " + (attempt.error.empty() ? "it hangs up" : attempt.error) +
                   "; let the machines of a run reach each other on all ports"};
  }
}

} // namespace

Result<std::map<uint32_t, Descriptor>> connectWires(const ProcessGroup &group, const Descriptor &listener,
                                                    const std::vector<uint32_t> &peers,
                                                    const std::vector<WireAddress> &addresses) {
  std::map<uint32_t, Descriptor> made;
  for (uint32_t peer : peers) {
    if (peer > group.process())
      continue;
    Result<Descriptor> socket = call(group, peer, addresses[peer]);
    if (!socket)
      return socket.error();
    made[peer] = std::move(*socket);
  }
  while (made.size() < peers.size()) {
    uint32_t process = 0;
    Result<Descriptor> socket = acceptMember(listener, group, process);
    if (!socket) {
      const auto missing = std::find_if(peers.begin(), peers.end(), [&](uint32_t peer) { return !made.count(peer); });
      return group.failed()
                 ? socket.error()
                 : Error{group.describe(*missing) + " has not connected to " + group.describe(group.process()) + " in time"};
    }
    if (std::find(peers.begin(), peers.end(), process) != peers.end())
      made[process] = std::move(*socket);
  }
  return made;
}

} // namespace det::rt
