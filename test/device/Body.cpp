// The body DET_BODY (a function of Bodies.h) for the device.
#include "Bodies.h"

extern "C" [[clang::always_inline]] void det_body(void *const *buffers, const int64_t *params, int64_t begin, int64_t end, void *scratch) {
  bodies::DET_BODY(buffers, params, begin, end, scratch);
}
