// Joins the updates of each row along the tree that the updates which exist span (Host/Scatter.cpp): two neighbours part at the highest bit in
// which their keys differ, and lower bits join first. So the bits at which stacked values part from the next fall towards the top, and one word
// says which there are. The newest value is in a register, the others in shared memory.
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

template <class Op, class T> DET_INLINE void scatterRows(const ScatterRecord &r) {
  using Value = typename T::Value;
  constexpr bool assigns = __is_same(Op, Assign);
  const uint32_t number = block() * threads() + thread();
  if (number >= r.count)
    return;
  const uint32_t part = divide(number, r.byElements), element = number - part * r.elements;
  const uint32_t position = r.first + part;
  const auto keys = global<const uint32_t>(r.keys), items = global<const uint32_t>(r.items);
  const uint32_t row = keys[position];
  // A sum is made where its row begins, an overwritten element by the last update.
  const uint32_t neighbour = assigns ? position + 1 : position - 1;
  if (row == r.rows || (neighbour < r.items_count && keys[neighbour] == row))
    return;
  Place rowPlace{0, 0}, place{0, 0};
  walk(row, r.row, r.rowDims, rowPlace);
  walk(element, r.dim, r.dims, place);
  const uint64_t target = static_cast<uint64_t>(rowPlace.to + place.to), source = r.updates + static_cast<uint64_t>(place.from);
  const auto hits = global<const ScatterHit>(r.hits);
  const auto updateAt = [&](int64_t update) DET_INLINED {
    return *global<const Value>(source + static_cast<uint64_t>(update) * sizeof(Value));
  };
  const auto out = global<Value>(r.out + target);
  if constexpr (assigns) {
    *out = canonical<T>(updateAt(hits[items[position]].update));
  } else {
    const SharedPointer<Value> stack = (SharedPointer<Value>)det_scatter_stack + thread();
    const uint32_t width = threads();
    uint64_t parts = 0, key = 0;
    uint32_t top = 0;
    Value value = 0;
    const auto join = [&]() DET_INLINED {
      value = Op::template join<T>(stack[--top * width], value);
      parts &= parts - 1;
    };
    ScatterHit hit{hits[items[position]].key, hits[items[position]].update};
    Value next = updateAt(hit.update);
    for (uint32_t i = position; i < r.items_count;) {
      const uint64_t nextKey = hit.key;
      const Value update = next;
      const bool first = i == position;
      const bool more = ++i < r.items_count && keys[i] == row;
      if (more) { // on its way while this one is joined
        hit.key = hits[items[i]].key;
        hit.update = hits[items[i]].update;
        next = updateAt(hit.update);
      }
      if (first) {
        value = update;
      } else if (nextKey == key) {
        value = Op::template join<T>(value, update);
      } else {
        const uint64_t bit = uint64_t(1) << (63 - __builtin_clzll(nextKey ^ key));
        while (parts & (bit - 1))
          join();
        stack[top++ * width] = value;
        parts |= bit;
        value = update;
      }
      key = nextKey;
      if (!more)
        break;
    }
    while (parts)
      join();
    if (r.operand != 0)
      value = Op::template join<T>(*global<const Value>(r.operand + target), value);
    *out = canonical<T>(value);
  }
}

} // namespace

#define DET_SCATTER(NAME, OP, TYPE)                                                                                                    \
  DET_KERNEL det_scatter_##NAME(ScatterRecord r) { scatterRows<OP, TYPE>(r); }                                                         \
  DET_KERNEL det_scatter_base_##NAME(ScatterBaseRecord r) { baseOf<OP, TYPE>(r); }
DET_EACH_COMBINE(DET_SCATTER)
DET_EACH_TYPE(DET_SCATTER, assign, Assign)
