// References to addresses.
#include "Addresses.h"

namespace det::rt {

namespace {
// Far beyond any memory, far from overflowing when multiplied by an element size.
constexpr int64_t absurd = int64_t(1) << 52;
} // namespace

Extent Extent::dense(int64_t elements) {
  Extent extent;
  extent.walk(elements, 1);
  return extent;
}

void Extent::walk(int64_t size, int64_t stride) {
  int64_t reach = 0;
  if (size <= 0) {
    empty = true;
    overflow |= size < 0;
    return;
  }
  if (__builtin_mul_overflow(size - 1, stride, &reach) || reach > absurd || reach < -absurd) {
    overflow = true;
    return;
  }
  (reach < 0 ? lowest : highest) += reach;
  overflow |= lowest < -absurd || highest > absurd;
}

Result<uint8_t *> AddressSpace::resolve(const artifact::Ref &ref, int64_t offsetBytes, const Extent &extent, int64_t elementBytes,
                                        Access access) const {
  if (ref.space() > artifact::Space::MAX || (ref.space() == artifact::Space::constants && access == write))
    return Error{"it writes to constants, or to a space that does not exist"};
  const bool inArena = ref.space() == artifact::Space::arena;
  const int64_t size = int64_t(inArena ? arenaBytes : constants.size());
  // Constants are never written: the cast only serves both kinds of operands.
  uint8_t *base = inArena ? arena : const_cast<uint8_t *>(constants.data());
  if (extent.overflow || ref.offset() > uint64_t(absurd) || offsetBytes > absurd || offsetBytes < -absurd)
    return Error{"its extents or offsets are out of range"};
  const int64_t start = int64_t(ref.offset()) + offsetBytes;
  if (!extent.empty) {
    const int64_t low = start + extent.lowest * elementBytes, high = start + (extent.highest + 1) * elementBytes;
    if (low < 0 || high > size)
      return Error{"it touches bytes " + std::to_string(low) + " to " + std::to_string(high) + " of " +
                   (inArena ? "an arena of " : "constants of ") + std::to_string(size)};
    if (start % (elementBytes > 8 ? 8 : elementBytes) != 0)
      return Error{"its offset " + std::to_string(start) + " is not aligned to elements of " + std::to_string(elementBytes) +
                   " bytes"};
  } else if (start < 0 || start > size) {
    return base;
  }
  return base + start;
}

Result<uint8_t *> AddressSpace::resolveStart(const artifact::Ref &ref, int64_t offsetBytes) const {
  return resolve(ref, offsetBytes, Extent::dense(1), 1, read);
}

int64_t AddressSpace::rankOffset(const std::vector<artifact::RankOffset> &offsets, size_t buffer) const {
  // The product may wrap for a senseless stride; resolve() then finds the address outside.
  uint64_t sum = 0;
  for (const artifact::RankOffset &offset : offsets)
    if (offset.buffer() == buffer)
      sum += uint64_t(offset.stride_bytes()) * uint64_t(boxStart(offset.layout(), offset.dim()));
  return int64_t(sum);
}

int64_t AddressSpace::boxStart(uint32_t layout, uint16_t dim) const { return plan->layouts[layout].box(rank)[dim].begin; }

} // namespace det::rt
