// Boxes of logical indices: one half-open range per reduced dim. A node of an expression is known
// by the box below it.
#ifndef DET_ORDER_BOX_H
#define DET_ORDER_BOX_H

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace det::order {

/// The indices [begin, end) of one dim.
struct Range {
  int64_t begin = 0, end = 0;
  int64_t size() const { return end > begin ? end - begin : 0; }
  bool operator==(const Range &) const = default;
};

/// One range per reduced dim, in the order in which the reduction lists its dims.
using Box = std::vector<Range>;

/// The largest power of two <= max(x, 1).
int64_t pow2(int64_t x);

/// Quotient of non-negative numbers, rounded up.
inline int64_t ceilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

/// The box from 0 to `sizes`.
Box wholeBox(std::span<const int64_t> sizes);

/// True if some dim has no index. A box without dims holds one (empty) index: it is not empty.
bool isEmpty(const Box &box);

/// The number of indices.
int64_t volume(const Box &box);

/// The common part; ranges that do not meet give an empty range.
Box overlap(const Box &a, const Box &b);

/// True if every index of `inner` is in `outer`, dim by dim.
bool contains(const Box &outer, const Box &inner);

/// The part of `box` whose index along `dim` is in [begin, end).
Box within(const Box &box, int64_t dim, int64_t begin, int64_t end);

/// The numbers of the blocks that `box` meets along `dim`; block k holds the indices from k *
/// block.
Range blocksOf(const Box &box, int64_t dim, int64_t block);

/// Prints as [0:64, 3:5].
std::string toString(const Box &box);

} // namespace det::order

#endif // DET_ORDER_BOX_H
