// The names of the kernels of products by tensor cores: det_mma_{TYPE}_k{DEPTH}_{ROWS}x{COLUMNS}_{STACK}, and
// det_wgmma_{TYPE}_{ROWS}x{COLUMNS}_{STACK} for those of warpgroups. Without any other header of det.
#ifndef DET_DEVICE_MMANAMES_H
#define DET_DEVICE_MMANAMES_H

#include <string>
#include <string_view>

namespace det::device {

/// The terms of one instruction: those of a step of the model.
inline int mmaDepth(std::string_view model) { return model == "ampere_8" ? 8 : 16; }

inline std::string mmaKernel(const std::string &type, int depth, unsigned rows, unsigned columns, int stack) {
  return "det_mma_" + type + "_k" + std::to_string(depth) + "_" + std::to_string(rows) + "x" + std::to_string(columns) + "_" + std::to_string(stack);
}

inline constexpr std::string_view wgmmaPrefix = "det_wgmma_";
inline std::string wgmmaKernel(const std::string &type, unsigned rows, unsigned columns, int stack) {
  return std::string(wgmmaPrefix) + type + "_" + std::to_string(rows) + "x" + std::to_string(columns) + "_" + std::to_string(stack);
}

/// The model of tensor cores that a kernel is made for: whoever runs it has to have it. Those of other kernels do not matter.
inline std::string_view mmaModelOf(std::string_view kernel) {
  if (kernel.starts_with("det_wgmma_e"))
    return "hopper_fp8_32";
  return kernel.starts_with("det_mma_") && kernel.find("_k8_") != std::string_view::npos ? "ampere_8" : "hopper_16";
}

} // namespace det::device

#endif // DET_DEVICE_MMANAMES_H
