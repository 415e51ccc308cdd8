// What kernels take on GPUs.
#ifndef DET_TRANSFORMS_LOWER_KERNELUSAGE_H
#define DET_TRANSFORMS_LOWER_KERNELUSAGE_H

#include "llvm/Support/JSON.h"
#include <string>
#include <vector>

namespace det {

/// What a kernel takes on a chip, as ptxas says.
struct KernelUsage {
  std::string kernel, chip;
  unsigned registers = 0;                           ///< of a thread
  unsigned stackBytes = 0;                          ///< of a thread: memory of its own
  unsigned spillStoreBytes = 0, spillLoadBytes = 0; ///< of a thread
  unsigned sharedBytes = 0;                         ///< of a block, without dynamic ones
};

/// {"kernel", "chip", "registers", "stack_bytes", "spill_store_bytes", "spill_load_bytes", "shared_bytes"}.
llvm::json::Object usageObject(const KernelUsage &usage);

/// JSON: {"kernels": [one for each kernel on each chip, ...]}, one per line.
std::string usageText(const std::vector<KernelUsage> &kernels);

} // namespace det

#endif // DET_TRANSFORMS_LOWER_KERNELUSAGE_H
