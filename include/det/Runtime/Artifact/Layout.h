// Which box of a tensor each rank holds: the plan's Layout tables, checked and expanded.
#ifndef DET_RUNTIME_ARTIFACT_LAYOUT_H
#define DET_RUNTIME_ARTIFACT_LAYOUT_H

#include "det/Runtime/Artifact/plan_generated.h"
#include "det/Runtime/Result.h"

#include <cstdint>
#include <vector>

namespace det::rt {

/// The half-open interval [begin, end) of one dim.
struct Interval {
  int64_t begin = 0, end = 0;
  int64_t size() const { return end - begin; }
  bool operator==(const Interval &) const = default;
};

/// One interval per dim, in elements of the whole tensor.
using Region = std::vector<Interval>;

/// The number of elements; 1 for a tensor without dims.
int64_t volume(const Region &region);
/// The common part; false if it is empty.
bool intersect(const Region &a, const Region &b, Region &common);

/// The ranks: rank = row-major position in the mesh, first axis slowest.
class Mesh {
public:
  /// Errors: a size below 1, more than 65536 ranks.
  static Result<Mesh> create(const artifact::MeshT &mesh);

  uint32_t ranks() const { return count; }
  size_t axes() const { return sizes.size(); }
  /// A rank's coordinate along each axis.
  std::vector<int64_t> coordinates(uint32_t rank) const;
  /// Along how many axes the coordinates of two ranks differ.
  int distance(uint32_t a, uint32_t b) const;
  /// Errors: no such axis; sub-axis sizes that do not divide the axis.
  Status check(const artifact::Axis &axis) const;
  /// The extent of an axis or sub-axis.
  int64_t extent(const artifact::Axis &axis) const;
  /// The position of a rank along several axes, major to minor, as one index.
  int64_t flatIndex(const std::vector<artifact::Axis> &axes, uint32_t rank) const;

private:
  std::vector<int64_t> sizes;
  uint32_t count = 1;
};

/// A layout whose tables have been checked: every rank has a box, and the boxes of the shards tile the tensor, or are what ranks
/// read of it.
class Placed {
public:
  /// Errors: edges that do not run from 0 to the size, their number, an axis that is unknown or used twice.
  static Result<Placed> create(const artifact::LayoutT &layout, const Mesh &mesh);

  const std::vector<int64_t> &shape() const { return sizes; }
  int64_t elements() const { return total; }
  /// The rank's box, in elements of the whole tensor. May be empty.
  Region box(uint32_t rank) const;
  /// Which shard the rank holds: a number below cells(). Ranks with the same number are replicas.
  int64_t cell(uint32_t rank) const;
  int64_t cells() const { return cellCount; }
  /// True if the boxes of the shards tile the tensor: every element can be had from one of them.
  bool tiles() const { return isTiling; }
  /// The lowest rank of each shard that is not empty, ascending.
  std::vector<uint32_t> owners() const;
  bool operator==(const Placed &other) const { return sizes == other.sizes && boxes == other.boxes; }

private:
  std::vector<int64_t> sizes;
  int64_t total = 1, cellCount = 1;
  bool isTiling = true;
  std::vector<int64_t> cellOf; // by rank
  std::vector<Region> boxes;   // by rank
};

} // namespace det::rt

#endif // DET_RUNTIME_ARTIFACT_LAYOUT_H
