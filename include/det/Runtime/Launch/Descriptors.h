// How many files and connections this process may have open.
#ifndef DET_RUNTIME_LAUNCH_DESCRIPTORS_H
#define DET_RUNTIME_LAUNCH_DESCRIPTORS_H

#include "det/Runtime/Result.h"

#include <cstddef>

namespace det::rt {

/// Makes room for `more` open descriptors beside those that are open and a few for files: raises the soft limit where the hard one
/// allows it. Errors: it does not (how many are needed, the limit, what to do).
Status makeRoomForDescriptors(size_t more);

} // namespace det::rt

#endif // DET_RUNTIME_LAUNCH_DESCRIPTORS_H
