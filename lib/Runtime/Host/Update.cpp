// Boxes at computed starts.
#include "det/Runtime/Host/Update.h"

#include "IndexValue.h"
#include "Shapes.h"

namespace det::rt::host {

Result<Update> prepareUpdate(const std::vector<int64_t> &shape, const std::vector<int64_t> &updateShape, int64_t elementBytes,
                             Index index) {
  if (shape.size() != updateShape.size())
    return Error{"update: expected an update of rank " + std::to_string(shape.size()) + ", got " +
                 std::to_string(updateShape.size())};
  Update update;
  update.index = index;
  update.bytes = elementBytes;
  const std::vector<int64_t> strides = denseStrides(shape), from = denseStrides(updateShape);
  std::vector<CopyDim> dims;
  for (size_t d = 0; d < shape.size(); ++d) {
    if (updateShape[d] < 0 || updateShape[d] > shape[d])
      return Error{"update: expected an update of at most " + std::to_string(shape[d]) + " along dim " + std::to_string(d) +
                   ", got " + std::to_string(updateShape[d])};
    dims.push_back({updateShape[d], from[d], strides[d]});
    update.strides.push_back(strides[d] * elementBytes);
    update.limits.push_back(shape[d] - updateShape[d]);
    update.bytes *= shape[d];
  }
  Result<PreparedCopy> copy = prepareCopy(dims, elementBytes);
  if (!copy)
    return copy.error();
  update.copy = *copy;
  return update;
}

int64_t updateOffset(const Update &update, const void *const *starts) {
  int64_t offset = 0;
  for (size_t d = 0; d < update.limits.size(); ++d)
    offset += std::clamp<int64_t>(indexValue(update.index, starts[d], 0), 0, update.limits[d]) * update.strides[d];
  return offset;
}

} // namespace det::rt::host
