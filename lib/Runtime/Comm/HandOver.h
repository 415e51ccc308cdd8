// Gives the memory of one process to others of its machine.
#ifndef DET_LIB_RUNTIME_COMM_HANDOVER_H
#define DET_LIB_RUNTIME_COMM_HANDOVER_H

#include "RingMemory.h"
#include "det/Runtime/Launch/ProcessGroup.h"

namespace det::rt {

/// A name that nobody can guess, and a socket of this machine that listens under it.
struct GivingPlace {
  std::string name;
  Descriptor listener;
};
Result<GivingPlace> openGivingPlace();

/// Hands the memory to `takers` processes that know the name and the group's token. Errors: they do not come in time, the group
/// fails.
Status give(const GivingPlace &place, const RingMemory &memory, size_t takers, const ProcessGroup &group);
/// Errors: nobody gives in time, the group fails.
Result<RingMemory> take(const std::string &name, const ProcessGroup &group);

/// Accepts a connection whose first bytes are the group's token and the number of a process. Strangers are turned away. Errors:
/// nobody in time, the group fails.
Result<Descriptor> acceptMember(const Descriptor &listener, const ProcessGroup &group, uint32_t &process);
/// The first bytes of a connection. False: the other end does not take them.
bool introduce(const Descriptor &socket, const ProcessGroup &group);

} // namespace det::rt

#endif // DET_LIB_RUNTIME_COMM_HANDOVER_H
