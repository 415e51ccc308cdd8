// Mesh axes as atoms.
#include "Axes.h"

#include <set>

using namespace mlir;

namespace det {

Axes::Axes(MeshAttr mesh, ArrayRef<AxisRefAttr> used) : mesh(mesh) {
  for (auto [i, name, size] : llvm::enumerate(mesh.getNames(), mesh.getSizes())) {
    std::set<int64_t> borders{1, size}; // products of what lies before
    for (AxisRefAttr ref : used)
      if (ref.getSize() && ref.getName() == name.getValue()) {
        borders.insert(ref.getPreSize());
        borders.insert(ref.getPreSize() * ref.getSize());
      }
    int64_t pre = 1;
    for (int64_t border : borders) {
      // Borders that do not divide each other cannot come from one mesh; such an axis stays whole.
      if (border == pre || border % pre != 0)
        continue;
      atoms.push_back({i, pre, border / pre});
      pre = border;
    }
  }
}

int64_t Axes::numShards(ArrayRef<uint8_t> list) const {
  int64_t count = 1;
  for (uint8_t atom : list)
    count *= size(atom);
  return count;
}

AxisList Axes::atomsOf(ArrayRef<AxisRefAttr> refs) const {
  AxisList list;
  for (AxisRefAttr ref : refs)
    for (auto [i, atom] : llvm::enumerate(atoms)) {
      if (mesh.getNames()[atom.axis].getValue() != ref.getName())
        continue;
      bool inside = !ref.getSize() || (atom.pre >= ref.getPreSize() && atom.pre * atom.size <= ref.getPreSize() * ref.getSize());
      if (inside)
        list.push_back(static_cast<uint8_t>(i));
    }
  return list;
}

SmallVector<AxisRefAttr, 2> Axes::refsOf(ArrayRef<uint8_t> list) const {
  SmallVector<AxisRefAttr, 2> refs;
  for (size_t i = 0; i < list.size();) {
    const Atom &first = atoms[list[i]];
    int64_t size = first.size;
    for (++i; i < list.size() && atoms[list[i]].axis == first.axis && atoms[list[i]].pre == first.pre * size; ++i)
      size *= atoms[list[i]].size;
    StringRef name = mesh.getNames()[first.axis].getValue();
    bool whole = size == mesh.getSizes()[first.axis];
    refs.push_back(AxisRefAttr::get(mesh.getContext(), name, whole ? 0 : first.pre, whole ? 0 : size));
  }
  return refs;
}

} // namespace det
