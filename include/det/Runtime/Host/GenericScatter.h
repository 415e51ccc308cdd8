// Scatter of several arrays by a generated body: update after update, in ascending index.
#ifndef DET_RUNTIME_HOST_GENERICSCATTER_H
#define DET_RUNTIME_HOST_GENERICSCATTER_H

#include "det/Runtime/Host/Body.h"
#include "det/Runtime/Host/Scatter.h"

namespace det::rt::host {

/// The addressing (prepared with byElement) and the body, which takes the current values, then the update values, one of each
/// per array, and gives the new ones.
struct GenericScatter {
  PreparedScatter targets;
  ScatterNode all; ///< of all updates
  Body body;

  size_t arrays() const { return body.resultBytes.size(); }
};

/// Bytes of scratch.
size_t genericScatterScratch(const GenericScatter &scatter);

/// Joins all updates into `values`, which hold the operands. By one thread.
void runGenericScatter(const GenericScatter &scatter, const void *indices, const void *const *updates, void *const *values,
                       void *scratch);

} // namespace det::rt::host

#endif // DET_RUNTIME_HOST_GENERICSCATTER_H
