// Sorts by keys: tiles, then rounds of merges, then every array follows the order.
#include "Body.h"
#include "SortRound.h"
#include "SortTile.h"

using namespace det::device;
using namespace det::rt::cuda;

namespace {

/// A key's bits as an integer in the order of the sort.
template <class T> DET_INLINE T orderedKey(T bits, const SortRecord &record) {
  const T sign = T(T(1) << (8 * sizeof(T) - 1));
  if (record.kind == KeyOrder::signedInteger || (record.kind == KeyOrder::total && !(bits & sign)))
    bits ^= sign;
  else if (record.kind == KeyOrder::total)
    bits = T(~bits);
  return record.descending ? T(~bits) : bits;
}

DET_INLINE uint64_t orderedKeyAt(const SortRecord &record, int64_t at) {
  switch (record.keyBytes) {
  case 1:
    return orderedKey(uint8_t(global<uint8_t>(record.keys)[at]), record);
  case 2:
    return orderedKey(uint16_t(global<uint16_t>(record.keys)[at]), record);
  case 4:
    return orderedKey(uint32_t(global<uint32_t>(record.keys)[at]), record);
  default:
    return orderedKey(uint64_t(global<uint64_t>(record.keys)[at]), record);
  }
}

template <class Rule> DET_INLINE typename Rule::Key keyAt(const SortRecord &record, int64_t at) {
  if constexpr (Rule::isStrict)
    return typename Rule::Key(orderedKeyAt(record, at));
  else
    return global<typename Rule::Key>(record.keys)[at];
}

template <class Rule, class Key = typename Rule::Key>
DET_INLINE void sortKeyTile(const SortRecord &record, SharedPointer<Key> keys, SharedPointer<uint32_t> numbers,
                            SharedPointer<uint32_t> begins, SharedPointer<uint32_t> votes) {
  Rule rule(record);
  const Tile tile(record);
  using Items = KeyItems<Key, SharedPointer<Key>, SharedPointer<uint32_t>>;
  const Items items{keys, numbers};
  tile.forElements(record.inner, [&](uint32_t slot, uint32_t i) {
    items.store(slot * tile.slot + i, {keyAt<Rule>(record, elementAt(record, tile.row + slot, tile.first + i)), tile.first + i});
  });
  const Items sorted = sortTileItems(rule, tile, items, begins, votes);
  const auto keysTo = global<Key>(record.sorted[0]);
  storeTile(record, tile, [&](uint32_t at) { return sorted.numbers[at]; }, [&](int64_t to, uint32_t at) { keysTo[to] = sorted.keys[at]; });
}

template <class Key> using RowItems = KeyItems<Key, GlobalPointer<Key>, GlobalPointer<uint32_t>>;

template <class Key> DET_INLINE RowItems<Key> rowItems(const SortRecord &record, int64_t row, uint32_t which) {
  return {global<Key>(record.sorted[which]) + row * record.size, global<uint32_t>(record.order[which]) + row * record.size};
}

template <class Rule, class Key = typename Rule::Key>
DET_INLINE void mergeKeys(const SortRecord &record, SharedPointer<uint32_t> begins, SharedPointer<uint32_t> votes) {
  Rule rule(record);
  const RoundTile tile(record, block());
  mergeTile(rule, record, tile, rowItems<Key>(record, tile.row, 0), rowItems<Key>(record, tile.row, 1), begins, votes);
}

template <class Rule, class Key = typename Rule::Key>
DET_INLINE void repairKeys(const SortRecord &record, SharedPointer<uint32_t> votes) {
  Rule rule(record);
  const RoundTile tile(record, block());
  if (tile.first == 0)
    repairPair(rule, record, tile, rowItems<Key>(record, tile.row, 0), rowItems<Key>(record, tile.row, 1), votes);
}

} // namespace

#define DET_SORT_KERNELS(NAME, RULE)                                                                                                 \
  DET_KERNEL det_sort_tile_##NAME(SortRecord record) {                                                                               \
    DET_SHARED RULE::Key keys[2 * sortTile];                                                                                         \
    DET_SHARED uint32_t numbers[2 * sortTile], begins[sortThreads], votes[sortThreads / warpSize];                                   \
    sortKeyTile<RULE>(record, keys, numbers, begins, votes);                                                                         \
  }                                                                                                                                  \
  DET_KERNEL det_sort_merge_##NAME(SortRecord record) {                                                                              \
    DET_SHARED uint32_t begins[sortThreads], votes[sortThreads / warpSize];                                                          \
    mergeKeys<RULE>(record, begins, votes);                                                                                          \
  }

#define DET_SORT_REPAIR(NAME, RULE)                                                                                                  \
  DET_KERNEL det_sort_repair_##NAME(SortRecord record) {                                                                             \
    DET_SHARED uint32_t votes[sortThreads / warpSize];                                                                               \
    repairKeys<RULE>(record, votes);                                                                                                 \
  }

using LessF32 = LessRule<uint32_t, float>;
using LessF64 = LessRule<uint64_t, double>;
DET_SORT_KERNELS(key32, KeyRule<uint32_t>)
DET_SORT_KERNELS(key64, KeyRule<uint64_t>)
DET_SORT_KERNELS(less_f32, LessF32)
DET_SORT_KERNELS(less_f64, LessF64)
DET_SORT_REPAIR(less_f32, LessF32)
DET_SORT_REPAIR(less_f64, LessF64)

/// Every array in the order that was found; a thread per element of the outputs.
DET_KERNEL det_sort_permute(SortRecord record) {
  const int64_t elements = record.rows * record.size, to = gridThread();
  if (to >= elements)
    return;
  const int64_t i = to / record.inner % record.size, outer = to / record.inner / record.size, column = to % record.inner;
  const int64_t number = global<uint32_t>(record.order[0])[(outer * record.inner + column) * record.size + i];
  const int64_t from = (outer * record.size + number) * record.inner + column;
  for (uint32_t a = 0; a < record.arrays; ++a) {
    const SortedArray &array = record.array[a];
    storeElement(array.output + uint64_t(to) * array.bytes, uint32_t(array.bytes),
                 loadElement(array.input + uint64_t(from) * array.bytes, uint32_t(array.bytes)));
  }
}
