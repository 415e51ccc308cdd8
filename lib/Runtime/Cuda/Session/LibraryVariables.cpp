// Variables of the environment by which CUDA's libraries compute otherwise than they were asked to.
#include "det/Runtime/Cuda/CudaSession.h"

#include <algorithm>
#include <string_view>
#include <unistd.h>

namespace det::rt::cuda {

namespace {

using Patterns = std::vector<std::string_view>;

// What may alter numbers unless it is known to do something else.
const Patterns altering = {"CUBLAS*", "NVIDIA_TF32_OVERRIDE", "NCCL_ALGO", "NCCL_PROTO", "NCCL_NVLS*", "NCCL_COLLNET*", "NCCL_TUNER*"};
const Patterns known = {"CUBLAS_LOGINFO_DBG", "CUBLAS_LOGDEST_DBG", "CUBLAS_WORKSPACE_CONFIG", "CUBLASLT_LOG_*"};

bool matches(std::string_view name, const Patterns &patterns) {
  return std::any_of(patterns.begin(), patterns.end(), [&](std::string_view pattern) {
    return pattern.ends_with('*') ? name.starts_with(pattern.substr(0, pattern.size() - 1)) : name == pattern;
  });
}

} // namespace

std::vector<std::string> libraryVariables() { return {altering.begin(), altering.end()}; }

Status checkLibraryVariables(const std::string &level) {
  if (level == "not_guaranteed")
    return {};
  for (char **variable = environ; *variable; ++variable) {
    const std::string_view entry(*variable), name = entry.substr(0, entry.find('='));
    if (matches(name, altering) && !matches(name, known))
      return Error{"the environment has " + std::string(entry) + ", which may alter how libraries compute: unset it, or compile with --level=not_guaranteed"};
  }
  return {};
}

} // namespace det::rt::cuda
