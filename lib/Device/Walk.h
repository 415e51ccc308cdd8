// Walks that are cut by division: from the number of a unit to its place.
#ifndef DET_LIB_DEVICE_WALK_H
#define DET_LIB_DEVICE_WALK_H

#include "Gpu.h"

namespace det::device {

struct Place {
  int64_t from, to;
};

/// Adds the place of unit n of a walk, whose dims lie innermost first.
DET_INLINE void walk(uint32_t n, const rt::cuda::WalkDim *dims, uint32_t count, Place &place) {
  for (uint32_t d = 0; d < count; ++d) {
    const uint32_t next = divide(n, dims[d].by), at = n - next * dims[d].size;
    place.from += static_cast<int64_t>(at) * dims[d].from;
    place.to += static_cast<int64_t>(at) * dims[d].to;
    n = next;
  }
}

/// An index as a signed number; unsigned ones that do not fit become the largest one.
DET_INLINE int64_t indexValue(uint32_t type, uint64_t address, int64_t at) {
  switch (type) {
  case rt::cuda::indexI8:
    return global<const int8_t>(address)[at];
  case rt::cuda::indexI16:
    return global<const int16_t>(address)[at];
  case rt::cuda::indexI32:
    return global<const int32_t>(address)[at];
  case rt::cuda::indexI64:
    return global<const int64_t>(address)[at];
  case rt::cuda::indexU8:
    return global<const uint8_t>(address)[at];
  case rt::cuda::indexU16:
    return global<const uint16_t>(address)[at];
  case rt::cuda::indexU32:
    return global<const uint32_t>(address)[at];
  default: {
    const uint64_t value = global<const uint64_t>(address)[at];
    return value > static_cast<uint64_t>(INT64_MAX) ? INT64_MAX : static_cast<int64_t>(value);
  }
  }
}

DET_INLINE int64_t clamp(int64_t value, int64_t low, int64_t high) { return value < low ? low : value > high ? high : value; }

} // namespace det::device

#endif // DET_LIB_DEVICE_WALK_H
