// Generated kernels: one shared object per instruction set, loaded from memory.
#ifndef DET_LIB_RUNTIME_EXECUTOR_KERNELS_H
#define DET_LIB_RUNTIME_EXECUTOR_KERNELS_H

#include "det/Runtime/Artifact/Artifact.h"
#include "det/Runtime/Host/Isa.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace det::rt {

/// The ABI of generated host kernels. [begin, end) is a range of the kernel's parallel dimension.
using KernelFunction = void (*)(void *const *buffers, const int64_t *params, int64_t begin, int64_t end, void *scratch);

/// Which version to run. Errors: a CPU older than x86-64-v3; a wanted one that this CPU lacks.
Result<host::Isa> chooseIsa(std::optional<host::Isa> wanted);

/// "v3" or "v4".
std::string isaName(host::Isa isa);

/// A loaded kernel section and the addresses of its symbols, in the order of `names`.
class Kernels {
public:
  /// Errors: no section for this instruction set, a shared object that does not load, a symbol that is missing.
  static Result<Kernels> load(const Artifact &artifact, host::Isa isa, const std::vector<std::string> &names);
  KernelFunction operator[](uint32_t index) const { return functions[index]; }

private:
  std::shared_ptr<void> library;
  std::vector<KernelFunction> functions;
};

} // namespace det::rt

#endif // DET_LIB_RUNTIME_EXECUTOR_KERNELS_H
