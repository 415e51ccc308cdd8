// Memory for messages that can be handed to other processes, and mapped so that a ring in it has no seam.
#ifndef DET_LIB_RUNTIME_COMM_RINGMEMORY_H
#define DET_LIB_RUNTIME_COMM_RINGMEMORY_H

#include "det/Runtime/Comm/Communicator.h"
#include "det/Runtime/Launch/Socket.h"

namespace det::rt {

inline constexpr uint64_t pageBytes = 4096;
inline constexpr uint64_t wholePages(uint64_t bytes) { return (bytes + pageBytes - 1) / pageBytes * pageBytes; }

/// Zeroed memory without a name: it is gone with the last process that has it, however that ends.
class RingMemory {
public:
  RingMemory() = default;
  /// Memory that another process has made.
  explicit RingMemory(Descriptor memory) : memory(std::move(memory)) {}
  ~RingMemory();
  RingMemory(RingMemory &&) = default;
  RingMemory &operator=(RingMemory &&) = default;

  /// None at all for 0 bytes. Errors: none to be had (needed bytes).
  static Result<RingMemory> create(uint64_t bytes);

  const Descriptor &descriptor() const { return memory; }
  /// `offset` and `size` are multiples of a page. The mapping stays until the end.
  Result<uint8_t *> map(uint64_t offset, uint64_t size);
  /// `size` bytes, and behind them the same ones once more.
  Result<uint8_t *> mapTwice(uint64_t offset, uint64_t size);

private:
  Descriptor memory;
  std::vector<std::pair<void *, size_t>> mappings;
};

} // namespace det::rt

#endif // DET_LIB_RUNTIME_COMM_RINGMEMORY_H
