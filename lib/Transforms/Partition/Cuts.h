// Where dims are cut: dims that are one factor somewhere are cut at the same fractions everywhere.
#ifndef DET_LIB_TRANSFORMS_PARTITION_CUTS_H
#define DET_LIB_TRANSFORMS_PARTITION_CUTS_H

#include "Axes.h"
#include "Graph.h"
#include <map>

namespace det {

/// Classes of dims, and the edges of their cuts (partition.md section 3). Dims of a class have sizes in fixed proportion
/// (16 rows, 512 = 16 x 32 elements), so a cut is counted in units of which every size is a multiple.
class Cuts {
public:
  Cuts(const Graph &graph, const Axes &axes);

  /// The cut of a dim over `list`; `{}` for an empty list. Where the class's cut falls between two elements, the dim is cut
  /// on its own.
  DimLayoutAttr cutDim(uint32_t dimId, llvm::ArrayRef<uint8_t> list);

  /// The cut of a factor of an op, in elements of the factor; null for an empty list.
  DimLayoutAttr cutFactor(const OpNode &node, size_t factor, llvm::ArrayRef<uint8_t> list);

private:
  /// What an op asks of the cuts of a class: edges at multiples of `grain` of `size`.
  struct Wish {
    int64_t size, grain;
    bool order; ///< asked for by an order; else by a shape, without which an op cannot follow
    auto operator<=>(const Wish &) const = default;
  };

  uint32_t find(uint32_t dim);
  /// The cut of `n` elements of the class at the class's fractions, or on its own where that does not come out even.
  DimLayoutAttr cut(uint32_t root, int64_t n, llvm::ArrayRef<uint8_t> list);
  void unite(uint32_t a, uint32_t b);
  /// The edges of a class in units.
  const std::vector<int64_t> &unitEdges(uint32_t root, llvm::ArrayRef<uint8_t> list);
  int64_t grainOf(uint32_t root, int64_t shards) const;
  /// Cuts [begin, end) over the axes, major first; the cuts nest.
  void cutInto(std::vector<int64_t> &edges, int64_t begin, int64_t end, int64_t grain, llvm::ArrayRef<uint8_t> list);
  const std::vector<int64_t> &fewestNodes(int64_t n, int64_t grain, int64_t shards);

  const Graph &graph;
  const Axes &axes;
  std::vector<uint32_t> parent;
  std::vector<int64_t> size;             ///< per dim
  std::vector<int64_t> units;            ///< per root: a common multiple of all sizes
  std::vector<std::vector<Wish>> wishes; ///< per root, distinct
  std::map<std::pair<uint32_t, AxisList>, std::vector<int64_t>> cuts;
  llvm::DenseMap<std::tuple<uint32_t, int64_t, uint64_t>, DimLayoutAttr> layouts;
  std::map<std::tuple<int64_t, int64_t, int64_t>, std::vector<int64_t>> searched;
};

} // namespace det

#endif // DET_LIB_TRANSFORMS_PARTITION_CUTS_H
