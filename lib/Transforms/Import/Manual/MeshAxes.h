// One mesh in the axes of another: the digits of the flat rank that both divide into axes.
#ifndef DET_LIB_TRANSFORMS_IMPORT_MANUAL_MESHAXES_H
#define DET_LIB_TRANSFORMS_IMPORT_MANUAL_MESHAXES_H

#include "det/Dialect/Input/AttrReader.h"
#include "det/Dialect/Input/Gspmd.h"

namespace det::import {

/// The number of ranks of a mesh whose sizes have been checked.
int64_t countRanks(const input::Mesh &mesh);

/// The digits of an axis of a mesh; nothing if the mesh lacks it.
std::optional<input::DeviceDigits> digitsOf(const input::Mesh &mesh, llvm::StringRef axis);

/// The part `preSize`, `size` of digits; nothing where the sizes do not divide.
std::optional<input::DeviceDigits> partOf(input::DeviceDigits digits, int64_t preSize, int64_t size);

/// Digits as axes and sub-axes of a mesh, major to minor. Nothing where a border lies inside an axis that it does not divide:
/// then the two meshes cut the ranks in ways that have nothing to do with each other.
std::optional<std::vector<input::AxisRef>> axesFor(const input::Mesh &mesh, input::DeviceDigits digits);

/// A mesh with an axis between each two borders (products of sizes, from 1 to the number of ranks); its axes are called
/// `_axis_0`, `_axis_1`, ... Nothing where a border does not divide the next.
std::optional<input::Mesh> meshWithBorders(llvm::SmallVector<int64_t> borders);

} // namespace det::import

#endif // DET_LIB_TRANSFORMS_IMPORT_MANUAL_MESHAXES_H
