// Names from entries.
#include "det/Device/WorkKernelNames.h"
#include "det/Device/KernelNames.h"
#include "det/Runtime/Cuda/SortRecords.h"

namespace det::device {

namespace {

/// Kernels exist for up to three operands, and for any number.
std::string operands(size_t count) { return count <= 3 ? std::to_string(count) : "n"; }

std::string withBody(const artifact::BodyT &body) { return "__" + std::to_string(body.kernel); }

/// The largest number where it is larger.
int64_t product(const std::vector<int64_t> &shape) {
  int64_t count = 1;
  for (int64_t size : shape)
    if (__builtin_mul_overflow(count, size, &count))
      return INT64_MAX;
  return count;
}

SortKernels named(const std::string &rule, bool isStrict) {
  return {"det_sort_tile_" + rule, "det_sort_merge_" + rule, isStrict ? "" : "det_sort_repair_" + rule, "det_sort_permute"};
}

} // namespace

std::vector<std::string> SortKernels::of(int64_t size) const {
  return size <= int64_t(rt::cuda::sortTile) ? std::vector{tile} : std::vector{tile, merge, repair, permute};
}

SortKernels sortKernels(const artifact::SortT &sort) {
  if (sort.key == artifact::SortKey::body)
    return named("body" + operands(sort.inputs.size()) + withBody(*sort.body), false);
  if (sort.key == artifact::SortKey::less)
    return named(sort.key_bytes == 8 ? "less_f64" : "less_f32", false);
  return keySortKernels(sort.key_bytes);
}

SortKernels keySortKernels(int64_t keyBytes) { return named(keyBytes == 8 ? "key64" : "key32", true); }

ScanKernels scanKernels(const artifact::ScanT &scan) {
  const auto combine = combineName(scan.combiner, scan.type);
  if (!combine || scan.combiner == artifact::Combiner::assign)
    return {};
  const std::string lines = scan.inner == 1 ? "det_scan_row" : "det_scan_column";
  if (scan.size <= scan.block)
    return {{}, {}, lines + "s_" + *combine};
  return {lines + "_totals_" + *combine, lines + "_carries_" + *combine, lines + "s_" + *combine};
}

ReduceKernels reduceKernels(const artifact::GenericReduceT &reduce) {
  const std::string suffix = operands(reduce.inputs.size()) + withBody(*reduce.body);
  return {(reduce.lanes ? "det_body_reduce_lanes_" : "det_body_reduce_fold_") + suffix, "det_body_reduce_tree_" + suffix};
}

int64_t scatterKeyBytes(const artifact::GenericScatterT &scatter) { return product(scatter.operand_shape) < int64_t(UINT32_MAX) ? 4 : 8; }

int64_t scatterUpdates(const artifact::GenericScatterT &scatter) { return product(scatter.updates_shape); }

std::string bodyScatterKernel(const artifact::GenericScatterT &scatter) {
  return "det_body_scatter_" + operands(scatter.inputs.size()) + withBody(*scatter.body);
}

} // namespace det::device
