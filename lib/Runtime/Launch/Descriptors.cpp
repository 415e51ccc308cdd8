// Limits of open files.
#include "det/Runtime/Launch/Descriptors.h"

#include <algorithm>
#include <filesystem>
#include <sys/resource.h>

namespace det::rt {

namespace {

// Artifact, state, data, results, CPUs' topology: never open all at once.
constexpr size_t forFiles = 16;

size_t openNow() {
  size_t count = 0;
  std::error_code error;
  for (std::filesystem::directory_iterator entry("/proc/self/fd", error), end; !error && entry != end; entry.increment(error))
    ++count;
  return count;
}

} // namespace

Status makeRoomForDescriptors(size_t more) {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
    return {};
  const size_t needed = openNow() + forFiles + more;
  if (limit.rlim_cur >= needed)
    return {};
  const rlimit raised{std::min<rlim_t>(needed, limit.rlim_max), limit.rlim_max};
  if (limit.rlim_max >= needed && setrlimit(RLIMIT_NOFILE, &raised) == 0)
    return {};
  return Error{"this process needs " + std::to_string(needed) + " open files and connections, " + std::to_string(more) +
               " of them to other processes, and may have " + std::to_string(limit.rlim_max) + ": raise the limit (ulimit -n)"};
}

} // namespace det::rt
