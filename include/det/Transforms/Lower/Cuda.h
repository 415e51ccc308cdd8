// Kernels for GPUs: one PTX text, and a cubin per chip.
#ifndef DET_TRANSFORMS_LOWER_CUDA_H
#define DET_TRANSFORMS_LOWER_CUDA_H

#include "det/Runtime/Artifact/plan_generated.h"
#include "det/Runtime/Result.h"
#include "det/Transforms/Lower/KernelLibrary.h"
#include "det/Transforms/Lower/KernelUsage.h"

#include <string>
#include <vector>

namespace det {

/// What kernels are assembled for, and by what.
struct CudaOptions {
  std::vector<std::string> chips = {"sm_80", "sm_90", "sm_100"}; ///< `--chips`
  /// `--ptxas`: a path; empty: found on PATH, under CUDA_HOME or /usr/local/cuda, or in PyPI's nvidia-cuda-nvcc.
  std::string ptxas;
};

/// `--chips=none`: the PTX text alone, for ptx-sim and for who assembles it himself; needs no ptxas.
inline bool isTextAlone(const std::vector<std::string> &chips) { return chips.size() == 1 && chips.front() == "none"; }

/// Refuses chips that are not known, or given twice; the message lists those that are.
rt::Status checkChips(const std::vector<std::string> &chips);

/// The model that a chip's tensor cores have; none for those without, or of another model than the plan can name.
bool hasModel(std::string_view chip, artifact::MmaModel model);

/// Compiles the kernels of a plan for GPUs, generated and others: section kernels.ptx, whose entries are those of the library and
/// what the entries of the plan launch besides, and a section per chip. Fails, with an error at the library's module, if a chip
/// is not known or lacks the tensor-core model of a product, if the PTX does not pass the lint, and without a ptxas. Equal input
/// gives equal bytes.
mlir::FailureOr<CompiledKernels> compileForCuda(const KernelLibrary &kernels, const artifact::PlanT &plan,
                                                const CudaOptions &options, std::vector<KernelUsage> *usage = nullptr);

/// The PTX text alone, without chips: what `compileForCuda` assembles.
mlir::FailureOr<std::string> emitPtx(const KernelLibrary &kernels, const artifact::PlanT &plan);

} // namespace det

#endif // DET_TRANSFORMS_LOWER_CUDA_H
