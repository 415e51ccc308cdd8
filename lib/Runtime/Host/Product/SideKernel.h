// Products of many small batches that lie side by side in memory (the channels of a depthwise convolution): a vector holds one
// output of several batches. Included by one file per instruction set, as ProductKernel.h is.
#ifndef DET_LIB_RUNTIME_HOST_PRODUCT_SIDEKERNEL_H
#define DET_LIB_RUNTIME_HOST_PRODUCT_SIDEKERNEL_H

#include "ProductTables.h"

namespace det::rt::host {
namespace {

// ROWS rows of one column, for VECTORS vectors of batches, or for the first `call.batches` of one vector.
template <class V, int ROWS, int VECTORS, bool PART> void side(const SideCall<typename V::Scalar> &call) {
  using Scalar = typename V::Scalar;
  using Vector = typename V::Vector;
  constexpr int lanes = V::lanes;
  static_assert(!PART || VECTORS == 1);
  const auto load = [&](const Scalar *p) { return PART ? V::loadPart(p, call.batches) : V::load(p); };
  Vector acc[ROWS][VECTORS];
  Scalar *top = call.stack;
  const int64_t *stepA = call.stepsA, *stepB = call.stepsB;
  for (int64_t leaf = 0; leaf < call.count; ++leaf) {
    for (int32_t k = 0; k < call.leaves[leaf]; ++k, ++stepA, ++stepB) {
      Vector column[VECTORS];
#pragma GCC unroll 4
      for (int v = 0; v < VECTORS; ++v)
        column[v] = load(call.b + *stepB + v * lanes);
#pragma GCC unroll 8
      for (int r = 0; r < ROWS; ++r)
#pragma GCC unroll 4
        for (int v = 0; v < VECTORS; ++v) {
          const Vector row = load(call.a + call.rowsA[r] + *stepA + v * lanes);
          acc[r][v] = k == 0 ? V::mul(row, column[v]) : V::fma(row, column[v], acc[r][v]);
        }
    }
    for (int joins = call.pops[leaf]; joins > 0; --joins) {
      top -= ROWS * VECTORS * lanes;
#pragma GCC unroll 8
      for (int r = 0; r < ROWS; ++r)
#pragma GCC unroll 4
        for (int v = 0; v < VECTORS; ++v)
          acc[r][v] = V::add(V::load(top + (r * VECTORS + v) * lanes), acc[r][v]);
    }
    if (leaf + 1 == call.count)
      break;
#pragma GCC unroll 8
    for (int r = 0; r < ROWS; ++r)
#pragma GCC unroll 4
      for (int v = 0; v < VECTORS; ++v)
        V::store(top + (r * VECTORS + v) * lanes, acc[r][v]);
    top += ROWS * VECTORS * lanes;
  }
#pragma GCC unroll 8
  for (int r = 0; r < ROWS; ++r)
#pragma GCC unroll 4
    for (int v = 0; v < VECTORS; ++v) {
      Scalar *c = call.c + call.rowsC[r] + v * lanes;
      if constexpr (PART)
        V::storePart(c, V::canonical(acc[r][v]), call.batches);
      else
        V::store(c, V::canonical(acc[r][v]));
    }
}

template <class V, int ROWS> constexpr void fillSides(Kernels<typename V::Scalar> &kernels) {
  kernels.sides[ROWS - 1] = side<V, ROWS, 1, false>;
  kernels.partSides[ROWS - 1] = side<V, ROWS, 1, true>;
  if constexpr (ROWS < Kernels<typename V::Scalar>::mostSideRows)
    fillSides<V, ROWS + 1>(kernels);
}

} // namespace
} // namespace det::rt::host

#endif // DET_LIB_RUNTIME_HOST_PRODUCT_SIDEKERNEL_H
