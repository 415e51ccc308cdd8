// Runs compiled kernels on tensors in memory: on this CPU, or as PTX in its interpreter with all checks.
#ifndef DET_TEST_UNIT_CODEGEN_RUNNER_H
#define DET_TEST_UNIT_CODEGEN_RUNNER_H

#include "det/Transforms/Lower/Host.h"

#include <memory>

namespace det::test {

/// Memory that a call may touch.
struct CallBuffer {
  llvm::MutableArrayRef<char> bytes;
  bool isInput; ///< read only, and initialised
};

class Runner {
public:
  virtual ~Runner() = default;
  /// Runs a call whose rank parameters have been added; `buffers` are those of the call, in its order, each once for each of its
  /// numbers. `parts`: pieces that a CPU cuts the extent into. False, after a message, where a check fails.
  virtual bool run(const KernelCall &call, llvm::ArrayRef<CallBuffer> buffers, int parts) = 0;
};

/// Null, after a message, where the kernels cannot be loaded.
std::unique_ptr<Runner> makeHostRunner(const CompiledKernels &kernels, size_t object);
std::unique_ptr<Runner> makePtxRunner(const KernelLibrary &kernels, const std::string &ptx);

} // namespace det::test

#endif // DET_TEST_UNIT_CODEGEN_RUNNER_H
