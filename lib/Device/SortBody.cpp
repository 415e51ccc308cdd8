// Sorts by a generated comparator: as by keys, but an item is the number of an element, and the body reads the elements where they lie.
#include "Body.h"
#include "SortRound.h"
#include "SortTile.h"

using namespace det::device;
using namespace det::rt::cuda;

namespace {

template <class Numbers> struct NumberItems {
  using Item = uint32_t;
  Numbers numbers;
  DET_INLINE Item load(uint32_t at) const { return numbers[at]; }
  DET_INLINE void store(uint32_t at, Item item) const { numbers[at] = item; }
  DET_INLINE NumberItems shifted(uint32_t by) const { return {numbers + by}; }
};

/// The body over `N` arrays. It is given nothing to be an order of any kind.
template <uint32_t N> struct BodyRule {
  static constexpr bool isStrict = false;
  const SortRecord &record;
  void *scratch;
  uint64_t rows[roomFor<N, mostSorted>]; ///< where the row begins, per array

  DET_INLINE explicit BodyRule(const SortRecord &record) : record(record), scratch(bodyScratch(record.scratch, record.scratchBytes)) {}
  DET_INLINE void setRow(int64_t row) {
    for (uint32_t a = 0; a < countOf<N>(record.arrays); ++a)
      rows[a] = record.array[a].input + uint64_t(elementAt(record, row, 0)) * record.array[a].bytes;
  }
  DET_INLINE bool before(uint32_t x, uint32_t y) const {
    void *buffers[2 * roomFor<N, mostSorted> + 1];
    uint8_t result;
    const uint32_t arrays = countOf<N>(record.arrays);
    for (uint32_t a = 0; a < arrays; ++a) {
      const uint64_t step = uint64_t(record.inner) * record.array[a].bytes;
      buffers[2 * a] = reinterpret_cast<void *>(rows[a] + x * step);
      buffers[2 * a + 1] = reinterpret_cast<void *>(rows[a] + y * step);
    }
    buffers[2 * arrays] = &result;
    det_body(buffers, reinterpret_cast<const int64_t *>(record.params), 0, 1, scratch);
    return result != 0;
  }
};

template <uint32_t N>
DET_INLINE void sortBodyTile(const SortRecord &record, SharedPointer<uint32_t> numbers, SharedPointer<uint32_t> begins,
                             SharedPointer<uint32_t> votes) {
  BodyRule<N> rule(record);
  const Tile tile(record);
  using Items = NumberItems<SharedPointer<uint32_t>>;
  const Items items{numbers};
  tile.forElements(1, [&](uint32_t slot, uint32_t i) { items.store(slot * tile.slot + i, tile.first + i); });
  const Items sorted = sortTileItems(rule, tile, items, begins, votes);
  storeTile(record, tile, [&](uint32_t at) { return sorted.numbers[at]; }, [](int64_t, uint32_t) {});
}

DET_INLINE NumberItems<GlobalPointer<uint32_t>> rowItems(const SortRecord &record, int64_t row, uint32_t which) {
  return {global<uint32_t>(record.order[which]) + row * record.size};
}

template <uint32_t N> DET_INLINE void mergeBody(const SortRecord &record, SharedPointer<uint32_t> begins, SharedPointer<uint32_t> votes) {
  BodyRule<N> rule(record);
  const RoundTile tile(record, block());
  mergeTile(rule, record, tile, rowItems(record, tile.row, 0), rowItems(record, tile.row, 1), begins, votes);
}

template <uint32_t N> DET_INLINE void repairBody(const SortRecord &record, SharedPointer<uint32_t> votes) {
  BodyRule<N> rule(record);
  const RoundTile tile(record, block());
  if (tile.first == 0)
    repairPair(rule, record, tile, rowItems(record, tile.row, 0), rowItems(record, tile.row, 1), votes);
}

} // namespace

#define DET_SORT_KERNELS(NAME, ARRAYS)                                                                                               \
  DET_KERNEL det_sort_tile_##NAME(SortRecord record) {                                                                               \
    DET_SHARED uint32_t numbers[2 * sortTile], begins[sortThreads], votes[sortThreads / warpSize];                                   \
    sortBodyTile<ARRAYS>(record, numbers, begins, votes);                                                                            \
  }                                                                                                                                  \
  DET_KERNEL det_sort_merge_##NAME(SortRecord record) {                                                                              \
    DET_SHARED uint32_t begins[sortThreads], votes[sortThreads / warpSize];                                                          \
    mergeBody<ARRAYS>(record, begins, votes);                                                                                        \
  }                                                                                                                                  \
  DET_KERNEL det_sort_repair_##NAME(SortRecord record) {                                                                             \
    DET_SHARED uint32_t votes[sortThreads / warpSize];                                                                               \
    repairBody<ARRAYS>(record, votes);                                                                                               \
  }

DET_SORT_KERNELS(body1, 1)
DET_SORT_KERNELS(body2, 2)
DET_SORT_KERNELS(body3, 3)
DET_SORT_KERNELS(bodyn, 0)
