// A dense box written into a dense array at a start that is computed.
#ifndef DET_RUNTIME_HOST_UPDATE_H
#define DET_RUNTIME_HOST_UPDATE_H

#include "det/Runtime/Host/Copy.h"
#include "det/Runtime/Host/Gather.h"

namespace det::rt::host {

/// StableHLO dynamic_update_slice: a start per dim, clamped so that the box stays inside.
struct Update {
  PreparedCopy copy;
  std::vector<int64_t> strides; ///< of the array, in bytes
  std::vector<int64_t> limits;  ///< the greatest start
  Index index = Index::i32;
  int64_t bytes = 0; ///< of the whole array
};

/// Errors: ranks that differ, an update larger than the array, an element size that no element has.
Result<Update> prepareUpdate(const std::vector<int64_t> &shape, const std::vector<int64_t> &updateShape, int64_t elementBytes,
                             Index index);

/// The offset, in bytes, at which the box lies; `starts` are single elements.
int64_t updateOffset(const Update &update, const void *const *starts);

} // namespace det::rt::host

#endif // DET_RUNTIME_HOST_UPDATE_H
