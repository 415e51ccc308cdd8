// Mesh axes as the partitioner counts with them: atoms, small numbers instead of names.
#ifndef DET_LIB_TRANSFORMS_PARTITION_AXES_H
#define DET_LIB_TRANSFORMS_PARTITION_AXES_H

#include "det/Dialect/Det/Det.h"

namespace det {

/// Axes that cut a dim, major to minor, as numbers of atoms.
using AxisList = llvm::SmallVector<uint8_t, 2>;

/// The axes of a mesh, each cut at the borders of the sub-axes that annotations name: any sub-axis is a run of atoms. Axes
/// of size 1 have no atom: they never cut anything.
class Axes {
public:
  Axes(MeshAttr mesh, llvm::ArrayRef<AxisRefAttr> used);

  MeshAttr getMesh() const { return mesh; }
  size_t count() const { return atoms.size(); }
  int64_t size(uint8_t atom) const { return atoms[atom].size; }
  int64_t numShards(llvm::ArrayRef<uint8_t> list) const;

  /// The atoms of axes, in their order.
  AxisList atomsOf(llvm::ArrayRef<AxisRefAttr> refs) const;
  /// The axes that a list of atoms makes; atoms that follow each other are one axis again.
  llvm::SmallVector<AxisRefAttr, 2> refsOf(llvm::ArrayRef<uint8_t> list) const;

private:
  struct Atom {
    size_t axis;
    int64_t pre, size;
  };
  MeshAttr mesh;
  llvm::SmallVector<Atom, 4> atoms;
};

} // namespace det

#endif // DET_LIB_TRANSFORMS_PARTITION_AXES_H
