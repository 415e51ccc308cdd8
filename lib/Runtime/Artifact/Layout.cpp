// Checks layouts and computes the box of each rank.
#include "det/Runtime/Artifact/Layout.h"

#include <algorithm>

namespace det::rt {

int64_t volume(const Region &region) {
  int64_t product = 1;
  for (const Interval &side : region)
    product *= side.size();
  return product;
}

bool intersect(const Region &a, const Region &b, Region &common) {
  common.resize(a.size());
  bool some = true;
  for (size_t d = 0; d < a.size(); ++d) {
    common[d] = {std::max(a[d].begin, b[d].begin), std::min(a[d].end, b[d].end)};
    some &= common[d].begin < common[d].end;
  }
  return some;
}

Result<Mesh> Mesh::create(const artifact::MeshT &mesh) {
  Mesh made;
  if (mesh.names.size() != mesh.sizes.size())
    return Error{"the mesh has " + std::to_string(mesh.names.size()) + " names and " + std::to_string(mesh.sizes.size()) +
                 " sizes"};
  for (size_t i = 0; i < mesh.sizes.size(); ++i) {
    const int64_t size = mesh.sizes[i];
    if (size < 1 || size > 65536 || made.count * size > 65536)
      return Error{"mesh axis '" + mesh.names[i] + "' has size " + std::to_string(size) + "; a mesh has 1 to 65536 ranks"};
    made.count *= uint32_t(size);
  }
  made.sizes = mesh.sizes;
  return made;
}

std::vector<int64_t> Mesh::coordinates(uint32_t rank) const {
  std::vector<int64_t> at(sizes.size());
  for (size_t axis = sizes.size(); axis-- > 0; rank /= uint32_t(sizes[axis]))
    at[axis] = rank % sizes[axis];
  return at;
}

int Mesh::distance(uint32_t a, uint32_t b) const {
  int differing = 0;
  for (size_t axis = sizes.size(); axis-- > 0;) {
    const uint32_t size = uint32_t(sizes[axis]);
    differing += a % size != b % size;
    a /= size;
    b /= size;
  }
  return differing;
}

Status Mesh::check(const artifact::Axis &axis) const {
  if (axis.axis() >= sizes.size())
    return Error{"mesh axis " + std::to_string(axis.axis()) + " does not exist"};
  const int64_t whole = sizes[axis.axis()];
  if (axis.size() == 0 && axis.pre() == 0)
    return {};
  if (axis.size() < 1 || axis.pre() < 1 || axis.size() > whole || axis.pre() > whole || whole % (axis.pre() * axis.size()) != 0)
    return Error{"sub-axis (" + std::to_string(axis.pre()) + ")" + std::to_string(axis.size()) + " does not divide mesh axis " +
                 std::to_string(axis.axis()) + " of size " + std::to_string(whole)};
  return {};
}

int64_t Mesh::extent(const artifact::Axis &axis) const { return axis.size() ? axis.size() : sizes[axis.axis()]; }

int64_t Mesh::flatIndex(const std::vector<artifact::Axis> &axes, uint32_t rank) const {
  const std::vector<int64_t> at = coordinates(rank);
  int64_t index = 0;
  for (const artifact::Axis &axis : axes) {
    const int64_t size = extent(axis);
    const int64_t below = axis.size() ? sizes[axis.axis()] / (axis.pre() * axis.size()) : 1;
    index = index * size + at[axis.axis()] / below % size;
  }
  return index;
}

namespace {

// Two uses of one mesh axis overlap unless they are sub-axes that lie one behind the other.
bool overlap(const artifact::Axis &a, const artifact::Axis &b) {
  if (a.axis() != b.axis())
    return false;
  if (a.size() == 0 || b.size() == 0)
    return true;
  return !(a.pre() * a.size() <= b.pre() || b.pre() * b.size() <= a.pre());
}

Status checkCut(const artifact::CutT &cut, int64_t size, const Mesh &mesh, std::vector<artifact::Axis> &used) {
  int64_t shards = 1;
  for (const artifact::Axis &axis : cut.axes) {
    if (Status status = mesh.check(axis); !status)
      return status;
    for (const artifact::Axis &other : used)
      if (overlap(axis, other))
        return Error{"mesh axis " + std::to_string(axis.axis()) + " is used twice"};
    used.push_back(axis);
    shards *= mesh.extent(axis);
  }
  if (cut.axes.empty() && cut.edges.empty())
    return {};
  if (!cut.ends.empty()) {
    bool fits = int64_t(cut.edges.size()) == shards && int64_t(cut.ends.size()) == shards;
    for (size_t i = 0; fits && i < cut.ends.size(); ++i)
      fits = 0 <= cut.edges[i] && cut.edges[i] <= cut.ends[i] && cut.ends[i] <= size;
    return fits ? Status()
                : Error{"intervals do not lie between 0 and " + std::to_string(size) + ", one for each of " +
                        std::to_string(shards) + " shards"};
  }
  if (int64_t(cut.edges.size()) != shards + 1)
    return Error{"a dim over " + std::to_string(shards) + " shards has " + std::to_string(cut.edges.size()) + " edges"};
  if (cut.edges.front() != 0 || cut.edges.back() != size || !std::is_sorted(cut.edges.begin(), cut.edges.end()))
    return Error{"edges do not run from 0 to " + std::to_string(size)};
  return {};
}

} // namespace

Result<Placed> Placed::create(const artifact::LayoutT &layout, const Mesh &mesh) {
  Placed placed;
  placed.sizes = layout.shape;
  for (int64_t size : layout.shape)
    if (size < 0 || __builtin_mul_overflow(placed.total, size, &placed.total) || placed.total > int64_t(1) << 48)
      return Error{"a layout's shape is negative or too large"};
  if (layout.dims.size() != layout.shape.size())
    return Error{"a layout has " + std::to_string(layout.dims.size()) + " cuts for " + std::to_string(layout.shape.size()) +
                 " dims"};
  std::vector<artifact::Axis> used;
  for (size_t d = 0; d < layout.dims.size(); ++d) {
    if (!layout.dims[d])
      return Error{"a layout lacks the cut of dim " + std::to_string(d)};
    if (Status status = checkCut(*layout.dims[d], layout.shape[d], mesh, used); !status)
      return status.error();
  }
  for (uint32_t rank = 0; rank < mesh.ranks(); ++rank) {
    Region box;
    int64_t cell = 0;
    placed.cellCount = 1;
    for (size_t d = 0; d < layout.dims.size(); ++d) {
      const artifact::CutT &cut = *layout.dims[d];
      if (cut.edges.empty()) {
        box.push_back({0, layout.shape[d]});
        continue;
      }
      const bool tiles = cut.ends.empty();
      const int64_t shard = mesh.flatIndex(cut.axes, rank), shards = int64_t(cut.edges.size()) - tiles;
      box.push_back({cut.edges[shard], tiles ? cut.edges[shard + 1] : cut.ends[shard]});
      placed.isTiling &= tiles;
      cell = cell * shards + shard;
      placed.cellCount *= shards;
    }
    placed.boxes.push_back(std::move(box));
    placed.cellOf.push_back(cell);
  }
  return placed;
}

Region Placed::box(uint32_t rank) const { return boxes[rank]; }
int64_t Placed::cell(uint32_t rank) const { return cellOf[rank]; }

std::vector<uint32_t> Placed::owners() const {
  std::vector<bool> seen(cellCount);
  std::vector<uint32_t> owners;
  for (uint32_t rank = 0; rank < boxes.size(); ++rank) {
    if (seen[cellOf[rank]] || volume(boxes[rank]) == 0)
      continue;
    seen[cellOf[rank]] = true;
    owners.push_back(rank);
  }
  return owners;
}

} // namespace det::rt
