// A memory file and its mappings.
#include "RingMemory.h"

#include <cerrno>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

namespace det::rt {

namespace {

Error outOfMemory(uint64_t bytes) {
  return Error{"cannot take " + std::to_string(bytes) + " bytes for messages: " + std::strerror(errno)};
}

} // namespace

RingMemory::~RingMemory() {
  for (const auto &[start, size] : mappings)
    munmap(start, size);
}

Result<RingMemory> RingMemory::create(uint64_t bytes) {
  if (bytes == 0)
    return RingMemory();
  RingMemory made{Descriptor(memfd_create("messages", MFD_CLOEXEC))};
  if (!made.memory || ftruncate(made.memory.get(), off_t(bytes)) != 0)
    return outOfMemory(bytes);
  return made;
}

Result<uint8_t *> RingMemory::map(uint64_t offset, uint64_t size) {
  void *start = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, memory.get(), off_t(offset));
  if (start == MAP_FAILED)
    return outOfMemory(size);
  mappings.emplace_back(start, size);
  return static_cast<uint8_t *>(start);
}

Result<uint8_t *> RingMemory::mapTwice(uint64_t offset, uint64_t size) {
  void *start = mmap(nullptr, 2 * size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (start == MAP_FAILED)
    return outOfMemory(size);
  mappings.emplace_back(start, 2 * size);
  for (int copy = 0; copy < 2; ++copy)
    if (mmap(static_cast<uint8_t *>(start) + copy * size, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, memory.get(),
             off_t(offset)) == MAP_FAILED)
      return outOfMemory(size);
  return static_cast<uint8_t *>(start);
}

} // namespace det::rt
