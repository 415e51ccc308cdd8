// From kernels as LLVM bitcode to PTX and cubins.
#ifndef DET_TRANSFORMS_LOWER_CUDA_COMPILEKERNELS_H
#define DET_TRANSFORMS_LOWER_CUDA_COMPILEKERNELS_H

#include "det/Transforms/Lower/Cuda.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"

namespace det {

/// The kernels of lib/Device that a plan for these chips launches; `KERNEL__BODY` where one calls the plan's kernel number BODY.
std::vector<std::string> deviceKernelsOf(const artifact::PlanT &plan, const std::vector<std::string> &chips);

/// Links kernels of lib/Device into a module of generated ones. An instance of a kernel for a body is a copy that calls the
/// module's function for it. What `names` do not reach stays out.
llvm::Error linkDevice(llvm::Module &module, const std::vector<std::string> &names);

/// Compiles a module of entries to PTX: no contraction, no approximation, no library. `entries` stay, all else is internal. The text is for sm_80 on,
/// or for sm_90a where kernels of warpgroups are among them.
llvm::Expected<std::string> emitModule(llvm::Module &module, const std::vector<std::string> &entries);

/// A target machine for NVPTX, for sm_80 and PTX 8.0: what every chip from Ampere on runs.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>> makeGpuMachine();

/// The path of ptxas: the given one, or the first that is found. An error says where it may come from.
llvm::Expected<std::string> findPtxas(const std::string &given);

/// Assembles PTX for a chip. Thread-safe.
llvm::Expected<std::string> assemble(const std::string &ptxas, const std::string &ptx, const std::string &chip,
                                     std::vector<KernelUsage> &usage);

/// Reads what `ptxas -v` prints for a chip: a line per kernel, in any order.
std::vector<KernelUsage> readUsage(llvm::StringRef text, const std::string &chip);

} // namespace det

#endif // DET_TRANSFORMS_LOWER_CUDA_COMPILEKERNELS_H
