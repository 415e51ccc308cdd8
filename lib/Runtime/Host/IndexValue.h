// Reads one element of an index tensor.
#ifndef DET_RUNTIME_HOST_INDEXVALUE_H
#define DET_RUNTIME_HOST_INDEXVALUE_H

#include "det/Runtime/Host/Gather.h"

namespace det::rt::host {

/// Element `at` as a signed number; unsigned values that do not fit become the largest one.
inline int64_t indexValue(Index type, const void *data, int64_t at) {
  switch (type) {
  case Index::i8:
    return static_cast<const int8_t *>(data)[at];
  case Index::i16:
    return static_cast<const int16_t *>(data)[at];
  case Index::i32:
    return static_cast<const int32_t *>(data)[at];
  case Index::i64:
    return static_cast<const int64_t *>(data)[at];
  case Index::u8:
    return static_cast<const uint8_t *>(data)[at];
  case Index::u16:
    return static_cast<const uint16_t *>(data)[at];
  case Index::u32:
    return static_cast<const uint32_t *>(data)[at];
  case Index::u64: {
    const uint64_t value = static_cast<const uint64_t *>(data)[at];
    return value > INT64_MAX ? INT64_MAX : static_cast<int64_t>(value);
  }
  }
  return 0;
}

} // namespace det::rt::host

#endif // DET_RUNTIME_HOST_INDEXVALUE_H
