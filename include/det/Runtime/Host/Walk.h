// The offsets that the loops of a product go through, as tables.
#ifndef DET_RUNTIME_HOST_WALK_H
#define DET_RUNTIME_HOST_WALK_H

#include "det/Runtime/Host/Product.h"

namespace det::rt::host {

/// Offsets, in elements, of a row-major walk over axes.
std::vector<int64_t> walk(const std::vector<Axis> &axes, int64_t Axis::*stride);
/// The same over all parts of the inner loops.
std::vector<int64_t> walkParts(const std::vector<InnerPart> &inner, int64_t Axis::*stride, int64_t InnerPart::*start);

} // namespace det::rt::host

#endif // DET_RUNTIME_HOST_WALK_H
