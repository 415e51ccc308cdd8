// Views: moving elements by changing strides.
#include "View.h"

using namespace llvm;

namespace det::plan {

SmallVector<int64_t> rowMajor(ArrayRef<int64_t> shape) {
  SmallVector<int64_t> strides(shape.size());
  int64_t stride = 1;
  for (size_t i = shape.size(); i-- > 0; stride *= shape[i])
    strides[i] = stride;
  return strides;
}

int64_t elementsOf(ArrayRef<int64_t> shape) {
  int64_t count = 1;
  for (int64_t size : shape)
    count *= size;
  return count;
}

View View::dense(int buffer, ArrayRef<int64_t> shape) {
  View view;
  view.buffer = buffer;
  view.shape.assign(shape.begin(), shape.end());
  view.strides = rowMajor(shape);
  return view;
}

bool View::isDense() const {
  if (isEmpty())
    return true;
  SmallVector<int64_t> expected = rowMajor(shape);
  for (size_t i = 0; i < shape.size(); ++i)
    if (shape[i] != 1 && strides[i] != expected[i])
      return false;
  return true;
}

bool View::isInnermostFast() const {
  for (size_t i = shape.size(); i-- > 0;)
    if (shape[i] != 1)
      return strides[i] == 1 || strides[i] == 0;
  return true;
}

View View::transposed(ArrayRef<int64_t> permutation) const {
  View result = *this;
  for (auto [i, from] : enumerate(permutation)) {
    result.shape[i] = shape[from];
    result.strides[i] = strides[from];
  }
  return result;
}

View View::sliced(ArrayRef<int64_t> starts, ArrayRef<int64_t> sizes, ArrayRef<int64_t> steps) const {
  View result = *this;
  for (size_t i = 0; i < shape.size(); ++i) {
    result.offset += starts[i] * strides[i];
    result.shape[i] = sizes[i];
    result.strides[i] = strides[i] * steps[i];
  }
  return result;
}

View View::reversed(ArrayRef<int64_t> dims) const {
  View result = *this;
  for (int64_t dim : dims) {
    result.offset += std::max<int64_t>(shape[dim] - 1, 0) * strides[dim];
    result.strides[dim] = -strides[dim];
  }
  return result;
}

std::optional<View> View::reshaped(ArrayRef<int64_t> newShape) const {
  View result = *this;
  result.shape.assign(newShape.begin(), newShape.end());
  result.strides.assign(newShape.size(), 0);
  if (isEmpty())
    return result;
  // Runs of dims with equal products on both sides; the old dims of a run must lie like one dim.
  SmallVector<std::pair<int64_t, int64_t>> old; // size, stride
  for (size_t i = 0; i < shape.size(); ++i)
    if (shape[i] != 1)
      old.push_back({shape[i], strides[i]});
  size_t i = 0, j = 0;
  while (i < old.size()) {
    while (j < newShape.size() && newShape[j] == 1)
      ++j;
    size_t oldBegin = i, newBegin = j;
    int64_t left = old[i++].first, right = newShape[j++];
    while (left != right)
      if (left < right)
        left *= old[i++].first;
      else
        right *= newShape[j++];
    for (size_t k = oldBegin; k + 1 < i; ++k)
      if (old[k].second != old[k + 1].first * old[k + 1].second)
        return std::nullopt;
    int64_t stride = old[i - 1].second;
    for (size_t k = j; k-- > newBegin; stride *= newShape[k])
      result.strides[k] = stride;
  }
  return result;
}

} // namespace det::plan
