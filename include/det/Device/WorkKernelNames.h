// The names of the kernels of sorts, scans, and of reductions and scatters by a body: one source for those who link them and those who
// launch them. A kernel that calls a body is made for it, and named KERNEL__BODY.
#ifndef DET_DEVICE_WORKKERNELNAMES_H
#define DET_DEVICE_WORKKERNELNAMES_H

#include "det/Runtime/Artifact/plan_generated.h"

#include <string>
#include <vector>

namespace det::device {

struct SortKernels {
  std::string tile, merge;
  std::string repair;  ///< empty where every comparison is a strict weak order
  std::string permute; ///< rows that are longer than a tile
  /// Those that rows of `size` elements need.
  std::vector<std::string> of(int64_t size) const;
};
SortKernels sortKernels(const artifact::SortT &sort);
/// A sort of integers of 4 or 8 bytes without arrays that follow: what scatters use.
SortKernels keySortKernels(int64_t keyBytes);

struct ScanKernels {
  std::string totals, carries; ///< empty where there is one block
  std::string results;
  std::vector<std::string> all() const { return {totals, carries, results}; }
};
/// Empty names where the type does not take the combiner.
ScanKernels scanKernels(const artifact::ScanT &scan);

struct ReduceKernels {
  std::string leaves, tree;
  std::vector<std::string> all() const { return {leaves, tree}; }
};
ReduceKernels reduceKernels(const artifact::GenericReduceT &reduce);

/// Bytes of what a scatter by a body sorts by: the number of an element, or of none.
int64_t scatterKeyBytes(const artifact::GenericScatterT &scatter);
/// How many updates it may have, window by window; at most the elements of its updates.
int64_t scatterUpdates(const artifact::GenericScatterT &scatter);
/// The targets of a scatter's updates, and what joins updates in the order of their targets.
inline std::string scatterTargetsKernel() { return "det_body_scatter_targets"; }
std::string bodyScatterKernel(const artifact::GenericScatterT &scatter);

} // namespace det::device

#endif // DET_DEVICE_WORKKERNELNAMES_H
