// Small shape helpers of gather and scatter.
#ifndef DET_RUNTIME_HOST_SHAPES_H
#define DET_RUNTIME_HOST_SHAPES_H

#include <algorithm>
#include <cstdint>
#include <vector>

namespace det::rt::host {

inline constexpr int64_t maxRank = 16;

/// Row-major strides in elements.
inline std::vector<int64_t> denseStrides(const std::vector<int64_t> &shape) {
  std::vector<int64_t> strides(shape.size(), 1);
  for (size_t d = shape.size(); d-- > 1;)
    strides[d - 1] = strides[d] * shape[d];
  return strides;
}

inline bool contains(const std::vector<int64_t> &dims, int64_t dim) {
  return std::find(dims.begin(), dims.end(), dim) != dims.end();
}

inline bool within(const std::vector<int64_t> &dims, int64_t rank) {
  return std::all_of(dims.begin(), dims.end(), [&](int64_t d) { return d >= 0 && d < rank; });
}

} // namespace det::rt::host

#endif // DET_RUNTIME_HOST_SHAPES_H
