// Joins the updates of each row along the tree that the updates which exist span (Host/Scatter.cpp): two neighbours part at the
// highest bit in which their keys differ, and lower bits join first. So the bits at which stacked values part from the next fall
// towards the top, and one word says which there are. The newest value is in a register, the others in shared memory. Where rows
// may have many updates, subtrees of the keys go to threads of their own first.
#include "Scalar.h"
#include "Walk.h"

using namespace det::device;
using namespace det::rt::cuda;

extern "C" __attribute__((address_space(3))) Quad det_scatter_stack[];

namespace {

struct Assign {
  template <class T> static constexpr typename T::Unsigned identity = 0;
};

template <class Op, class T> DET_INLINE void baseOf(const ScatterBaseRecord &r) {
  using Value = typename T::Value;
  const int64_t first = static_cast<int64_t>(block()) * (threads() * scatterBaseUnits) + thread();
  const auto operand = global<const Value>(r.operand);
  const auto out = global<Value>(r.out);
  repeat<scatterBaseUnits>([&](auto i) DET_INLINED {
    const int64_t at = first + i * static_cast<int64_t>(threads());
    if (at < r.elements)
      out[at] = canonical<T>(r.operand != 0 ? operand[at] : fromBits<T>(Op::template identity<T>));
  });
}

/// The last update of each row overwrites it.
template <class T> DET_INLINE void assignRows(const ScatterRecord &r) {
  using Value = typename T::Value;
  const uint32_t number = block() * threads() + thread();
  if (number >= r.count)
    return;
  const uint32_t part = divide(number, r.byElements), element = number - part * r.elements;
  const uint32_t position = r.first + part;
  const auto keys = global<const uint32_t>(r.keys);
  const uint32_t row = keys[position];
  if (row == r.rows || (position + 1 < r.items_count && keys[position + 1] == row))
    return;
  Place rowPlace{0, 0}, place{0, 0};
  walk(row, r.row, r.rowDims, rowPlace);
  walk(element, r.dim, r.dims, place);
  const int64_t update = global<const ScatterHit>(r.hits)[global<const uint32_t>(r.items)[position]].update;
  const Value value =
      *global<const Value>(r.updates + static_cast<uint64_t>(place.from) + static_cast<uint64_t>(update) * sizeof(Value));
  *global<Value>(r.out + static_cast<uint64_t>(rowPlace.to + place.to)) = canonical<T>(value);
}

template <class Op, class T, bool runs> DET_INLINE void joinRows(const ScatterRecord &r) {
  using Value = typename T::Value;
  const uint32_t number = block() * threads() + thread();
  if (number >= r.count)
    return;
  const uint32_t part = divide(number, r.byElements), element = number - part * r.elements;
  const uint32_t position = r.first + part;
  const auto keys = global<const uint32_t>(r.keys), items = global<const uint32_t>(r.items);
  const auto hits = global<const ScatterHit>(r.hits);
  const uint32_t row = keys[position];
  if (row == r.rows)
    return;
  const auto keyAt = [&](uint32_t i) DET_INLINED { return hits[items[i]].key; };
  const uint64_t run = runs ? keyAt(position) >> r.shift : 0;
  const auto belongs = [&](uint32_t i)
                           DET_INLINED { return i < r.items_count && keys[i] == row && (!runs || keyAt(i) >> r.shift == run); };
  if (belongs(position - 1)) // before the first there is none
    return;
  Place place{0, 0};
  walk(element, r.dim, r.dims, place);
  const uint64_t source = r.updates + static_cast<uint64_t>(place.from);
  const auto partials = global<Value>(r.partials);
  const bool joinsRuns = !runs && r.partials != 0;

  // What comes at position i: its key, its value, and where the next one is.
  uint64_t nextKey = 0;
  Value next = 0;
  uint32_t after = 0;
  const auto load = [&](uint32_t i) DET_INLINED {
    if (joinsRuns) {
      nextKey = keyAt(i) >> r.shift;
      next = partials[static_cast<uint64_t>(i) * r.elements + element];
      after = global<const uint32_t>(r.next)[i];
    } else {
      const auto hit = hits + items[i];
      nextKey = hit->key;
      next = *global<const Value>(source + static_cast<uint64_t>(hit->update) * sizeof(Value));
      after = i + 1;
    }
  };
  const SharedPointer<Value> stack = (SharedPointer<Value>)det_scatter_stack + thread();
  const uint32_t width = threads();
  uint64_t parts = 0;
  uint32_t top = 0;
  const auto join = [&](Value value) DET_INLINED {
    parts &= parts - 1;
    return Op::template join<T>(stack[--top * width], value);
  };
  load(position);
  uint64_t key = nextKey;
  Value value = next;
  bool more = belongs(after);
  if (more)
    load(after);
  while (more) {
    const uint64_t updateKey = nextKey;
    const Value update = next;
    more = belongs(after);
    if (more) // on its way while this one is joined
      load(after);
    if (updateKey == key) {
      value = Op::template join<T>(value, update);
      continue;
    }
    const uint64_t bit = uint64_t(1) << (63 - __builtin_clzll(updateKey ^ key));
    while (parts & (bit - 1))
      value = join(value);
    stack[top++ * width] = value;
    parts |= bit;
    value = update;
    key = updateKey;
  }
  while (parts)
    value = join(value);
  if constexpr (runs) {
    partials[static_cast<uint64_t>(position) * r.elements + element] = value;
    if (element == 0)
      global<uint32_t>(r.next)[position] = after;
  } else {
    Place rowPlace{0, 0};
    walk(row, r.row, r.rowDims, rowPlace);
    const uint64_t target = static_cast<uint64_t>(rowPlace.to + place.to);
    if (r.operand != 0)
      value = Op::template join<T>(*global<const Value>(r.operand + target), value);
    *global<Value>(r.out + target) = canonical<T>(value);
  }
}

} // namespace

#define DET_SCATTER_BASE(NAME, OP, TYPE)                                                                                         \
  DET_KERNEL det_scatter_base_##NAME(ScatterBaseRecord r) { baseOf<OP, TYPE>(r); }
#define DET_SCATTER(NAME, OP, TYPE)                                                                                              \
  DET_KERNEL det_scatter_##NAME(ScatterRecord r) { joinRows<OP, TYPE, false>(r); }                                               \
  DET_KERNEL det_scatter_runs_##NAME(ScatterRecord r) { joinRows<OP, TYPE, true>(r); }
#define DET_SCATTER_ASSIGN(NAME, OP, TYPE)                                                                                       \
  DET_KERNEL det_scatter_##NAME(ScatterRecord r) { assignRows<TYPE>(r); }
DET_EACH_COMBINE(DET_SCATTER_BASE)
DET_EACH_COMBINE(DET_SCATTER)
DET_EACH_TYPE(DET_SCATTER_BASE, assign, Assign)
DET_EACH_TYPE(DET_SCATTER_ASSIGN, assign, Assign)
