// One mesh in the axes of another: the digits of the flat rank that both divide into axes.
#include "MeshAxes.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace det::import {

using input::AxisRef;
using input::DeviceDigits;

int64_t countRanks(const input::Mesh &mesh) {
  int64_t ranks = 1;
  for (auto &[name, size] : mesh.axes)
    ranks *= size;
  return ranks;
}

std::optional<DeviceDigits> digitsOf(const input::Mesh &mesh, StringRef axis) {
  int64_t begin = 1;
  for (auto &[name, size] : mesh.axes) {
    if (name == axis)
      return DeviceDigits{begin, begin * size};
    begin *= size;
  }
  return std::nullopt;
}

std::optional<DeviceDigits> partOf(DeviceDigits digits, int64_t preSize, int64_t size) {
  int64_t full = digits.end / digits.begin;
  // Each size alone first, so that no product overflows.
  if (preSize < 1 || size < 1 || preSize > full || size > full || full % (preSize * size))
    return std::nullopt;
  return DeviceDigits{digits.begin * preSize, digits.begin * preSize * size};
}

std::optional<std::vector<AxisRef>> axesFor(const input::Mesh &mesh, DeviceDigits digits) {
  std::vector<AxisRef> axes;
  int64_t begin = 1;
  for (auto &[name, size] : mesh.axes) {
    int64_t end = begin * size, low = std::max(begin, digits.begin), high = std::min(end, digits.end);
    if (low < high) {
      if (low % begin || high % low || end % high)
        return std::nullopt;
      bool whole = low == begin && high == end;
      axes.push_back({name, whole ? 1 : low / begin, whole ? 0 : high / low});
    }
    begin = end;
  }
  return axes;
}

std::optional<input::Mesh> meshWithBorders(SmallVector<int64_t> borders) {
  llvm::sort(borders);
  borders.erase(llvm::unique(borders), borders.end());
  input::Mesh mesh;
  for (size_t i = 1; i < borders.size(); ++i) {
    if (borders[i] % borders[i - 1])
      return std::nullopt;
    mesh.axes.emplace_back("_axis_" + std::to_string(i - 1), borders[i] / borders[i - 1]);
  }
  return mesh;
}

} // namespace det::import
