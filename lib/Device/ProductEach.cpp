// Products whose results are too few for tiles: one thread per result, the same chains and the same joins.
#include "ProductKernel.h"

using namespace det::device;
using namespace det::rt::cuda;

namespace {

template <class T> DET_INLINE void productEach(const ProductEachRecord &r) {
  using Value = typename T::Value;
  const uint32_t number = block() * eachThreads + thread();
  if (number >= r.count)
    return;
  int64_t a = 0, b = 0, c = 0;
  uint32_t rest = number;
#pragma unroll
  for (int d = 0; d < 3; ++d) {
    const EachLoop &loop = r.loop[d];
    const uint32_t next = divide(rest, loop.by), at = rest - next * loop.size;
    a += global<const int64_t>(loop.a)[at];
    b += global<const int64_t>(loop.b)[at];
    c += global<const int64_t>(loop.c)[at];
    rest = next;
  }
  const auto left = global<const Value>(r.a) + a;
  const auto right = global<const Value>(r.b) + b;
  const auto stepsA = global<const int64_t>(r.stepsA), stepsB = global<const int64_t>(r.stepsB);
  const auto leaves = global<const uint64_t>(r.leaves);
  Value stack[mostStack];
  uint32_t top = 0, k = 0;
  Value sum = 0;
  for (uint32_t i = 0; i < r.leafCount; ++i) {
    const EachLeaf leaf = __builtin_bit_cast(EachLeaf, static_cast<uint64_t>(leaves[i]));
    if (i > 0)
      stack[top++] = sum;
    sum = fromBits<T>(chainStart<T>);
    uint32_t term = 0;
    for (; term + 4 <= leaf.terms; term += 4, k += 4) {
      Value x[4], y[4];
#pragma unroll
      for (int j = 0; j < 4; ++j) {
        x[j] = left[stepsA[k + j]];
        y[j] = right[stepsB[k + j]];
      }
#pragma unroll
      for (int j = 0; j < 4; ++j)
        sum = multiplyAdd<T>(x[j], y[j], sum);
    }
    for (; term < leaf.terms; ++term, ++k)
      sum = multiplyAdd<T>(left[stepsA[k]], right[stepsB[k]], sum);
    for (uint32_t joins = leaf.pops; joins > 0; --joins)
      sum = stack[--top] + sum;
  }
  global<Value>(r.c)[c] = canonical<T>(sum);
}

} // namespace

DET_KERNEL det_product_each_f32(ProductEachRecord r) { productEach<F32>(r); }
DET_KERNEL det_product_each_f64(ProductEachRecord r) { productEach<F64>(r); }
DET_KERNEL det_product_each_i32(ProductEachRecord r) { productEach<I32>(r); }
DET_KERNEL det_product_each_i64(ProductEachRecord r) { productEach<I64>(r); }
