// Runs compiled kernels.
#include "Runner.h"

#include "det/PtxSim/PtxSim.h"

#include <cstring>
#include <dlfcn.h>
#include <map>
#include <sys/mman.h>
#include <unistd.h>

namespace det::test {

namespace {

class HostRunner : public Runner {
public:
  HostRunner(const CompiledKernels &kernels, void *handle) : names(kernels.names), handle(handle) {}
  ~HostRunner() override { dlclose(handle); }

  bool run(const KernelCall &call, llvm::ArrayRef<CallBuffer> buffers, int parts) override {
    using Kernel = void (*)(void *const *, const int64_t *, int64_t, int64_t, void *);
    auto kernel = reinterpret_cast<Kernel>(dlsym(handle, names[call.kernel].c_str()));
    std::vector<void *> pointers;
    for (const CallBuffer &buffer : buffers)
      pointers.push_back(buffer.bytes.data());
    char *scratch = static_cast<char *>(aligned_alloc(64, (call.scratchBytes + 63) / 64 * 64 + 64));
    int64_t steps = (call.extent + call.grain - 1) / call.grain;
    // The last part first: parts know nothing of each other.
    for (int part = parts - 1; part >= 0; --part) {
      std::memset(scratch, 0xff, call.scratchBytes);
      int64_t begin = steps * part / parts * call.grain, end = std::min(call.extent, steps * (part + 1) / parts * call.grain);
      if (begin < end)
        kernel(pointers.data(), call.params.data(), begin, end, scratch);
    }
    free(scratch);
    return true;
  }

private:
  std::vector<std::string> names;
  void *handle;
};

class PtxRunner : public Runner {
public:
  PtxRunner(const KernelLibrary &kernels, ptx::Module module)
      : names(kernels.getNames()), lanes(kernels.getLanes()), module(std::move(module)) {}

  bool run(const KernelCall &call, llvm::ArrayRef<CallBuffer> buffers, int) override {
    auto kernel = module.kernel(names[call.kernel]);
    if (!kernel)
      return fail(kernel.error().message);
    ptx::Launch launch;
    int64_t threads = (call.extent + call.grain - 1) / call.grain * lanes[call.kernel];
    launch.block = {128, 1, 1};
    launch.grid = {static_cast<uint32_t>((threads + 127) / 128), 1, 1};
    std::vector<ptx::Buffer> memory;
    for (const CallBuffer &buffer : buffers) {
      launch.arguments.push_back(ptx::Pointer{memory.size()});
      memory.push_back({"buffer " + std::to_string(memory.size()),
                        std::as_writable_bytes(std::span(buffer.bytes.data(), buffer.bytes.size())), buffer.isInput,
                        !buffer.isInput});
    }
    for (int64_t param : call.params)
      launch.arguments.push_back(ptx::scalar(param));
    launch.arguments.push_back(ptx::scalar(call.extent));
    launch.arguments.push_back(ptx::scalar(call.grain));
    auto counts = ptx::run(*kernel, launch, memory);
    return counts ? true : fail(counts.error().message);
  }

private:
  bool fail(const std::string &message) {
    llvm::errs() << message << "\n";
    return false;
  }

  std::vector<std::string> names;
  std::vector<uint8_t> lanes;
  ptx::Module module;
};

} // namespace

std::unique_ptr<Runner> makeHostRunner(const CompiledKernels &kernels, size_t object) {
  const std::string &bytes = kernels.objects[object].object;
  int file = memfd_create("kernels", 0);
  bool isWritten = write(file, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size());
  void *handle = isWritten ? dlopen(("/proc/self/fd/" + std::to_string(file)).c_str(), RTLD_NOW | RTLD_LOCAL) : nullptr;
  close(file);
  if (handle)
    return std::make_unique<HostRunner>(kernels, handle);
  llvm::errs() << "cannot load kernels: " << (isWritten ? dlerror() : "no memory") << "\n";
  return nullptr;
}

std::unique_ptr<Runner> makePtxRunner(const KernelLibrary &kernels, const std::string &ptx) {
  auto module = ptx::Module::parse(ptx);
  if (module)
    return std::make_unique<PtxRunner>(kernels, *module);
  llvm::errs() << module.error().message << "\n";
  return nullptr;
}

} // namespace det::test
