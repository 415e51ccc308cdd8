// Gather: tables at load, then one slice per row.
#include "det/Runtime/Host/Gather.h"

#include "IndexValue.h"
#include "Shapes.h"

#include <algorithm>
#include <cstring>

namespace det::rt::host {

namespace {

Error bad(std::string message) { return Error{"gather: " + std::move(message)}; }

template <int BYTES> void copySlice(const PreparedGather &g, const char *from, char *to) {
  const int64_t dims = static_cast<int64_t>(g.window.size());
  int64_t at[maxRank] = {};
  for (;;) {
    if constexpr (BYTES != 0)
      std::memcpy(to, from, BYTES);
    else
      std::memcpy(to, from, static_cast<size_t>(g.run * g.elementBytes));
    int64_t d = dims;
    for (; d-- > 0;) {
      const PreparedGather::Dim &dim = g.window[d];
      from += dim.operand * g.elementBytes;
      to += dim.result * g.elementBytes;
      if (++at[d] < dim.size)
        break;
      from -= dim.size * dim.operand * g.elementBytes;
      to -= dim.size * dim.result * g.elementBytes;
      at[d] = 0;
    }
    if (d < 0)
      return;
  }
}

void zeroSlice(const PreparedGather &g, char *to) {
  const int64_t dims = static_cast<int64_t>(g.window.size());
  int64_t at[maxRank] = {};
  for (;;) {
    std::memset(to, 0, static_cast<size_t>(g.run * g.elementBytes));
    int64_t d = dims;
    for (; d-- > 0;) {
      to += g.window[d].result * g.elementBytes;
      if (++at[d] < g.window[d].size)
        break;
      to -= g.window[d].size * g.window[d].result * g.elementBytes;
      at[d] = 0;
    }
    if (d < 0)
      return;
  }
}

} // namespace

Result<PreparedGather> prepareGather(const Gather &g) {
  const int64_t rank = static_cast<int64_t>(g.operandShape.size()), resultRank = static_cast<int64_t>(g.resultShape.size()),
                indexRank = static_cast<int64_t>(g.indicesShape.size());
  if (std::max({rank, resultRank, indexRank}) > maxRank)
    return bad("expected ranks of at most " + std::to_string(maxRank));
  if (g.elementBytes != 1 && g.elementBytes != 2 && g.elementBytes != 4 && g.elementBytes != 8)
    return bad("expected elements of 1, 2, 4 or 8 bytes, got " + std::to_string(g.elementBytes));
  if (static_cast<int64_t>(g.sliceSizes.size()) != rank)
    return bad("expected one slice size per operand dim, got " + std::to_string(g.sliceSizes.size()));
  if (g.indexVectorDim < 0 || g.indexVectorDim > indexRank)
    return bad("expected an index vector dim of at most " + std::to_string(indexRank) + ", got " +
               std::to_string(g.indexVectorDim));
  if (g.operandBatchingDims.size() != g.startIndicesBatchingDims.size())
    return bad("expected as many batching dims of the indices as of the operand");
  for (const auto *dims : {&g.collapsedSliceDims, &g.operandBatchingDims, &g.startIndexMap})
    if (!within(*dims, rank))
      return bad("expected operand dims below " + std::to_string(rank));
  if (!within(g.offsetDims, resultRank) || !within(g.startIndicesBatchingDims, indexRank))
    return bad("expected offset dims below " + std::to_string(resultRank) + " and batching dims below " +
               std::to_string(indexRank));
  const int64_t vector = g.indexVectorDim < indexRank ? g.indicesShape[g.indexVectorDim] : 1;
  if (vector != static_cast<int64_t>(g.startIndexMap.size()))
    return bad("expected index vectors of " + std::to_string(g.startIndexMap.size()) + ", got " + std::to_string(vector));
  for (const auto *place : {&g.operandGlobal, &g.operandStart})
    if (!place->empty() && static_cast<int64_t>(place->size()) != rank)
      return bad("expected the place of the local box for every operand dim, or for none");

  PreparedGather p;
  p.elementBytes = g.elementBytes;
  p.index = g.index;
  const std::vector<int64_t> operand = denseStrides(g.operandShape), result = denseStrides(g.resultShape),
                             indices = denseStrides(g.indicesShape);
  p.componentStride = g.indexVectorDim < indexRank ? indices[g.indexVectorDim] : 0;
  p.rows = 1;

  int64_t indexDim = 0;
  for (int64_t d = 0; d < resultRank; ++d) {
    if (contains(g.offsetDims, d))
      continue;
    indexDim += indexDim == g.indexVectorDim;
    if (indexDim >= indexRank || g.indicesShape[indexDim] != g.resultShape[d])
      return bad("expected result dim " + std::to_string(d) + " to be a dim of the indices, got extent " +
                 std::to_string(g.resultShape[d]));
    PreparedGather::Batch batch{g.resultShape[d], result[d], indices[indexDim], 0};
    for (size_t i = 0; i < g.startIndicesBatchingDims.size(); ++i)
      if (g.startIndicesBatchingDims[i] == indexDim)
        batch.operand = operand[g.operandBatchingDims[i]];
    p.batch.push_back(batch);
    p.rows *= batch.size;
    ++indexDim;
  }

  size_t offset = 0;
  std::vector<PreparedGather::Dim> window;
  for (int64_t d = 0; d < rank; ++d) {
    if (g.sliceSizes[d] < 0 || g.sliceSizes[d] > g.operandShape[d])
      if (!(g.sliceSizes[d] == 1 && contains(g.startIndexMap, d))) // an empty shard of an indexed dim
        return bad("expected a slice of at most " + std::to_string(g.operandShape[d]) + " along dim " + std::to_string(d) +
                   ", got " + std::to_string(g.sliceSizes[d]));
    if (contains(g.collapsedSliceDims, d) || contains(g.operandBatchingDims, d))
      continue;
    if (offset >= g.offsetDims.size() || g.resultShape[g.offsetDims[offset]] != g.sliceSizes[d])
      return bad("expected an offset dim of extent " + std::to_string(g.sliceSizes[d]) + " for operand dim " + std::to_string(d));
    window.push_back({g.sliceSizes[d], operand[d], result[g.offsetDims[offset++]]});
  }
  if (offset != g.offsetDims.size())
    return bad("expected " + std::to_string(offset) + " offset dims, got " + std::to_string(g.offsetDims.size()));

  for (size_t i = 0; i < g.startIndexMap.size(); ++i) {
    const int64_t d = g.startIndexMap[i];
    const int64_t local = g.operandShape[d], whole = g.operandGlobal.empty() ? local : g.operandGlobal[d],
                  start = g.operandStart.empty() ? 0 : g.operandStart[d];
    if (whole != local && g.sliceSizes[d] != 1)
      return bad("expected slices of 1 along the sharded dim " + std::to_string(d) + ", got " + std::to_string(g.sliceSizes[d]) +
                 "; keep that dim whole");
    p.components.push_back({operand[d], whole - g.sliceSizes[d], start, local - g.sliceSizes[d] + 1});
  }

  for (const PreparedGather::Dim &dim : window) { // merge neighbours that are contiguous in both
    if (dim.size == 0)
      p.rows = 0;
    if (dim.size == 1)
      continue;
    if (!p.window.empty() && p.window.back().operand == dim.size * dim.operand && p.window.back().result == dim.size * dim.result)
      p.window.back() = {p.window.back().size * dim.size, dim.operand, dim.result};
    else
      p.window.push_back(dim);
  }
  if (!p.window.empty() && p.window.back().operand == 1 && p.window.back().result == 1) {
    p.run = p.window.back().size;
    p.window.pop_back();
  }
  return p;
}

namespace {

/// Where a row lies: elements from the start of the result, the indices and the operand.
struct Place {
  int64_t result = 0, index = 0, operand = 0;
};

/// `count` rows along a batch dim; `isElement`: each is one element of BYTES.
template <int BYTES, bool isElement>
void gatherRows(const PreparedGather &g, const char *from, const void *indices, char *to, Place at, const PreparedGather::Batch &dim,
                int64_t count) {
  const size_t components = g.components.size();
  for (int64_t row = 0; row < count; ++row) {
    bool here = true;
    int64_t operandAt = at.operand;
    for (size_t i = 0; i < components; ++i) {
      const PreparedGather::Component &c = g.components[i];
      int64_t start = indexValue(g.index, indices, at.index + static_cast<int64_t>(i) * g.componentStride);
      start = std::clamp(start, int64_t(0), std::max(c.limit, int64_t(0))) - c.start;
      here &= start >= 0 && start < c.local;
      operandAt += start * c.operand;
    }
    char *const target = to + at.result * g.elementBytes;
    if (here && isElement)
      std::memcpy(target, from + operandAt * g.elementBytes, BYTES);
    else if (here)
      copySlice<BYTES>(g, from + operandAt * g.elementBytes, target);
    else
      zeroSlice(g, target);
    at.result += dim.result;
    at.index += dim.indices;
    at.operand += dim.operand;
  }
}

template <int BYTES> auto gatherFor(const PreparedGather &g) {
  return BYTES != 0 && g.window.empty() ? gatherRows<BYTES, BYTES != 0> : gatherRows<BYTES, false>;
}

} // namespace

void runGather(const PreparedGather &g, const void *operand, const void *indices, void *result, int64_t begin, int64_t end) {
  const auto gather = g.run > 1             ? gatherFor<0>(g)
                      : g.elementBytes == 1 ? gatherFor<1>(g)
                      : g.elementBytes == 2 ? gatherFor<2>(g)
                      : g.elementBytes == 4 ? gatherFor<4>(g)
                                            : gatherFor<8>(g);
  const PreparedGather::Batch single{1, 0, 0, 0};
  const PreparedGather::Batch &inner = g.batch.empty() ? single : g.batch.back();
  // Only the first row of a run is found by division.
  for (int64_t row = begin; row < end;) {
    const int64_t first = row % inner.size, count = std::min(inner.size - first, end - row);
    int64_t rest = row / inner.size;
    Place at{first * inner.result, first * inner.indices, first * inner.operand};
    for (size_t d = g.batch.size(); d-- > 1;) {
      const PreparedGather::Batch &batch = g.batch[d - 1];
      const int64_t i = rest % batch.size;
      rest /= batch.size;
      at.result += i * batch.result;
      at.index += i * batch.indices;
      at.operand += i * batch.operand;
    }
    gather(g, static_cast<const char *>(operand), indices, static_cast<char *>(result), at, inner, count);
    row += count;
  }
}

} // namespace det::rt::host
