// What the checks of gathers, scatters, sorts, scans and generic reductions share: where elements lie, and what bodies compute.
#ifndef DET_LIB_VERIFY_PLACES_H
#define DET_LIB_VERIFY_PLACES_H

#include "Walk.h"

namespace det::verify {

Index sizesOf(const Box &box);
Index listOf(const std::vector<int64_t> &list);
bool has(const Index &list, int64_t value);

/// The access's elements lie dense, row-major; `what` is plural.
void requireDense(const Access &access, const char *what);
/// The rank has a dim of a value whole.
void requireWhole(const EntryAt &entry, const Access &access, int64_t dim);
/// Two dims are cut alike.
void requireAlike(const Access &a, size_t dimA, const Access &b, size_t dimB);
/// Dims of a value without some.
Index dimsWithout(size_t rank, const Index &without);
void requireIndexType(const EntryAt &entry, artifact::ElementType type, uint32_t value);

/// Scatter dims of the updates: neither of the window nor batching.
Index scatterDims(const Op &op, const Access &updates);

/// The kernel of a body computes what the graph's body does.
void checkBody(const EntryAt &entry, const Op &op, const artifact::BodyT *body);

} // namespace det::verify

#endif // DET_LIB_VERIFY_PLACES_H
