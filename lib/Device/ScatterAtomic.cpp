// Sums of floats in whatever order the updates come, one atomic addition each: what others do, and what an order costs is measured against. At level
// not_guaranteed alone; no other plan has these kernels.
#include "Scalar.h"
#include "Walk.h"

using namespace det::device;
using namespace det::rt::cuda;

namespace {

DET_INLINE void addAtomically(uint64_t address, float value) { asm volatile("red.global.add.f32 [%0], %1;" ::"l"(address), "f"(value) : "memory"); }
DET_INLINE void addAtomically(uint64_t address, double value) { asm volatile("red.global.add.f64 [%0], %1;" ::"l"(address), "d"(value) : "memory"); }

/// A thread for each element of each update. The record is that of rows without their sort: keys by item.
template <class T> DET_INLINE void addUpdates(const ScatterRecord &r) {
  using Value = typename T::Value;
  const uint32_t number = block() * threads() + thread();
  if (number >= r.count)
    return;
  const uint32_t part = divide(number, r.byElements), element = number - part * r.elements;
  const uint32_t item = r.first + part;
  const uint32_t row = global<const uint32_t>(r.keys)[item];
  if (row == r.rows)
    return;
  Place rowPlace{0, 0}, place{0, 0};
  walk(row, r.row, r.rowDims, rowPlace);
  walk(element, r.dim, r.dims, place);
  const int64_t update = global<const ScatterHit>(r.hits)[item].update;
  const Value value = *global<const Value>(r.updates + static_cast<uint64_t>(place.from) + static_cast<uint64_t>(update) * sizeof(Value));
  addAtomically(r.out + static_cast<uint64_t>(rowPlace.to + place.to), value);
}

} // namespace

DET_KERNEL det_scatter_atomic_add_f32(ScatterRecord r) { addUpdates<F32>(r); }
DET_KERNEL det_scatter_atomic_add_f64(ScatterRecord r) { addUpdates<F64>(r); }
