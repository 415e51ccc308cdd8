// Boxes, meshes, layouts.
#include "Boxes.h"

#include "Fault.h"

#include <algorithm>
#include <set>

namespace det::verify {

int64_t volume(const Box &box) {
  int64_t volume = 1;
  for (const Range &range : box)
    volume *= std::max<int64_t>(range.size(), 0);
  return volume;
}

int64_t volume(const Index &shape) {
  int64_t volume = 1;
  for (int64_t size : shape)
    volume *= size;
  return volume;
}

Box wholeBox(const Index &shape) {
  Box box;
  for (int64_t size : shape)
    box.push_back({0, size});
  return box;
}

bool contains(const Box &box, const Index &element) {
  for (size_t dim = 0; dim < box.size(); ++dim)
    if (element[dim] < box[dim].begin || element[dim] >= box[dim].end)
      return false;
  return true;
}

Index elementAt(const Index &shape, int64_t position) {
  Index element(shape.size());
  for (size_t dim = shape.size(); dim-- > 0; position /= shape[dim])
    element[dim] = position % shape[dim];
  return element;
}

int64_t positionOf(const Index &shape, const Index &element) {
  int64_t position = 0;
  for (size_t dim = 0; dim < shape.size(); ++dim)
    position = position * shape[dim] + element[dim];
  return position;
}

Mesh::Mesh(const artifact::MeshT &mesh) : sizes(mesh.sizes.begin(), mesh.sizes.end()) {
  require(mesh.names.size() == sizes.size(), "has a mesh with ", mesh.names.size(), " names for ", sizes.size(), " axes");
  int64_t ranks = 1;
  for (int64_t size : sizes) {
    require(size > 0 && size <= (int64_t(1) << 32) / ranks, "has a mesh axis of size ", size);
    ranks *= size;
  }
}

int64_t Mesh::shards(const std::vector<artifact::Axis> &axes) const {
  int64_t shards = 1;
  for (const artifact::Axis &axis : axes) {
    require(axis.axis() < sizes.size(), "names mesh axis ", axis.axis(), " of ", sizes.size());
    int64_t size = sizes[axis.axis()];
    if (axis.size())
      require(axis.size() > 0 && axis.pre() > 0 && size % (axis.pre() * axis.size()) == 0, "cuts a mesh axis of size ", size,
              " into (", axis.pre(), ")", axis.size());
    shards *= axis.size() ? axis.size() : size;
  }
  return shards;
}

int64_t Mesh::flat(const std::vector<artifact::Axis> &axes, int64_t rank) const {
  Index at = elementAt(sizes, rank);
  int64_t flat = 0;
  for (const artifact::Axis &axis : axes) {
    int64_t size = sizes[axis.axis()], place = at[axis.axis()];
    if (axis.size()) {
      place = place / (size / (axis.pre() * axis.size())) % axis.size();
      size = axis.size();
    }
    flat = flat * size + place;
  }
  return flat;
}

static void checkCut(const artifact::CutT &cut, int64_t size, const Mesh &mesh) {
  if (cut.axes.empty() && cut.ends.empty())
    return;
  size_t shards = mesh.shards(cut.axes);
  bool tiles = cut.ends.empty();
  require(cut.edges.size() == shards + tiles && (tiles || cut.ends.size() == shards), "has a cut with ", cut.edges.size(),
          " edges for ", shards, " shards");
  if (tiles)
    require(cut.edges.front() == 0 && cut.edges.back() == size && std::is_sorted(cut.edges.begin(), cut.edges.end()),
            "has a cut that does not cover its dim of ", size);
  else
    for (size_t i = 0; i < shards; ++i)
      require(0 <= cut.edges[i] && cut.edges[i] <= cut.ends[i] && cut.ends[i] <= size, "has a cut outside its dim of ", size);
}

void checkLayout(const artifact::LayoutT &layout, const Mesh &mesh) {
  require(layout.dims.size() == layout.shape.size(), "has a layout of ", layout.dims.size(), " dims for a shape of ",
          layout.shape.size());
  std::set<std::pair<int, int64_t>> used;
  for (size_t dim = 0; dim < layout.dims.size(); ++dim) {
    checkCut(*layout.dims[dim], layout.shape[dim], mesh);
    for (const artifact::Axis &axis : layout.dims[dim]->axes)
      require(used.insert({axis.axis(), axis.pre()}).second, "has a layout that uses a mesh axis twice");
  }
}

Range rangeOf(const artifact::CutT &cut, int64_t size, const Mesh &mesh, int64_t rank) {
  if (cut.axes.empty() && cut.ends.empty())
    return {0, size};
  int64_t shard = mesh.flat(cut.axes, rank);
  return {cut.edges[shard], cut.ends.empty() ? cut.edges[shard + 1] : cut.ends[shard]};
}

Box boxOf(const artifact::LayoutT &layout, const Mesh &mesh, int64_t rank) {
  Box box;
  for (size_t dim = 0; dim < layout.dims.size(); ++dim)
    box.push_back(rangeOf(*layout.dims[dim], layout.shape[dim], mesh, rank));
  return box;
}

} // namespace det::verify
