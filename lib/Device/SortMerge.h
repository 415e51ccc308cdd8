// The merge sort that the host defines (include/det/Runtime/Host/Sort.h), in parallel: every thread merges a chunk of the result, from
// a place in both runs that a binary search gives. That is the sequential merge exactly if each chunk begins where the one before
// ended, which is so for every strict weak order; where a comparator is none (NaN, for one) it is checked, and what does not fit is
// merged again by one thread.
#ifndef DET_LIB_DEVICE_SORTMERGE_H
#define DET_LIB_DEVICE_SORTMERGE_H

#include "Gpu.h"
#include "det/Runtime/Cuda/SortRecords.h"

namespace det::device {

using namespace rt::cuda;

/// Two neighbouring runs, [begin, middle) and [middle, end), of a row.
struct Pair {
  uint32_t begin, middle, end;

  /// The pair of runs of `width` elements at `begin`, in a row that ends at `limit`.
  DET_INLINE static Pair at(uint64_t begin, uint64_t width, uint64_t limit) {
    const auto cut = [&](uint64_t place) { return uint32_t(place < limit ? place : limit); };
    return {cut(begin), cut(begin + width), cut(begin + 2 * width)};
  }
  DET_INLINE uint32_t size() const { return end - begin; }
  DET_INLINE uint32_t left() const { return middle - begin; }
  DET_INLINE uint32_t right() const { return end - middle; }
};

DET_INLINE uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }
DET_INLINE uint32_t most(uint32_t a, uint32_t b) { return a > b ? a : b; }
/// a - b, at least 0.
DET_INLINE uint32_t beyond(uint32_t a, uint32_t b) { return a > b ? a - b : 0; }

/// How many of the first `outputs` merged elements come from the left run, for a strict weak order; in [low, high] always.
template <class Rule, class Items>
DET_INLINE uint32_t searchSplit(const Rule &rule, const Items &items, Pair pair, uint32_t outputs, uint32_t low, uint32_t high) {
  while (low < high) {
    const uint32_t taken = low + (high - low) / 2;
    if (rule.before(items.load(pair.middle + (outputs - 1 - taken)), items.load(pair.begin + taken)))
      high = taken;
    else
      low = taken + 1;
  }
  return low;
}

template <class Rule, class Items> DET_INLINE uint32_t searchSplit(const Rule &rule, const Items &items, Pair pair, uint32_t outputs) {
  return searchSplit(rule, items, pair, outputs, beyond(outputs, pair.right()), least(pair.left(), outputs));
}

/// The sequential merge: writes outputs [first, last) of the pair, when `taken` of those before came from the left run. Gives back
/// how many have come from it then.
template <class Rule, class From, class To>
DET_INLINE uint32_t merge(const Rule &rule, const From &from, const To &to, Pair pair, uint32_t taken, uint32_t first, uint32_t last) {
  uint32_t left = pair.begin + taken, right = pair.middle + (first - taken);
  typename From::Item l{}, r{};
  if (left < pair.middle)
    l = from.load(left);
  if (right < pair.end)
    r = from.load(right);
  for (uint32_t out = pair.begin + first; out < pair.begin + last; ++out) {
    if (right < pair.end && (left >= pair.middle || rule.before(r, l))) {
      to.store(out, r);
      if (++right < pair.end)
        r = from.load(right);
    } else {
      to.store(out, l);
      if (++left < pair.middle)
        l = from.load(left);
    }
  }
  return left - pair.begin;
}

/// Whether any thread of the block says so. `votes`: one word per warp. Orders all that the block did before and after.
DET_INLINE bool anyOfBlock(bool mine, SharedPointer<uint32_t> votes) {
  const bool ofWarp = ballot(mine) != 0;
  if (lane() == 0)
    votes[warp()] = ofWarp;
  barrier();
  uint32_t any = 0;
  for (uint32_t i = 0; i < sortThreads / warpSize; ++i)
    any |= votes[i];
  return any != 0;
}

//===-- Rules and items ---------------------------------------------------------------------------------------------===//

/// A key and the number of its element.
template <class Key> struct KeyItem {
  Key key;
  uint32_t number;
};

/// Items in global or shared memory: keys beside numbers.
template <class Key, class Keys, class Numbers> struct KeyItems {
  using Item = KeyItem<Key>;
  Keys keys;
  Numbers numbers;
  DET_INLINE Item load(uint32_t at) const { return {keys[at], numbers[at]}; }
  DET_INLINE void store(uint32_t at, Item item) const {
    keys[at] = item.key;
    numbers[at] = item.number;
  }
  DET_INLINE KeyItems shifted(uint32_t by) const { return {keys + by, numbers + by}; }
};

/// Keys as unsigned integers: a strict weak order.
template <class Bits> struct KeyRule {
  using Key = Bits;
  using Item = KeyItem<Key>;
  static constexpr bool isStrict = true;
  DET_INLINE explicit KeyRule(const SortRecord &) {}
  DET_INLINE void setRow(int64_t) {}
  DET_INLINE bool before(Item a, Item b) const { return a.key < b.key; }
};

/// Keys as floats, by <.
template <class Bits, class Float> struct LessRule {
  using Key = Bits;
  using Item = KeyItem<Key>;
  static constexpr bool isStrict = false;
  bool descending;
  DET_INLINE explicit LessRule(const SortRecord &record) : descending(record.descending) {}
  DET_INLINE void setRow(int64_t) {}
  DET_INLINE bool before(Item a, Item b) const {
    const Float x = __builtin_bit_cast(Float, a.key), y = __builtin_bit_cast(Float, b.key);
    return descending ? x > y : x < y;
  }
};

/// Element i of row r of the record's arrays.
DET_INLINE int64_t elementAt(const SortRecord &record, int64_t row, int64_t i) {
  return (row / record.inner * record.size + i) * record.inner + row % record.inner;
}

} // namespace det::device

#endif // DET_LIB_DEVICE_SORTMERGE_H
