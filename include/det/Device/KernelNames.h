// The names of device kernels: one source for those who link them and those who launch them.
#ifndef DET_DEVICE_KERNELNAMES_H
#define DET_DEVICE_KERNELNAMES_H

#include "det/Runtime/Artifact/plan_generated.h"

#include <optional>
#include <string>

namespace det::device {

/// Widths of what copies, transposes, updates and gathers move at once: 1, 2, 4, 8 or 16 bytes.
inline constexpr int widths[] = {1, 2, 4, 8, 16};
inline std::string copyKernel(int64_t width) { return "det_copy_" + std::to_string(width); }
inline std::string transposeKernel(int64_t width) { return "det_transpose_" + std::to_string(width); }
inline std::string updateKernel(int64_t width) { return "det_update_" + std::to_string(width); }
inline std::string gatherKernel(int64_t width) { return "det_gather_" + std::to_string(width); }

/// What a combiner does to a type, as part of a name: "add_f32", "maxu_i16", "assign_i8". Nothing where the type does not take it.
/// Integers are named by their size.
std::optional<std::string> combineName(artifact::Combiner combiner, artifact::ElementType type);
inline std::string joinKernel(const std::string &combine) { return "det_join_" + combine; }

/// The kernels of a scatter before its updates are joined, and those that join them.
inline std::string scatterKeysKernel() { return "det_scatter_keys"; }
inline std::string scatterBaseKernel(const std::string &combine) { return "det_scatter_base_" + combine; }
inline std::string scatterRunsKernel(const std::string &combine) { return "det_scatter_runs_" + combine; }
inline std::string scatterKernel(const std::string &combine) { return "det_scatter_" + combine; }
/// Sums of floats in whatever order they come: at level not_guaranteed alone. Empty where there is none.
inline std::string scatterAtomicKernel(const std::string &combine) {
  return combine == "add_f32" || combine == "add_f64" ? "det_scatter_atomic_" + combine : std::string();
}
/// A stable sort of pairs of numbers by the first.
inline std::string radixSmallKernel() { return "det_radix_small"; }
inline std::string radixCountKernel() { return "det_radix_count"; }
inline std::string radixScanKernel() { return "det_radix_scan"; }
inline std::string radixPlaceKernel() { return "det_radix_place"; }

} // namespace det::device

#endif // DET_DEVICE_KERNELNAMES_H
