// Joins of nodes, element by element along a postfix program. The newest value of the stack is in registers, the others in shared
// memory, where neighbours of the warp are neighbours. A thread owns the same few elements of all nodes, so the result may lie on
// a node or on init.
#include "Narrow.h"

using namespace det::device;
using namespace det::rt::cuda;

extern "C" __attribute__((address_space(3))) Quad det_join_stack[];

namespace {

template <class Op, class T> DET_INLINE void joinNodes(const JoinRecord &r) {
  using Value = typename T::Value;
  constexpr uint32_t each = joinElements(sizeof(Value));
  const uint32_t width = threads();
  const int64_t first = static_cast<int64_t>(block()) * (width * each) + thread();
  const SharedPointer<Value> stack = (SharedPointer<Value>)det_join_stack + thread();
  const auto nodes = global<const Value>(r.nodes);
  const auto pops = global<const uint8_t>(r.pops);
  bool valid[each];
  Value value[each], next[each];
  repeat<each>([&](auto i) DET_INLINED { valid[i] = first + i * static_cast<int64_t>(width) < r.elements; });
  const auto load = [&](uint32_t node) DET_INLINED {
    repeat<each>([&](auto i) DET_INLINED {
      next[i] = valid[i] ? nodes[node * r.stride + first + i * static_cast<int64_t>(width)] : Value(0);
    });
  };
  uint32_t top = 0; // values in shared memory
  if (r.count > 0)
    load(0);
  for (uint32_t node = 0; node < r.count; ++node) {
    repeat<each>([&](auto i) DET_INLINED {
      if (node > 0)
        stack[(top * each + i) * width] = value[i];
      value[i] = next[i];
    });
    top += node > 0;
    if (node + 1 < r.count)
      load(node + 1);
    for (uint32_t joins = pops[node]; joins > 0; --joins) {
      --top;
      repeat<each>([&](auto i) DET_INLINED { value[i] = Op::template join<T>(stack[(top * each + i) * width], value[i]); });
    }
  }
  repeat<each>([&](auto i) DET_INLINED {
    if (!valid[i])
      return;
    const int64_t at = first + i * static_cast<int64_t>(width);
    Value result = r.count > 0 ? value[i] : Value(0);
    if (r.init_kind != initNone) {
      const Value init = global<const Value>(r.init)[r.init_kind == initScalar ? 0 : at];
      result = r.count > 0 ? Op::template join<T>(init, result) : init;
    }
    if constexpr (sizeof(Value) == 8 && T::floating)
      if (r.narrowing == narrowF32) {
        global<float>(r.out)[at] = f32Of(result);
        return;
      }
    if constexpr (sizeof(Value) == 4 && T::floating)
      if (r.narrowing != narrowNone) {
        global<uint16_t>(r.out)[at] = r.narrowing == narrowBf16 ? bf16Of(result) : f16Of(result);
        return;
      }
    global<Value>(r.out)[at] = canonical<T>(result);
  });
}

} // namespace

#define DET_JOIN(NAME, OP, TYPE)                                                                                                 \
  DET_KERNEL det_join_##NAME(JoinRecord r) { joinNodes<OP, TYPE>(r); }
DET_EACH_COMBINE(DET_JOIN)
