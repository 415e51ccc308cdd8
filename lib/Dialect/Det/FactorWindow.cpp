// What a window that moves with a factor reads.
#include "det/Dialect/Det/Factors.h"

#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <tuple>

namespace det {

std::pair<int64_t, int64_t> FactorWindow::reads(int64_t begin, int64_t end, int64_t size) const {
  // Places of the spread operand, from the first that is read to behind the last; a stride may be negative.
  int64_t first = begin * stride - low, last = (end - 1) * stride - low;
  if (begin >= end || extent <= 0)
    last = first - 1;
  else
    std::tie(first, last) = std::pair(std::min(first, last), std::max(first, last) + extent - 1);
  int64_t from = std::clamp<int64_t>(llvm::divideCeilSigned(first, dilation), 0, size);
  int64_t to = std::clamp<int64_t>(llvm::divideFloorSigned(last, dilation) + 1, 0, size);
  return {from, std::max(from, to)};
}

} // namespace det
