// What the sorting kernels take (lib/Device/Sort*.cpp). Shared by host and device: plain data, addresses are of the device.
#ifndef DET_RUNTIME_CUDA_SORTRECORDS_H
#define DET_RUNTIME_CUDA_SORTRECORDS_H

#include <stdint.h>

namespace det::rt::cuda {

/// Elements that a block sorts in shared memory, or merges; its threads, and the elements of a thread.
constexpr uint32_t sortTile = 1024, sortThreads = 128, sortChunk = sortTile / sortThreads;
/// Most arrays of one sort, as on the host.
constexpr uint32_t mostSorted = 64;

/// How a key becomes an integer whose order is that of the sort; `less` keys stay floats. Values of the plan's SortKey.
enum class KeyOrder : uint8_t { body, signedInteger, unsignedInteger, total, less };

/// An array [outer, size, inner] and where it goes.
struct SortedArray {
  uint64_t input, output;
  uint64_t bytes; ///< of an element: 1, 2, 4 or 8
};

/// One row is the elements of one (outer, inner); element i of row r lies at (r / inner * size + i) * inner + r % inner.
struct SortRecord {
  int64_t rows, size, inner;
  uint64_t keys;             ///< the array of keys; 0 with a body
  uint64_t order[2];         ///< [rows, size] of uint32: element numbers, before and after a round; 0 where rows fit into a tile
  uint64_t sorted[2];        ///< [rows, size] of keys, beside `order`; 0 with a body
  uint64_t states;           ///< per tile of a round two uint32 (SortState); 0 where every comparison is a strict weak order
  uint64_t params;           ///< of the body: int64 each
  uint64_t scratch, scratchBytes; ///< of the body, per thread
  int64_t width;             ///< a merge round: elements of a run
  uint32_t slot;             ///< elements of a tile that a row takes: a power of two
  uint32_t arrays;
  KeyOrder kind;
  uint8_t keyBytes, descending;
  SortedArray array[mostSorted];
};
static_assert(sizeof(SortRecord) == 120 + 1536 && sizeof(SortRecord) <= 4000);

/// How the merge of a tile went: how many elements of the pair's left run lay before it, by a search, and behind it, by merging.
/// A merge is the host's if every tile begins where the last one ended. `broken` as the end says that its own threads disagree.
struct SortState {
  uint32_t begin, end;
};
constexpr uint32_t brokenTile = ~uint32_t(0);

} // namespace det::rt::cuda

#endif // DET_RUNTIME_CUDA_SORTRECORDS_H
