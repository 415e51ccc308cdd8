// Scatters by a body: targets do not depend on each other, so updates are brought into the order of their targets (a stable sort), and
// a thread joins those of one target in ascending index.
#include "Body.h"
#include "det/Runtime/Cuda/BodyRecords.h"

using namespace det::device;
using namespace det::rt::cuda;

namespace {

/// An index as a signed number; unsigned values that do not fit become the largest one.
DET_INLINE int64_t indexValue(const BodyScatterRecord &record, int64_t at) {
  switch (record.index) {
  case indexI8:
    return global<const int8_t>(record.indices)[at];
  case indexI16:
    return global<const int16_t>(record.indices)[at];
  case indexI32:
    return global<const int32_t>(record.indices)[at];
  case indexI64:
    return global<const int64_t>(record.indices)[at];
  case indexU8:
    return global<const uint8_t>(record.indices)[at];
  case indexU16:
    return global<const uint16_t>(record.indices)[at];
  case indexU32:
    return global<const uint32_t>(record.indices)[at];
  default: {
    const uint64_t value = global<const uint64_t>(record.indices)[at];
    return value > INT64_MAX ? INT64_MAX : int64_t(value);
  }
  }
}

/// The element that an update goes to; the number of elements if it goes to none.
DET_INLINE int64_t targetOf(const BodyScatterRecord &record, int64_t update) {
  const auto dims = global<const UpdateDim>(record.dims);
  const auto components = global<const IndexComponent>(record.components);
  int64_t element = 0, index = 0, rest = update, positions = update;
  for (uint32_t d = record.window; d-- > 0;) // find the position first
    positions /= dims[record.positions + d].size;
  for (uint32_t d = record.positions; d-- > 0;) {
    const int64_t size = dims[d].size, at = positions % size;
    positions /= size;
    index += at * dims[d].indices;
    element += at * dims[d].element;
  }
  // Along the dim of each component the window begins at the index.
  for (uint32_t c = 0; c < record.componentCount; ++c) {
    int64_t whole = indexValue(record, index + c * record.componentStride), at = 0;
    rest = update;
    for (uint32_t d = record.window; d-- > 0;) {
      const UpdateDim dim = dims[record.positions + d];
      if (dim.component == int64_t(c))
        at = rest % dim.size;
      rest /= dim.size;
    }
    whole = whole > INT64_MAX - at ? -1 : whole + at;
    if (whole < 0 || whole >= components[c].size)
      return record.elements;
    element += whole * components[c].stride;
  }
  rest = update;
  for (uint32_t d = record.window; d-- > 0;) {
    const UpdateDim dim = dims[record.positions + d];
    if (dim.component < 0)
      element += rest % dim.size * dim.element;
    rest /= dim.size;
  }
  return element;
}

/// Where an update lies in the arrays of updates.
DET_INLINE int64_t updateAt(const BodyScatterRecord &record, int64_t update) {
  const auto dims = global<const UpdateDim>(record.dims);
  int64_t offset = 0;
  for (uint32_t d = record.positions + record.window; d-- > 0;) {
    const int64_t size = dims[d].size;
    offset += update % size * dims[d].updates;
    update /= size;
  }
  return offset;
}

DET_INLINE int64_t sortedTarget(const BodyScatterRecord &record, int64_t at) {
  return record.wide ? int64_t(global<const uint64_t>(record.targets)[at]) : int64_t(global<const uint32_t>(record.targets)[at]);
}

/// A thread per place in the sorted updates; the first of a target does all of them.
template <uint32_t N> DET_INLINE void apply(const BodyScatterRecord &record) {
  const int64_t first = gridThread();
  if (first >= record.updates)
    return;
  const int64_t target = sortedTarget(record, first);
  if (target >= record.elements || (first > 0 && sortedTarget(record, first - 1) == target))
    return;
  const uint32_t arrays = countOf<N>(record.arrays);
  constexpr uint32_t room = roomFor<N, mostBodyOperands>;
  uint64_t value[room], update[room];
  void *buffers[3 * room];
  for (uint32_t a = 0; a < arrays; ++a) {
    value[a] = loadElement(record.array[a].output + uint64_t(target) * record.array[a].bytes, uint32_t(record.array[a].bytes));
    buffers[a] = buffers[2 * arrays + a] = &value[a];
    buffers[arrays + a] = &update[a];
  }
  void *const scratch = bodyScratch(record.body.scratch, record.body.scratchBytes);
  int64_t at = first;
  do {
    const int64_t from = updateAt(record, global<const uint32_t>(record.order)[at]);
    for (uint32_t a = 0; a < arrays; ++a)
      update[a] = loadElement(record.array[a].update + uint64_t(from) * record.array[a].bytes, uint32_t(record.array[a].bytes));
    det_body(buffers, reinterpret_cast<const int64_t *>(record.body.params), 0, 1, scratch);
  } while (++at < record.updates && sortedTarget(record, at) == target);
  for (uint32_t a = 0; a < arrays; ++a)
    storeElement(record.array[a].output + uint64_t(target) * record.array[a].bytes, uint32_t(record.array[a].bytes), value[a]);
}

} // namespace

/// A thread per update: where it goes.
DET_KERNEL det_body_scatter_targets(BodyScatterRecord record) {
  const int64_t update = gridThread();
  if (update >= record.updates)
    return;
  const int64_t target = targetOf(record, update);
  if (record.wide)
    global<uint64_t>(record.targets)[update] = uint64_t(target);
  else
    global<uint32_t>(record.targets)[update] = uint32_t(target);
}

DET_KERNEL det_body_scatter_1(BodyScatterRecord record) { apply<1>(record); }
DET_KERNEL det_body_scatter_2(BodyScatterRecord record) { apply<2>(record); }
DET_KERNEL det_body_scatter_3(BodyScatterRecord record) { apply<3>(record); }
DET_KERNEL det_body_scatter_n(BodyScatterRecord record) { apply<0>(record); }
