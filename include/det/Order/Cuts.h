// Cuts of a dim into shards, at multiples of its grain.
#ifndef DET_ORDER_CUTS_H
#define DET_ORDER_CUTS_H

#include <cstdint>
#include <vector>

namespace det::order {

/// The default cut of `n` elements over `ranks`, in blocks of `grain`: with p = n/grain rounded up,
/// shard i holds the blocks [floor(i p / r), floor((i+1) p / r)). Returns ranks + 1 edges, in
/// elements; shards may be empty.
std::vector<int64_t> shards(int64_t n, int64_t grain, int64_t ranks);

/// The cut with no shard above p/r blocks (rounded up) that makes the largest number of nodes of
/// any shard smallest, then the total number of nodes, then the distance to the default cut. 16
/// over 3 is 4, 6, 6. Deterministic. For very many ranks only edges near the default ones are
/// tried. Returns ranks + 1 edges, in elements.
std::vector<int64_t> fewestNodes(int64_t n, int64_t grain, int64_t ranks);

} // namespace det::order

#endif // DET_ORDER_CUTS_H
