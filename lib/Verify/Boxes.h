// Who holds what: boxes, meshes, layouts.
#ifndef DET_LIB_VERIFY_BOXES_H
#define DET_LIB_VERIFY_BOXES_H

#include "det/Runtime/Artifact/plan_generated.h"
#include <cstdint>
#include <vector>

namespace det::verify {

using Index = std::vector<int64_t>;

/// [begin, end) of one dim.
struct Range {
  int64_t begin = 0, end = 0;
  int64_t size() const { return end - begin; }
  bool operator==(const Range &) const = default;
};
using Box = std::vector<Range>;

int64_t volume(const Box &box);
int64_t volume(const Index &shape);
Box wholeBox(const Index &shape);
bool contains(const Box &box, const Index &element);

/// Row-major: the element at a position, and the position of an element.
Index elementAt(const Index &shape, int64_t position);
int64_t positionOf(const Index &shape, const Index &element);

/// Row-major: visits the elements of a box until one makes `visit` true; whether one did.
template <class Visit> bool anyElement(const Box &box, Visit visit) {
  Index sizes;
  for (const Range &range : box)
    sizes.push_back(range.size());
  for (int64_t position = 0, count = volume(box); position < count; ++position) {
    Index element = elementAt(sizes, position);
    for (size_t dim = 0; dim < box.size(); ++dim)
      element[dim] += box[dim].begin;
    if (visit(element))
      return true;
  }
  return false;
}

/// The ranks of a mesh.
class Mesh {
public:
  explicit Mesh(const artifact::MeshT &mesh);
  int64_t ranks() const { return volume(sizes); }
  /// How many shards a list of axes makes.
  int64_t shards(const std::vector<artifact::Axis> &axes) const;
  /// The flat index of a rank over axes, major to minor.
  int64_t flat(const std::vector<artifact::Axis> &axes, int64_t rank) const;
  const Index &axisSizes() const { return sizes; }

private:
  Index sizes;
};

/// Checks that a layout cuts a tensor completely: edges ascending from 0 to the size, one more than shards, no axis twice. Ends, where a
/// layout has them, lie behind their edges and inside.
void checkLayout(const artifact::LayoutT &layout, const Mesh &mesh);

/// What a rank holds of a dim of `size` elements; of a tensor.
Range rangeOf(const artifact::CutT &cut, int64_t size, const Mesh &mesh, int64_t rank);
Box boxOf(const artifact::LayoutT &layout, const Mesh &mesh, int64_t rank);

} // namespace det::verify

#endif // DET_LIB_VERIFY_BOXES_H
