// Gathers: the bytes of the StableHLO definition, for random dimension numbers, index types, shards and cuts of the work.
#include "RandomGather.h"

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
  const check::RandomGather made = check::randomGather(random, sizeof(T), type);
  const Gather &g = made.gather;
  const Dims &whole = made.whole;
  const bool shard = made.shard;
  const int64_t rank = static_cast<int64_t>(whole.size());
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
