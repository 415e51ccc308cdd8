// How the processes of a run find each other.
#ifndef DET_LIB_RUNTIME_LAUNCH_RENDEZVOUS_H
#define DET_LIB_RUNTIME_LAUNCH_RENDEZVOUS_H

#include "Link.h"
#include "det/Runtime/Launch/ProcessGroup.h"

namespace det::rt {

/// What they know afterwards.
struct Meeting {
  std::vector<std::unique_ptr<Link>> links; ///< process 0: by process, none to itself; others: one, to process 0
  std::vector<Member> members;
  std::array<uint8_t, 16> token{};
  std::string address;
  std::vector<Frame> early; ///< what came from process 0 behind its welcome
};

/// Process 0 listens until all have come; the others look for it. Nobody listens afterwards. Errors as those of
/// ProcessGroup::join.
Result<Meeting> meet(const ProcessEnvironment &environment, const GroupOptions &options);

} // namespace det::rt

#endif // DET_LIB_RUNTIME_LAUNCH_RENDEZVOUS_H
