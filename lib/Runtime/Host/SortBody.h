// The merge sort with a generated comparator.
#ifndef DET_LIB_RUNTIME_HOST_SORTBODY_H
#define DET_LIB_RUNTIME_HOST_SORTBODY_H

#include "det/Runtime/Host/Sort.h"

namespace det::rt::host {

/// Bytes that `sortByBody` needs.
size_t bodySortScratch(const Sort &sort);

/// Sorts `order`, the numbers of a row's elements, ascending at first; `from` counts elements of the inputs from `base` on in
/// steps of sort.inner. `other` has room for as many numbers. Gives back where the sorted numbers are: order or other.
uint32_t *sortByBody(const Sort &sort, const void *const *inputs, int64_t base, uint32_t *order, uint32_t *other, void *scratch);

} // namespace det::rt::host

#endif // DET_LIB_RUNTIME_HOST_SORTBODY_H
