// Computing operations beyond launches, products and copies: each knows how to run itself.
#ifndef DET_LIB_RUNTIME_EXECUTOR_WORK_H
#define DET_LIB_RUNTIME_EXECUTOR_WORK_H

#include "det/Runtime/Host/Team.h"

#include <memory>

namespace det::rt {

struct Scratch;

/// An operation with all its addresses. Who of the team does what never changes the bits.
struct Work {
  virtual ~Work() = default;
  /// Does the share of one member of the team.
  virtual void run(host::Team &team, const Scratch &scratch) const = 0;
};

struct WorkOp {
  std::shared_ptr<const Work> work;
};

} // namespace det::rt

#endif // DET_LIB_RUNTIME_EXECUTOR_WORK_H
