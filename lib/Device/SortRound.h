// A round of merges in global memory: runs of a tile and more become runs of twice the length.
#ifndef DET_LIB_DEVICE_SORTROUND_H
#define DET_LIB_DEVICE_SORTROUND_H

#include "SortMerge.h"

namespace det::device {

/// The tile of the result that a block merges: outputs [first, last) of a pair of runs of a row.
struct RoundTile {
  int64_t row;
  uint32_t tiles, number; ///< of the row; this one
  Pair pair;
  uint32_t first, last;

  DET_INLINE RoundTile(const SortRecord &record, uint32_t block) {
    tiles = uint32_t((record.size + sortTile - 1) / sortTile);
    row = block / tiles;
    number = block % tiles;
    const uint64_t place = uint64_t(number) * sortTile, begin = place & ~(2 * uint64_t(record.width) - 1);
    pair = Pair::at(begin, uint64_t(record.width), uint64_t(record.size));
    first = uint32_t(place - begin);
    last = least(first + sortTile, pair.size());
  }
};

/// Merges one tile.
template <class Rule, class Items>
DET_INLINE void mergeTile(Rule &rule, const SortRecord &record, const RoundTile &tile, const Items &source, const Items &target,
                          SharedPointer<uint32_t> begins, SharedPointer<uint32_t> votes) {
  const Pair pair = tile.pair;
  rule.setRow(tile.row);
  // Where the tile lies in both runs, so that its threads search in less.
  if (thread() < 2)
    begins[thread()] = searchSplit(rule, source, pair, thread() == 0 ? tile.first : tile.last);
  barrier();
  const uint32_t tileBegin = begins[0], tileEnd = begins[1];
  barrier();
  const uint32_t first = tile.first + thread() * sortChunk, last = least(first + sortChunk, tile.last);
  const bool works = first < tile.last;
  uint32_t taken = 0;
  if (works) {
    if (thread() == 0) {
      taken = tileBegin;
    } else {
      const uint32_t low = most(tileBegin, beyond(first, tile.last - tileEnd)), high = least(tileEnd, first - (tile.first - tileBegin));
      taken = searchSplit(rule, source, pair, first, low, most(low, high));
    }
    if constexpr (!Rule::isStrict)
      begins[thread()] = taken;
    taken = merge(rule, source, target, pair, taken, first, last);
  }
  if constexpr (!Rule::isStrict) {
    barrier();
    const bool broken = anyOfBlock(works && last < tile.last && begins[thread() + 1] != taken, votes);
    const auto state = global<SortState>(record.states) + block();
    if (thread() == 0)
      state->begin = tileBegin;
    if (works && last == tile.last)
      state->end = broken ? brokenTile : taken;
  }
}

/// Looks whether the tiles of a pair fit together; if not, one thread merges again what does not. A block does the pair that begins
/// at its tile.
template <class Rule, class Items>
DET_INLINE void repairPair(Rule &rule, const SortRecord &record, const RoundTile &tile, const Items &source, const Items &target,
                           SharedPointer<uint32_t> votes) {
  const Pair pair = tile.pair;
  const auto states = global<SortState>(record.states) + block();
  const uint32_t tiles = (pair.size() + sortTile - 1) / sortTile;
  bool wrong = false;
  for (uint32_t i = thread(); i < tiles; i += sortThreads)
    wrong |= states[i].end == brokenTile || (i + 1 < tiles && states[i].end != states[i + 1].begin);
  if (!anyOfBlock(wrong, votes) || thread() != 0)
    return;
  rule.setRow(tile.row);
  uint32_t taken = 0;
  for (uint32_t i = 0; i < tiles; ++i) {
    if (states[i].begin == taken && states[i].end != brokenTile)
      taken = states[i].end;
    else
      taken = merge(rule, source, target, pair, taken, i * sortTile, least((i + 1) * sortTile, pair.size()));
  }
}

} // namespace det::device

#endif // DET_LIB_DEVICE_SORTROUND_H
