// Gathers: every thread finds its row's start from the indices and moves units of it. What the local box of the operand does not
// hold is zero.
#include "Walk.h"

using namespace det::device;
using namespace det::rt::cuda;

namespace {

template <class Unit> DET_INLINE void gatherUnits(const GatherRecord &r) {
  const uint32_t number = block() * gatherThreads + thread();
  if (number >= r.count)
    return;
  const uint32_t outer = divide(number, r.byInside), inner = number - outer * r.inside;
  const uint32_t row = r.firstRow + (r.rowsInside ? inner : outer), unit = r.rowsInside ? outer : inner;
  int64_t result = 0, index = 0, operand = 0;
  uint32_t rest = row;
  for (uint32_t d = 0; d < r.batches; ++d) {
    const GatherBatch &batch = r.batch[d];
    const uint32_t next = divide(rest, batch.by);
    const int64_t at = rest - next * batch.size;
    result += at * batch.result;
    index += at * batch.indices;
    operand += at * batch.operand;
    rest = next;
  }
  bool here = true;
  for (uint32_t i = 0; i < r.components; ++i) {
    const GatherComponent &c = r.component[i];
    const int64_t start =
        clamp(indexValue(r.index, r.indices, index + i * r.componentStride), 0, c.limit > 0 ? c.limit : 0) - c.start;
    here = here && start >= 0 && start < c.local;
    operand += start * c.operand;
  }
  Place place{operand, result};
  walk(unit, r.dim, r.dims, place);
  Unit value = {};
  if (here)
    value = *global<const Unit>(r.operand + static_cast<uint64_t>(place.from));
  *global<Unit>(r.result + static_cast<uint64_t>(place.to)) = value;
}

} // namespace

DET_KERNEL det_gather_1(GatherRecord r) { gatherUnits<uint8_t>(r); }
DET_KERNEL det_gather_2(GatherRecord r) { gatherUnits<uint16_t>(r); }
DET_KERNEL det_gather_4(GatherRecord r) { gatherUnits<uint32_t>(r); }
DET_KERNEL det_gather_8(GatherRecord r) { gatherUnits<uint64_t>(r); }
DET_KERNEL det_gather_16(GatherRecord r) { gatherUnits<Quad>(r); }
