// A library that is found at run time.
#ifndef DET_LIB_RUNTIME_CUDA_LIBRARIES_SHAREDLIBRARY_H
#define DET_LIB_RUNTIME_CUDA_LIBRARIES_SHAREDLIBRARY_H

#include "det/Runtime/Result.h"

#include <dlfcn.h>
#include <memory>
#include <string>

namespace det::rt::cuda {

/// Stays loaded as long as a copy lives.
class SharedLibrary {
public:
  /// Errors: what the loader says.
  static Result<SharedLibrary> open(const std::string &name) {
    SharedLibrary library;
    dlerror();
    void *handle = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
      const char *reason = dlerror();
      return Error{reason ? reason : "cannot load " + name};
    }
    library.handle = std::shared_ptr<void>(handle, [](void *opened) { dlclose(opened); });
    return library;
  }

  /// Gives `function` the address of a symbol; false if there is none.
  template <class F> bool find(const char *symbol, F *&function) const {
    function = reinterpret_cast<F *>(dlsym(handle.get(), symbol));
    return function != nullptr;
  }

private:
  std::shared_ptr<void> handle;
};

} // namespace det::rt::cuda

#endif // DET_LIB_RUNTIME_CUDA_LIBRARIES_SHAREDLIBRARY_H
