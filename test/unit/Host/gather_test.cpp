// Gathers: the bytes of the StableHLO definition, for random dimension numbers, index types, shards and cuts of the work.
#include "Check.h"

#include "det/Runtime/Host/Gather.h"

#include <algorithm>
#include <cstdlib>

using namespace det::rt::host;
using check::Random;

namespace {

using Dims = std::vector<int64_t>;

int64_t count(const Dims &shape) {
  int64_t n = 1;
  for (int64_t size : shape)
    n *= size;
  return n;
}

Dims unravel(int64_t index, const Dims &shape) {
  Dims at(shape.size());
  for (size_t d = shape.size(); d-- > 0;) {
    at[d] = index % shape[d];
    index /= shape[d];
  }
  return at;
}

int64_t ravel(const Dims &at, const Dims &shape) {
  int64_t index = 0;
  for (size_t d = 0; d < shape.size(); ++d)
    index = index * shape[d] + at[d];
  return index;
}

bool has(const Dims &dims, int64_t d) { return std::find(dims.begin(), dims.end(), d) != dims.end(); }

// Index spec: offset dims, batching, clamping, as the StableHLO specification writes them.
template <class T, class I>
std::vector<T> define(const Gather &g, const Dims &whole, const std::vector<T> &operand, const std::vector<I> &indices) {
  std::vector<T> result(static_cast<size_t>(count(g.resultShape)));
  for (int64_t r = 0; r < count(g.resultShape); ++r) {
    const Dims at = unravel(r, g.resultShape);
    Dims batch, offset;
    for (int64_t d = 0; d < static_cast<int64_t>(at.size()); ++d)
      (has(g.offsetDims, d) ? offset : batch).push_back(at[d]);
    Dims start(whole.size(), 0), full(whole.size(), 0), batching(whole.size(), 0);
    for (size_t i = 0; i < g.startIndexMap.size(); ++i) {
      Dims place = batch;
      if (g.indexVectorDim < static_cast<int64_t>(g.indicesShape.size()))
        place.insert(place.begin() + g.indexVectorDim, static_cast<int64_t>(i));
      const auto value = indices[ravel(place, g.indicesShape)];
      const int64_t d = g.startIndexMap[i], limit = whole[d] - g.sliceSizes[d];
      start[d] = std::cmp_greater(value, limit) ? limit : std::cmp_less(value, 0) ? 0 : static_cast<int64_t>(value);
    }
    for (size_t i = 0; i < g.operandBatchingDims.size(); ++i) {
      const int64_t d = g.startIndicesBatchingDims[i];
      batching[g.operandBatchingDims[i]] = batch[d < g.indexVectorDim ? d : d - 1];
    }
    size_t next = 0;
    for (size_t d = 0; d < whole.size(); ++d) {
      const bool window = !has(g.collapsedSliceDims, d) && !has(g.operandBatchingDims, d);
      full[d] = start[d] + batching[d] + (window ? offset[next++] : 0);
    }
    bool here = true;
    for (size_t d = 0; d < whole.size(); ++d) {
      full[d] -= g.operandStart.empty() ? 0 : g.operandStart[d];
      here &= full[d] >= 0 && full[d] < g.operandShape[d];
    }
    result[r] = here ? operand[ravel(full, g.operandShape)] : T(0);
  }
  return result;
}

template <class T, class I> void compare(Random &random, Index type) {
  Gather g;
  g.elementBytes = sizeof(T);
  g.index = type;
  const int64_t rank = random.between(1, 4), batchRank = random.below(3);
  Dims whole, batchShape, windowSizes;
  for (int64_t i = 0; i < batchRank; ++i)
    batchShape.push_back(random.between(1, 6));
  g.indexVectorDim = random.between(0, batchRank);
  const bool shard = random.below(3) == 0;
  for (int64_t d = 0; d < rank; ++d) {
    const int64_t kind = random.below(4);
    int64_t size = random.between(1, 9), slice = size;
    const int64_t batchDim = static_cast<int64_t>(g.operandBatchingDims.size());
    if (kind == 0 && batchDim < batchRank) { // batching
      size = batchShape[batchDim];
      slice = 1;
      g.operandBatchingDims.push_back(d);
      g.startIndicesBatchingDims.push_back(batchDim < g.indexVectorDim ? batchDim : batchDim + 1);
    } else if (kind == 1) { // indexed, collapsed
      slice = 1;
      g.collapsedSliceDims.push_back(d);
      g.startIndexMap.push_back(d);
    } else if (kind == 2) { // indexed window
      slice = shard ? 1 : random.between(1, size);
      g.startIndexMap.push_back(d);
      windowSizes.push_back(slice);
    } else {
      windowSizes.push_back(slice);
    }
    whole.push_back(size);
    g.sliceSizes.push_back(slice);
  }
  for (size_t i = g.startIndexMap.size(); i > 1; --i)
    std::swap(g.startIndexMap[i - 1], g.startIndexMap[random.below(static_cast<int64_t>(i))]);
  g.indicesShape = batchShape;
  if (g.startIndexMap.size() == 1 && g.indexVectorDim == batchRank && random.below(2)) {
    // the index vector dim is implicit
  } else {
    g.indicesShape.insert(g.indicesShape.begin() + g.indexVectorDim, static_cast<int64_t>(g.startIndexMap.size()));
  }
  g.resultShape = batchShape;
  int64_t place = 0;
  for (int64_t size : windowSizes) {
    place = random.between(place, static_cast<int64_t>(g.resultShape.size()));
    g.resultShape.insert(g.resultShape.begin() + place, size);
    g.offsetDims.push_back(place++);
  }
  g.operandShape = whole;
  if (shard) {
    g.operandGlobal = whole;
    g.operandStart.assign(static_cast<size_t>(rank), 0);
    for (int64_t d : g.startIndexMap) {
      g.operandStart[d] = random.below(whole[d]);
      g.operandShape[d] = random.between(0, whole[d] - g.operandStart[d]);
    }
  }
  std::vector<T> operand(static_cast<size_t>(count(g.operandShape)));
  for (T &x : operand)
    x = static_cast<T>(random.next());
  std::vector<I> indices(static_cast<size_t>(count(g.indicesShape)));
  for (I &x : indices)
    x = random.below(9) == 0 ? static_cast<I>(random.next()) : static_cast<I>(random.between(0, 9));
  const std::vector<T> expected = define(g, whole, operand, indices);
  const auto prepared = prepareGather(g);
  check::that(bool(prepared), prepared ? "" : prepared.error().message);
  if (!prepared)
    return;
  std::vector<T> out(expected.size(), T(77));
  for (int64_t begin = 0; begin < prepared->rows;) {
    const int64_t end = random.between(begin + 1, prepared->rows);
    runGather(*prepared, operand.data(), indices.data(), out.data(), begin, end);
    begin = end;
  }
  check::that(check::difference(expected, out) < 0,
              "gather of rank " + std::to_string(rank) + ", index type " + std::to_string(int(type)) + (shard ? ", shard" : ""));
}

} // namespace

int main(int argc, char **argv) {
  Random random{11};
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 2000;
  for (int round = 0; round < rounds; ++round) {
    compare<uint32_t, int32_t>(random, Index::i32);
    compare<uint64_t, int64_t>(random, Index::i64);
    compare<uint8_t, uint32_t>(random, Index::u32);
    compare<uint16_t, uint64_t>(random, Index::u64);
    compare<uint32_t, int8_t>(random, Index::i8);
  }
  Gather g;
  g.operandShape = {8, 4};
  g.indicesShape = {3, 1};
  g.resultShape = {3, 4};
  g.offsetDims = {1};
  g.collapsedSliceDims = {0};
  g.startIndexMap = {0};
  g.indexVectorDim = 1;
  g.sliceSizes = {1, 4};
  check::that(bool(prepareGather(g)), "an embedding lookup is accepted");
  g.sliceSizes = {1, 5};
  check::that(!prepareGather(g), "a slice larger than the operand is refused");
  return check::report("gather");
}
