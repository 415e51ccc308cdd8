// A block sorts a tile in shared memory: rounds of merges of runs of 1, 2, 4, ... elements.
#ifndef DET_LIB_DEVICE_SORTTILE_H
#define DET_LIB_DEVICE_SORTTILE_H

#include "SortMerge.h"

namespace det::device {

/// The rows of a tile: several short ones, each in a slot of its own, or a part of a long one.
struct Tile {
  int64_t row;    ///< the first
  uint32_t rows;
  uint32_t first; ///< the number of the first element, in a part of a row
  uint32_t size;  ///< elements of each row, or of the part
  uint32_t slot;

  DET_INLINE explicit Tile(const SortRecord &record) : slot(record.slot) {
    if (record.size <= sortTile) {
      const uint32_t slots = sortTile / slot;
      row = int64_t(block()) * slots;
      rows = record.rows - row < slots ? uint32_t(record.rows - row) : slots;
      first = 0;
      size = uint32_t(record.size);
    } else {
      const uint32_t tiles = uint32_t((record.size + sortTile - 1) / sortTile);
      row = block() / tiles;
      rows = 1;
      first = block() % tiles * sortTile;
      size = uint32_t(record.size - first < sortTile ? record.size - first : sortTile);
    }
  }
  /// Elements of the row in this slot.
  DET_INLINE uint32_t sizeOf(uint32_t number) const { return number < rows ? size : 0; }

  /// Calls visit(slot, element) for the elements of the tile, a share of each thread; neighbours are neighbours in memory.
  template <class Visit> DET_INLINE void forElements(int64_t inner, Visit &&visit) const {
    for (uint32_t i = thread(); i < rows * size; i += sortThreads) {
      if (inner == 1)
        visit(i / size, i % size);
      else
        visit(i % rows, i / rows);
    }
  }
};

/// Sorts the tile that lies at `items`, with room for another behind it; gives back where the result is. `begins`: a word per thread.
template <class Rule, class Items>
DET_INLINE Items sortTileItems(Rule &rule, const Tile &tile, const Items &items, SharedPointer<uint32_t> begins,
                               SharedPointer<uint32_t> votes) {
  const uint32_t start = thread() * sortChunk;
  uint32_t from = 0; // or sortTile
  barrier();
  for (uint32_t width = 1; width < tile.size; width *= 2, from ^= sortTile) {
    const Items source = items.shifted(from), target = items.shifted(from ^ sortTile);
    if (2 * width <= sortChunk) {
      for (uint32_t begin = start; begin < start + sortChunk; begin += 2 * width) {
        const uint32_t slot = begin / tile.slot;
        const Pair pair = Pair::at(begin, width, slot * tile.slot + tile.sizeOf(slot));
        if (pair.begin != begin) // nothing here
          continue;
        rule.setRow(tile.row + slot);
        merge(rule, source, target, pair, 0, 0, pair.size());
      }
      barrier();
      continue;
    }
    const uint32_t begin = start & ~(2 * width - 1), slot = begin / tile.slot, first = start - begin;
    const Pair pair = Pair::at(begin, width, slot * tile.slot + tile.sizeOf(slot));
    const bool works = pair.begin == begin && first < pair.size();
    uint32_t last = 0, taken = 0;
    if (works) {
      rule.setRow(tile.row + slot);
      last = least(first + sortChunk, pair.size());
      taken = searchSplit(rule, source, pair, first);
      if constexpr (!Rule::isStrict)
        begins[thread()] = taken;
      taken = merge(rule, source, target, pair, taken, first, last);
    }
    barrier();
    if constexpr (!Rule::isStrict) {
      if (anyOfBlock(works && last < pair.size() && begins[thread() + 1] != taken, votes)) {
        if (works && first == 0)
          merge(rule, source, target, pair, 0, 0, pair.size());
        barrier();
      }
    }
  }
  return items.shifted(from);
}

/// Writes the arrays of a tile, or, where rows are longer, the order (`keyOf` writes the keys).
template <class NumberOf, class StoreKey>
DET_INLINE void storeTile(const SortRecord &record, const Tile &tile, NumberOf &&numberOf, StoreKey &&storeKey) {
  if (record.order[0]) {
    const auto order = global<uint32_t>(record.order[0]) + tile.row * record.size + tile.first;
    tile.forElements(1, [&](uint32_t slot, uint32_t i) {
      order[int64_t(slot) * record.size + i] = numberOf(slot * tile.slot + i);
      storeKey((tile.row + slot) * record.size + tile.first + i, slot * tile.slot + i);
    });
    return;
  }
  for (uint32_t a = 0; a < record.arrays; ++a) {
    const SortedArray &array = record.array[a];
    tile.forElements(record.inner, [&](uint32_t slot, uint32_t i) {
      const int64_t from = elementAt(record, tile.row + slot, numberOf(slot * tile.slot + i)), to = elementAt(record, tile.row + slot, i);
      storeElement(array.output + uint64_t(to) * array.bytes, uint32_t(array.bytes),
                   loadElement(array.input + uint64_t(from) * array.bytes, uint32_t(array.bytes)));
    });
  }
}

} // namespace det::device

#endif // DET_LIB_DEVICE_SORTTILE_H
