// A generated body as kernels call it. The compiler makes one instance of a kernel per body and inlines it; arrays of pointers with a
// known count become registers then, which is why kernels come for 1, 2, 3 operands and for any number (0).
#ifndef DET_LIB_DEVICE_BODY_H
#define DET_LIB_DEVICE_BODY_H

#include "Gpu.h"

/// As on the host: computes elements [begin, end) of dense buffers, the arguments and then the results. Pointers are generic; kernels keep
/// elements of any type in integers, so a body must come without type-based alias information, as the compiler makes it.
extern "C" void det_body(void *const *buffers, const int64_t *params, int64_t begin, int64_t end, void *scratch);

namespace det::device {

/// `N`, or the number at run time where N is 0.
template <uint32_t N> DET_INLINE uint32_t countOf(uint32_t count) { return N == 0 ? count : N; }
/// Room for a count of N, or for the most.
template <uint32_t N, uint32_t Most> constexpr uint32_t roomFor = N == 0 ? Most : N;

/// The scratch of this thread.
DET_INLINE void *bodyScratch(uint64_t scratch, uint64_t bytes) {
  return reinterpret_cast<void *>(scratch + (uint64_t(block()) * threads() + thread()) * bytes);
}

/// A value of 1, 2, 4 or 8 bytes, moved as one.
DET_INLINE uint64_t loadElement(uint64_t address, uint32_t bytes) {
  switch (bytes) {
  case 1:
    return *global<uint8_t>(address);
  case 2:
    return *global<uint16_t>(address);
  case 4:
    return *global<uint32_t>(address);
  default:
    return *global<uint64_t>(address);
  }
}

DET_INLINE void storeElement(uint64_t address, uint32_t bytes, uint64_t value) {
  switch (bytes) {
  case 1:
    *global<uint8_t>(address) = uint8_t(value);
    return;
  case 2:
    *global<uint16_t>(address) = uint16_t(value);
    return;
  case 4:
    *global<uint32_t>(address) = uint32_t(value);
    return;
  default:
    *global<uint64_t>(address) = value;
  }
}

} // namespace det::device

#endif // DET_LIB_DEVICE_BODY_H
