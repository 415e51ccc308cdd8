// Scatter by a body. Updates whose targets ascend hit different elements, so that one call joins a run of them.
#include "det/Runtime/Host/GenericScatter.h"

#include "ScatterHits.h"

#include <cstring>

namespace det::rt::host {

namespace {

/// Updates of one call.
constexpr int64_t batch = 256;
constexpr size_t mostArrays = 32;

} // namespace

size_t genericScatterScratch(const GenericScatter &scatter) {
  size_t bytes = padded(scatter.body.scratch);
  for (int64_t element : scatter.body.resultBytes)
    bytes += 2 * padded(size_t(batch * element));
  return bytes;
}

void runGenericScatter(const GenericScatter &scatter, const void *indices, const void *const *updates, void *const *values,
                       void *scratch) {
  const size_t arrays = scatter.arrays();
  char *memory = static_cast<char *>(scratch);
  void *bodyScratch = memory;
  memory += padded(scatter.body.scratch);
  // Current values, update values, and the results on the current values.
  void *buffers[3 * mostArrays];
  for (size_t i = 0; i < 2 * arrays; ++i) {
    buffers[i] = memory;
    memory += padded(size_t(batch * scatter.body.resultBytes[i % arrays]));
  }
  for (size_t i = 0; i < arrays; ++i)
    buffers[2 * arrays + i] = buffers[i];

  int64_t targets[batch], count = 0;
  const auto flush = [&] {
    scatter.body.run(buffers, count, bodyScratch);
    for (size_t i = 0; i < arrays; ++i) {
      const size_t bytes = size_t(scatter.body.resultBytes[i]);
      for (int64_t j = 0; j < count; ++j)
        std::memcpy(static_cast<char *>(values[i]) + size_t(targets[j]) * bytes,
                    static_cast<char *>(buffers[i]) + size_t(j) * bytes, bytes);
    }
    count = 0;
  };
  forEachHit(scatter.targets, scatter.all, indices, [&](int64_t target, uint64_t, int64_t update) {
    if (count == batch || (count > 0 && target <= targets[count - 1]))
      flush();
    for (size_t i = 0; i < arrays; ++i) {
      const size_t bytes = size_t(scatter.body.resultBytes[i]), place = size_t(count) * bytes;
      std::memcpy(static_cast<char *>(buffers[i]) + place, static_cast<const char *>(values[i]) + size_t(target) * bytes, bytes);
      std::memcpy(static_cast<char *>(buffers[arrays + i]) + place,
                  static_cast<const char *>(updates[i]) + size_t(update) * bytes, bytes);
    }
    targets[count++] = target;
  });
  flush();
}

} // namespace det::rt::host
