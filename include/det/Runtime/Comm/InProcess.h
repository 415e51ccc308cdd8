// Ranks of one process: every ordered pair shares a ring of message memory that belongs to neither.
#ifndef DET_RUNTIME_COMM_INPROCESS_H
#define DET_RUNTIME_COMM_INPROCESS_H

#include "det/Runtime/Comm/Communicator.h"

namespace det::rt {

/// Errors: not enough memory for the windows (needed bytes).
Result<std::vector<std::unique_ptr<Communicator>>> connectInProcess(const Traffic &traffic);

} // namespace det::rt

#endif // DET_RUNTIME_COMM_INPROCESS_H
