// Turns references into addresses, and checks that what is read or written lies where it may.
#ifndef DET_LIB_RUNTIME_EXECUTOR_ADDRESSES_H
#define DET_LIB_RUNTIME_EXECUTOR_ADDRESSES_H

#include "det/Runtime/Artifact/LoadedPlan.h"

#include <cstdint>
#include <span>
#include <vector>

namespace det::rt {

/// The elements that a strided walk touches, relative to its start: [lowest, highest]; nothing if `empty`.
struct Extent {
  int64_t lowest = 0, highest = 0;
  bool empty = false, overflow = false;

  static Extent dense(int64_t elements);
  /// Adds a dim. Absurd sizes set `overflow`.
  void walk(int64_t size, int64_t stride);
};

/// The memory of one rank.
struct AddressSpace {
  uint8_t *arena = nullptr;
  uint64_t arenaBytes = 0;
  std::span<const uint8_t> constants;
  const LoadedPlan *plan = nullptr;
  uint32_t rank = 0;

  enum Access { read, write };

  /// The address of element 0 of `extent`. Errors: the extent leaves its space, is not aligned to its elements, or writes to
  /// constants.
  Result<uint8_t *> resolve(const artifact::Ref &ref, int64_t offsetBytes, const Extent &extent, int64_t elementBytes,
                            Access access) const;
  /// The address of a buffer whose extent only its kernel knows. It may be written.
  Result<uint8_t *> resolveStart(const artifact::Ref &ref, int64_t offsetBytes) const;

  /// The sum of the rank's offsets for one buffer, in bytes.
  int64_t rankOffset(const std::vector<artifact::RankOffset> &offsets, size_t buffer) const;
  /// Where the rank's box of a layout begins along a dim.
  int64_t boxStart(uint32_t layout, uint16_t dim) const;
};

} // namespace det::rt

#endif // DET_LIB_RUNTIME_EXECUTOR_ADDRESSES_H
