// Arenas, and what the system says about its memory.
#include "Memory.h"
#include "det/Runtime/Trace/SplitMix.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <optional>
#include <string>
#include <sys/mman.h>
#include <utility>

namespace det::rt {

namespace {

// The number in a one-number file; nothing if there is none ("max").
std::optional<uint64_t> numberIn(const std::string &path) {
  std::ifstream file(path);
  uint64_t value = 0;
  if (file >> value)
    return value;
  return std::nullopt;
}

// The number behind a key in a file of "key value" lines.
std::optional<uint64_t> numberAfter(const std::string &path, const std::string &key) {
  std::ifstream file(path);
  for (std::string word; file >> word;)
    if (uint64_t value = 0; word == key && file >> value)
      return value;
  return std::nullopt;
}

// What a control group leaves; its page cache can be reclaimed and does not count.
std::optional<uint64_t> left(const std::string &limit, const std::string &usage, const std::string &stat,
                             const std::string &cache) {
  const auto most = numberIn(limit), used = numberIn(usage);
  if (!most || !used)
    return std::nullopt;
  const uint64_t held = *used - std::min(*used, numberAfter(stat, cache).value_or(0));
  return *most - std::min(*most, held);
}

// Where this process's own group lies, e.g. "/user.slice/a": from the v2 line "0::PATH".
std::string ownGroup() {
  std::ifstream file("/proc/self/cgroup");
  for (std::string line; std::getline(file, line);)
    if (line.rfind("0::", 0) == 0)
      return line.substr(3);
  return "/";
}

} // namespace

uint64_t availableMemory() {
  uint64_t available = UINT64_MAX;
  if (const auto kilobytes = numberAfter("/proc/meminfo", "MemAvailable:"))
    available = *kilobytes * 1024;
  // Version 2: every group up to the root limits; version 1: the container's own one is what is mounted.
  for (std::string group = ownGroup();; group.erase(group.rfind('/'))) {
    const std::string base = "/sys/fs/cgroup" + (group == "/" ? "" : group);
    if (const auto rest = left(base + "/memory.max", base + "/memory.current", base + "/memory.stat", "inactive_file"))
      available = std::min(available, *rest);
    if (group.empty() || group == "/")
      break;
  }
  const std::string first = "/sys/fs/cgroup/memory/memory.";
  if (const auto rest = left(first + "limit_in_bytes", first + "usage_in_bytes", first + "stat", "total_inactive_file"))
    available = std::min(available, *rest);
  return available;
}

Arena::~Arena() {
  if (start)
    munmap(start, bytes);
}

Arena::Arena(Arena &&other) noexcept : start(std::exchange(other.start, nullptr)), bytes(std::exchange(other.bytes, 0)) {}

Arena &Arena::operator=(Arena &&other) noexcept {
  std::swap(start, other.start);
  std::swap(bytes, other.bytes);
  return *this;
}

Result<Arena> Arena::create(uint64_t size) {
  constexpr uint64_t hugePage = uint64_t(2) << 20;
  Arena arena;
  if (size == 0)
    return arena;
  void *start = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (start == MAP_FAILED)
    return Error{"out of memory: " + std::to_string(size) + " bytes needed: " + std::strerror(errno)};
  if (size >= 2 * hugePage)
    madvise(start, size, MADV_HUGEPAGE);
  arena.start = static_cast<uint8_t *>(start);
  arena.bytes = size;
  return arena;
}

void fillMemory(uint8_t *start, uint64_t bytes, ArenaFill fill) {
  if (fill != ArenaFill::nan) {
    std::memset(start, fill == ArenaFill::zero ? 0 : 0xff, bytes);
    return;
  }
  // 0x7fff at every 16-bit position: NaN as bf16, f16, f32 and f64, but not the canonical one.
  const uint16_t pattern = 0x7fff;
  for (uint64_t i = 0; i + 2 <= bytes; i += 2)
    std::memcpy(start + i, &pattern, 2);
}

void fillMemory(uint8_t *start, uint64_t bytes, uint64_t seed) {
  for (uint64_t i = 0; i < bytes; i += 8) {
    const uint64_t noise = splitmix64(seed ^ i);
    std::memcpy(start + i, &noise, std::min<uint64_t>(8, bytes - i));
  }
}

} // namespace det::rt
