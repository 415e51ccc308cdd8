// Copies a strided plane: the inner two dims of a box copy.
#ifndef DET_RUNTIME_HOST_COPYPLANE_H
#define DET_RUNTIME_HOST_COPYPLANE_H

#include <cstdint>

namespace det::rt::host {

/// Extents and strides in elements.
struct Plane {
  int64_t rows, columns;
  int64_t rowFrom, rowTo, columnFrom, columnTo;
};

/// `bytes` is the element size: 1, 2, 4 or 8.
void copyPlane(const Plane &plane, int64_t bytes, const char *from, char *to);

} // namespace det::rt::host

#endif // DET_RUNTIME_HOST_COPYPLANE_H
