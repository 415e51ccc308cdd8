// Stable sorts of several arrays together.
//
// The result for any comparator, also one that is no strict order, is that of this merge sort: runs of 1, 2, 4, ... elements;
// each round merges neighbouring runs, and a merge takes the head of the right run where it comes before the head of the left
// run, else the head of the left one, until one run is empty. For a strict weak order that is the stable sort.
#ifndef DET_RUNTIME_HOST_SORT_H
#define DET_RUNTIME_HOST_SORT_H

#include "det/Runtime/Host/Body.h"
#include "det/Runtime/Result.h"

namespace det::rt::host {

/// What compares two elements: the body, or a key of each as an integer, by the total order of floats, or by < (f32 and f64;
/// NaN comes before nothing and nothing before it).
enum class SortKey : uint8_t { body, signedInteger, unsignedInteger, total, less };

/// Most arrays that one sort takes.
inline constexpr size_t maxSorted = 64;

/// Arrays [outer, size, inner], dense, sorted along the middle. A row is one (outer, inner) index. With a key, `keys` is one
/// such array. The body takes a left and a right value of every array (left, right, left, right, ...) and gives one byte:
/// whether left comes before right.
struct Sort {
  std::vector<int64_t> elementBytes; ///< per array
  int64_t outer = 1, size = 0, inner = 1;
  SortKey key = SortKey::body;
  int64_t keyBytes = 0;
  bool descending = false; ///< with a key: greatest first
  Body body;

  int64_t rows() const { return outer * inner; }
};

/// Errors: rows of 2^32 elements or more, more than maxSorted arrays, element sizes that no element has.
Status checkSort(const Sort &sort);

/// Bytes of scratch, per thread.
size_t sortScratch(const Sort &sort);

/// Sorts the rows [begin, end). Outputs may not lie on inputs or keys.
void runSort(const Sort &sort, const void *const *inputs, const void *keys, void *const *outputs, int64_t begin, int64_t end,
             void *scratch);

} // namespace det::rt::host

#endif // DET_RUNTIME_HOST_SORT_H
