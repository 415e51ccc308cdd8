// A stable sort of 32-bit keys, eight bits at a time, least significant first, without atomics. A warp takes 256 consecutive
// items of a tile, 32 at a time: ballots say which lanes have the same digit, and counters of the warp how many came before.
#include "Gpu.h"

using namespace det::device;
using namespace det::rt::cuda;

namespace {

constexpr uint32_t digits = 256, warps = radixThreads / warpSize, rounds = radixTile / radixThreads;

struct Counters {
  uint32_t count[warps][digits]; ///< afterwards: items of the same digit in earlier warps
  uint32_t total[digits];        ///< of the tile
  uint32_t before[digits];       ///< items of the tile with smaller digits
  uint32_t sums[warps];
};
using Shared = __attribute__((address_space(3))) Counters;

DET_INLINE uint32_t itemOf(uint32_t round) { return warp() * (rounds * warpSize) + round * warpSize + lane(); }

/// The sum of the values of lower threads, of 256.
DET_INLINE uint32_t exclusiveSum(uint32_t value, SharedPointer<uint32_t> sums) {
  uint32_t sum = value;
#pragma unroll
  for (uint32_t distance = 1; distance < warpSize; distance *= 2) {
    const uint32_t lower = shuffleUp(sum, distance);
    sum += lane() >= distance ? lower : 0;
  }
  if (lane() == warpSize - 1)
    sums[warp()] = sum;
  barrier();
  uint32_t earlier = 0;
  for (uint32_t w = 0; w < warps; ++w)
    earlier += w < warp() ? sums[w] : 0;
  return earlier + sum - value;
}

/// Counts the digits of a tile; ranks[i]: how many equal digits the warp had before item itemOf(i).
DET_INLINE void rankDigits(const uint32_t (&digit)[rounds], const bool (&valid)[rounds], uint32_t (&ranks)[rounds],
                           Shared &counters) {
  for (uint32_t i = lane(); i < digits; i += warpSize)
    counters.count[warp()][i] = 0;
  warpBarrier();
  repeat<rounds>([&](auto round) DET_INLINED {
    uint32_t peers = ballot(valid[round]);
#pragma unroll
    for (uint32_t bit = 0; bit < 8; ++bit) {
      const bool set = digit[round] >> bit & 1;
      const uint32_t with = ballot(set);
      peers &= set ? with : ~with;
    }
    const uint32_t lower = peers & ((1u << lane()) - 1);
    ranks[round] = valid[round] ? counters.count[warp()][digit[round]] + static_cast<uint32_t>(__builtin_popcount(lower)) : 0;
    warpBarrier();
    if (valid[round] && lower == 0)
      counters.count[warp()][digit[round]] += static_cast<uint32_t>(__builtin_popcount(peers));
    warpBarrier();
  });
  barrier();
  uint32_t sum = 0;
  for (uint32_t w = 0; w < warps; ++w) {
    const uint32_t count = counters.count[w][thread()];
    counters.count[w][thread()] = sum;
    sum += count;
  }
  counters.total[thread()] = sum;
  counters.before[thread()] = exclusiveSum(sum, counters.sums);
  barrier();
}

DET_SHARED Counters counters;
DET_SHARED uint32_t sortKeys[2][radixTile];
DET_SHARED uint32_t sortItems[2][radixTile];

} // namespace

