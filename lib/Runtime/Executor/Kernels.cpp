// Loads kernels through an anonymous memory file.
#include "Kernels.h"

#include <cerrno>
#include <cstring>
#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

namespace det::rt {

std::string isaName(host::Isa isa) { return isa == host::Isa::v4 ? "v4" : isa == host::Isa::v3 ? "v3" : "scalar"; }

Result<host::Isa> chooseIsa(std::optional<host::Isa> wanted) {
  const host::Isa best = host::detectIsa();
  if (best == host::Isa::scalar)
    return Error{"this CPU is too old: it lacks AVX2 or FMA (x86-64-v3)"};
  if (wanted == host::Isa::v4 && best != host::Isa::v4)
    return Error{"this CPU lacks AVX-512 F, VL, DQ or BW (x86-64-v4); use v3"};
  if (wanted == host::Isa::scalar)
    return Error{"there are kernels for v3 and v4 only"};
  return wanted.value_or(best);
}

Result<Kernels> Kernels::load(const Artifact &artifact, host::Isa isa, const std::vector<std::string> &names) {
  Kernels kernels;
  if (names.empty())
    return kernels;
  const std::string name = "kernels." + isaName(isa);
  const auto bytes = artifact.section(name);
  if (!bytes)
    return Error{"'" + artifact.source() + "' has no section '" + name + "'"};
  const int file = memfd_create("kernels", MFD_CLOEXEC);
  if (file < 0)
    return Error{std::string("cannot load kernels: ") + std::strerror(errno)};
  for (size_t at = 0; at < bytes->size();) {
    const ssize_t done = write(file, bytes->data() + at, bytes->size() - at);
    if (done < 0 && errno == EINTR)
      continue;
    if (done <= 0) {
      close(file);
      return Error{std::string("cannot load kernels: ") + std::strerror(errno)};
    }
    at += size_t(done);
  }
  void *library = dlopen(("/proc/self/fd/" + std::to_string(file)).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *problem = dlerror();
    close(file);
    return Error{"cannot load '" + name + "' of '" + artifact.source() + "': " + (problem ? problem : "")};
  }
  // dlopen knows libraries by their path, so the descriptor's number must not be used again while this one is loaded.
  kernels.library = std::shared_ptr<void>(library, [file](void *handle) {
    dlclose(handle);
    close(file);
  });
  for (const std::string &symbol : names) {
    void *address = dlsym(library, symbol.c_str());
    if (!address)
      return Error{"'" + name + "' of '" + artifact.source() + "' lacks kernel '" + symbol + "'"};
    kernels.functions.push_back(reinterpret_cast<KernelFunction>(address));
  }
  return kernels;
}

} // namespace det::rt
