// Strided box copies. A thread moves four units, as far apart as there are threads in the block: neighbours in the target are
// neighbours in the warp.
#include "Walk.h"

using namespace det::device;
using namespace det::rt::cuda;

namespace {

template <class Unit> DET_INLINE void copyUnitsOf(const CopyRecord &r, int64_t shift) {
  const uint32_t first = block() * (copyThreads * copyUnits) + thread();
  Unit units[copyUnits];
  int64_t to[copyUnits];
#pragma unroll
  for (uint32_t i = 0; i < copyUnits; ++i) {
    const uint32_t n = first + i * copyThreads;
    if (n < r.count) {
      Place place{0, 0};
      walk(n, r.dim, r.dims, place);
      units[i] = *global<const Unit>(r.from + static_cast<uint64_t>(place.from));
      to[i] = place.to + shift;
    }
  }
#pragma unroll
  for (uint32_t i = 0; i < copyUnits; ++i)
    if (first + i * copyThreads < r.count)
      *global<Unit>(r.to + static_cast<uint64_t>(to[i])) = units[i];
}

template <class Unit> DET_INLINE void updateUnitsOf(const UpdateRecord &r) {
  int64_t shift = 0;
  for (uint32_t d = 0; d < r.starts; ++d)
    shift += clamp(indexValue(r.index, r.start[d].address, 0), 0, r.start[d].limit) * r.start[d].stride;
  copyUnitsOf<Unit>(r.copy, shift);
}

} // namespace

DET_KERNEL det_copy_1(CopyRecord r) { copyUnitsOf<uint8_t>(r, 0); }
DET_KERNEL det_copy_2(CopyRecord r) { copyUnitsOf<uint16_t>(r, 0); }
DET_KERNEL det_copy_4(CopyRecord r) { copyUnitsOf<uint32_t>(r, 0); }
DET_KERNEL det_copy_8(CopyRecord r) { copyUnitsOf<uint64_t>(r, 0); }
DET_KERNEL det_copy_16(CopyRecord r) { copyUnitsOf<Quad>(r, 0); }

DET_KERNEL det_update_1(UpdateRecord r) { updateUnitsOf<uint8_t>(r); }
DET_KERNEL det_update_2(UpdateRecord r) { updateUnitsOf<uint16_t>(r); }
DET_KERNEL det_update_4(UpdateRecord r) { updateUnitsOf<uint32_t>(r); }
DET_KERNEL det_update_8(UpdateRecord r) { updateUnitsOf<uint64_t>(r); }
DET_KERNEL det_update_16(UpdateRecord r) { updateUnitsOf<Quad>(r); }