DET_KERNEL det_radix_small(RadixRecord r) {
  const auto keys = global<const uint32_t>(r.keys);
  uint32_t from = 0;
  repeat<rounds>([&](auto i) DET_INLINED {
    if (itemOf(i) < r.count) {
      sortKeys[0][itemOf(i)] = keys[itemOf(i)];
      sortItems[0][itemOf(i)] = itemOf(i);
    }
  });
  for (uint32_t shift = 0; shift < r.bits; shift += 8) {
    barrier();
    uint32_t digit[rounds], ranks[rounds];
    bool valid[rounds];
    repeat<rounds>([&](auto i) DET_INLINED {
      valid[i] = itemOf(i) < r.count;
      digit[i] = valid[i] ? sortKeys[from][itemOf(i)] >> shift & (digits - 1) : 0;
    });
    rankDigits(digit, valid, ranks, counters);
    repeat<rounds>([&](auto i) DET_INLINED {
      if (valid[i]) {
        const uint32_t to = counters.before[digit[i]] + counters.count[warp()][digit[i]] + ranks[i];
        sortKeys[1 - from][to] = sortKeys[from][itemOf(i)];
        sortItems[1 - from][to] = sortItems[from][itemOf(i)];
      }
    });
    from = 1 - from;
  }
  barrier();
  repeat<rounds>([&](auto i) DET_INLINED {
    if (itemOf(i) < r.count) {
      global<uint32_t>(r.sortedKeys)[itemOf(i)] = sortKeys[from][itemOf(i)];
      global<uint32_t>(r.sortedItems)[itemOf(i)] = sortItems[from][itemOf(i)];
    }
  });
}

DET_KERNEL det_radix_count(RadixRecord r) {
  const auto keys = global<const uint32_t>(r.keys);
  uint32_t digit[rounds], ranks[rounds];
  bool valid[rounds];
  repeat<rounds>([&](auto i) DET_INLINED {
    const uint32_t item = block() * radixTile + itemOf(i);
    valid[i] = item < r.count;
    digit[i] = valid[i] ? keys[item] >> r.shift & (digits - 1) : 0;
  });
  rankDigits(digit, valid, ranks, counters);
  global<uint32_t>(r.counts)[thread() * r.blocks + block()] = counters.total[thread()];
}

/// One block turns the counts into positions.
DET_KERNEL det_radix_scan(RadixRecord r) {
  constexpr uint32_t each = 8, scanWarps = radixScanThreads / warpSize;
  DET_SHARED uint32_t sums[scanWarps];
  const auto counts = global<uint32_t>(r.counts);
  const uint32_t total = r.blocks * digits;
  uint32_t before = 0;
  for (uint32_t first = 0; first < total; first += radixScanThreads * each) {
    const uint32_t mine = first + thread() * each;
    uint32_t value[each], sum = 0;
    repeat<each>([&](auto i) DET_INLINED {
      value[i] = mine + i < total ? counts[mine + i] : 0;
      sum += value[i];
    });
    uint32_t inclusive = sum;
#pragma unroll
    for (uint32_t distance = 1; distance < warpSize; distance *= 2) {
      const uint32_t lower = shuffleUp(inclusive, distance);
      inclusive += lane() >= distance ? lower : 0;
    }
    if (lane() == warpSize - 1)
      sums[warp()] = inclusive;
    barrier();
    uint32_t at = before + inclusive - sum;
    for (uint32_t w = 0; w < scanWarps; ++w) {
      const uint32_t ofWarp = sums[w];
      at += w < warp() ? ofWarp : 0;
      before += ofWarp;
    }
    repeat<each>([&](auto i) DET_INLINED {
      if (mine + i < total)
        counts[mine + i] = at;
      at += value[i];
    });
    barrier();
  }
}

DET_KERNEL det_radix_place(RadixRecord r) {
  const auto keys = global<const uint32_t>(r.keys), items = global<const uint32_t>(r.items);
  uint32_t key[rounds], digit[rounds], ranks[rounds];
  bool valid[rounds];
  repeat<rounds>([&](auto i) DET_INLINED {
    const uint32_t item = block() * radixTile + itemOf(i);
    valid[i] = item < r.count;
    key[i] = valid[i] ? keys[item] : 0;
    digit[i] = key[i] >> r.shift & (digits - 1);
  });
  rankDigits(digit, valid, ranks, counters);
  repeat<rounds>([&](auto i) DET_INLINED {
    if (valid[i]) {
      const uint32_t item = block() * radixTile + itemOf(i);
      const uint32_t to =
          global<const uint32_t>(r.counts)[digit[i] * r.blocks + block()] + counters.count[warp()][digit[i]] + ranks[i];
      global<uint32_t>(r.sortedKeys)[to] = key[i];
      global<uint32_t>(r.sortedItems)[to] = r.items != 0 ? items[item] : item;
    }
  });
}
