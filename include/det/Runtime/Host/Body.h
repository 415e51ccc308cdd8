// A generated elementwise kernel that other kernels call for arrays of any length: comparators, joins of several values.
#ifndef DET_RUNTIME_HOST_BODY_H
#define DET_RUNTIME_HOST_BODY_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace det::rt::host {

/// The kernel, the bytes of an element of its arguments and of its results, and the scratch that it needs. Buffers are dense: the
/// arguments, then the results. A result may lie on an argument.
struct Body {
  void (*function)(void *const *buffers, const int64_t *params, int64_t begin, int64_t end, void *scratch) = nullptr;
  std::vector<int64_t> params, argumentBytes, resultBytes;
  size_t scratch = 0;

  /// Computes `count` elements.
  void run(void *const *buffers, int64_t count, void *memory) const {
    if (count > 0)
      function(buffers, params.data(), 0, count, memory);
  }
};

/// Bytes up to the next multiple of a cache line.
inline size_t padded(size_t bytes) { return (bytes + 63) / 64 * 64; }

} // namespace det::rt::host

#endif // DET_RUNTIME_HOST_BODY_H
