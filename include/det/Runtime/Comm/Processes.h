// Ranks in several processes: memory that the processes of one machine share, TCP between machines.
#ifndef DET_RUNTIME_COMM_PROCESSES_H
#define DET_RUNTIME_COMM_PROCESSES_H

#include "det/Runtime/Artifact/Route.h"
#include "det/Runtime/Comm/Communicator.h"
#include "det/Runtime/Launch/ProcessGroup.h"

namespace det::rt {

/// How processes carry messages. `automatic`: shared memory where two are on one machine, TCP elsewhere.
enum class Transport : uint8_t { automatic, sharedMemory, tcp };

/// The ranks of a process: a contiguous run of all, by number.
struct RankShare {
  uint32_t first = 0, count = 1;
};

/// Errors: more processes than ranks, or ranks that they do not divide.
Result<RankShare> shareOfRanks(uint32_t ranks, uint32_t process, uint32_t processes);

/// Refuses another number of processes than ranks, where every process has a GPU and one rank.
Status checkOnePerRank(uint32_t ranks, uint32_t processes);

/// On which machine each rank is: that of its process in the group (null: all are in one), or `near` ranks on each, one behind the other.
Machines machinesOf(uint32_t ranks, const ProcessGroup *group, uint32_t near);

/// Makes the communicators of this process's ranks; a collective of the group. Their status is the group's. Nothing that it makes
/// has a name that could be left over. Errors, at every process: no memory, no connection (between whom), another route table
/// elsewhere, `sharedMemory` with processes on several machines.
CommunicatorFactory connectProcesses(std::shared_ptr<ProcessGroup> group, Transport transport);

} // namespace det::rt

#endif // DET_RUNTIME_COMM_PROCESSES_H
