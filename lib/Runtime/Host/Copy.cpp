// Strided box copies: normal form at load, then rows of memcpy, transposed squares, or single elements.
#include "det/Runtime/Host/Copy.h"

#include "CopyPlane.h"

#include <algorithm>
#include <cstdlib>
#include <string>

namespace det::rt::host {

namespace {

constexpr int64_t unitBytes = 64 << 10;
int64_t ceilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

} // namespace

Result<PreparedCopy> prepareCopy(const std::vector<CopyDim> &given, int64_t bytes) {
  if (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8)
    return Error{"copy: expected elements of 1, 2, 4 or 8 bytes, got " + std::to_string(bytes)};
  PreparedCopy copy;
  copy.bytes = bytes;
  std::vector<CopyDim> dims;
  bool empty = false;
  for (const CopyDim &dim : given) {
    if (dim.size < 0)
      return Error{"copy: expected extents of at least 0, got " + std::to_string(dim.size)};
    empty |= dim.size == 0;
    if (dim.size != 1)
      dims.push_back(dim);
  }
  if (empty)
    return copy;
  std::stable_sort(dims.begin(), dims.end(), [](const CopyDim &x, const CopyDim &y) { return std::abs(x.to) > std::abs(y.to); });
  for (const CopyDim &dim : dims) {
    if (!copy.outer.empty() && copy.outer.back().from == dim.size * dim.from && copy.outer.back().to == dim.size * dim.to)
      copy.outer.back() = {copy.outer.back().size * dim.size, dim.from, dim.to};
    else
      copy.outer.push_back(dim);
  }
  if (!copy.outer.empty()) {
    copy.column = copy.outer.back();
    copy.outer.pop_back();
  } else {
    copy.column = {1, 1, 1};
  }
  // The rows of the plane: the dim that is contiguous in the source (a transpose), else the next one.
  auto row = std::find_if(copy.outer.begin(), copy.outer.end(), [](const CopyDim &dim) { return dim.from == 1; });
  if (copy.column.from == 1 || row == copy.outer.end())
    row = copy.outer.empty() ? copy.outer.end() : copy.outer.end() - 1;
  if (row != copy.outer.end()) {
    copy.row = *row;
    copy.outer.erase(row);
  }
  copy.rowsPerUnit = std::clamp(unitBytes / (copy.column.size * bytes), int64_t(1), copy.row.size);
  const bool transpose = copy.column.from != 1 && copy.row.from == 1;
  if (transpose || copy.rowsPerUnit > 32)
    copy.rowsPerUnit = std::min(std::max(copy.rowsPerUnit / 32 * 32, int64_t(32)), copy.row.size);
  copy.columnsPerUnit = copy.row.size == 1 ? unitBytes / bytes : copy.column.size;
  copy.unitsPerPlane =
      copy.row.size == 1 ? ceilDiv(copy.column.size, copy.columnsPerUnit) : ceilDiv(copy.row.size, copy.rowsPerUnit);
  copy.units = copy.unitsPerPlane;
  for (const CopyDim &dim : copy.outer)
    copy.units *= dim.size;
  return copy;
}

void runCopy(const PreparedCopy &copy, const void *from, void *to, int64_t begin, int64_t end) {
  for (int64_t unit = begin; unit < end; ++unit) {
    int64_t rest = unit / copy.unitsPerPlane, fromAt = 0, toAt = 0;
    for (size_t d = copy.outer.size(); d-- > 0;) {
      const CopyDim &dim = copy.outer[d];
      fromAt += rest % dim.size * dim.from;
      toAt += rest % dim.size * dim.to;
      rest /= dim.size;
    }
    const int64_t part = unit % copy.unitsPerPlane;
    Plane plane{copy.row.size, copy.column.size, copy.row.from, copy.row.to, copy.column.from, copy.column.to};
    if (copy.row.size == 1) {
      const int64_t first = part * copy.columnsPerUnit;
      plane.columns = std::min(copy.columnsPerUnit, copy.column.size - first);
      fromAt += first * copy.column.from;
      toAt += first * copy.column.to;
    } else {
      const int64_t first = part * copy.rowsPerUnit;
      plane.rows = std::min(copy.rowsPerUnit, copy.row.size - first);
      fromAt += first * copy.row.from;
      toAt += first * copy.row.to;
    }
    copyPlane(plane, copy.bytes, static_cast<const char *>(from) + fromAt * copy.bytes,
              static_cast<char *>(to) + toAt * copy.bytes);
  }
}

} // namespace det::rt::host
