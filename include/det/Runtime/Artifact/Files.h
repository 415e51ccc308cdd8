// Whole files in and out: aligned reads, and writes that never leave half a file behind.
#ifndef DET_RUNTIME_ARTIFACT_FILES_H
#define DET_RUNTIME_ARTIFACT_FILES_H

#include "det/Runtime/Result.h"

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace det::rt {

/// Owned bytes whose start is aligned to a page (4096), so that tables and tensors in them can be used in place.
class PageBytes {
public:
  PageBytes() = default;
  /// Uninitialised memory. Errors: not enough memory (needed bytes).
  static Result<PageBytes> allocate(size_t size);

  uint8_t *data() { return memory.get(); }
  const uint8_t *data() const { return memory.get(); }
  size_t size() const { return count; }
  std::span<const uint8_t> span() const { return {memory.get(), count}; }

private:
  struct Free {
    void operator()(uint8_t *p) const { std::free(p); }
  };
  std::unique_ptr<uint8_t, Free> memory;
  size_t count = 0;
};

/// The content of a file. Errors: cannot be opened or read, is not a regular file, not enough memory.
Result<PageBytes> readFile(const std::string &path);

/// Writes a file that consists of `parts`, one after the other: into a temporary file in the same folder, synced, then
/// renamed. On any error (disk full, no permission) the previous file stays whole and the temporary one is removed.
Status writeFile(const std::string &path, const std::vector<std::span<const uint8_t>> &parts);

} // namespace det::rt

#endif // DET_RUNTIME_ARTIFACT_FILES_H
