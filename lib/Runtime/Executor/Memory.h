// Memory of a session: how much there is, and arenas.
#ifndef DET_LIB_RUNTIME_EXECUTOR_MEMORY_H
#define DET_LIB_RUNTIME_EXECUTOR_MEMORY_H

#include "det/Runtime/Result.h"
#include "det/Runtime/Session.h"

#include <cstdint>

namespace det::rt {

/// Bytes that this process can still take: what the system calls available, within its control group's limit.
uint64_t availableMemory();

/// Zeroed memory from the system, aligned to a page, given back at the end.
class Arena {
public:
  Arena() = default;
  ~Arena();
  Arena(Arena &&other) noexcept;
  Arena &operator=(Arena &&other) noexcept;

  /// Large ones ask for huge pages. Errors: none to be had (needed bytes).
  static Result<Arena> create(uint64_t size);

  uint8_t *data() const { return start; }
  uint64_t size() const { return bytes; }

private:
  uint8_t *start = nullptr;
  uint64_t bytes = 0;
};

/// Overwrites memory with a pattern; `nan` reads as NaN in every float type.
void fillMemory(uint8_t *start, uint64_t bytes, ArenaFill fill);
/// Overwrites memory with noise from a seed.
void fillMemory(uint8_t *start, uint64_t bytes, uint64_t seed);

} // namespace det::rt

#endif // DET_LIB_RUNTIME_EXECUTOR_MEMORY_H
