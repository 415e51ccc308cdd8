// Copies a strided box: slices, transposes, broadcasts, concatenation parts.
#ifndef DET_RUNTIME_HOST_COPY_H
#define DET_RUNTIME_HOST_COPY_H

#include "det/Runtime/Result.h"

#include <cstdint>
#include <vector>

namespace det::rt::host {

/// One dim of a box: its extent, and its strides in elements in source and destination (the source's may be 0 or
/// negative; the destination's may be negative).
struct CopyDim {
  int64_t size = 1, from = 0, to = 0;
};

/// A box copy in normal form: no dim of size 1, neighbours merged, ordered by destination stride. `units` pieces of
/// work, each independent of the others.
struct PreparedCopy {
  int64_t bytes = 0;                           ///< of an element
  std::vector<CopyDim> outer;                  ///< walked row-major
  CopyDim row, column;                         ///< the inner plane; columns are the smallest destination stride
  int64_t rowsPerUnit = 1, columnsPerUnit = 1; ///< units cut the plane's rows, or its columns where it has one row
  int64_t unitsPerPlane = 1;
  int64_t units = 0; ///< 0 if the box is empty
};

/// Errors: an element size other than 1, 2, 4, 8, or a negative extent.
Result<PreparedCopy> prepareCopy(const std::vector<CopyDim> &dims, int64_t elementBytes);

/// Copies the units [begin, end) of the box. The pointers are to the element with all indices 0. Source and
/// destination may not overlap. Needs x86-64-v3.
void runCopy(const PreparedCopy &copy, const void *from, void *to, int64_t begin, int64_t end);

} // namespace det::rt::host

#endif // DET_RUNTIME_HOST_COPY_H
