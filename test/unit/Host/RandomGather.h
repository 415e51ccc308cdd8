// Random gathers: dimension numbers and shards of every kind.
#ifndef DET_TEST_UNIT_HOST_RANDOMGATHER_H
#define DET_TEST_UNIT_HOST_RANDOMGATHER_H

#include "Check.h"

#include "det/Runtime/Host/Gather.h"

#include <algorithm>

namespace check {

struct RandomGather {
  det::rt::host::Gather gather;
  std::vector<int64_t> whole; ///< shape of the whole operand
  bool shard = false;
};

inline RandomGather randomGather(Random &random, int64_t elementBytes, det::rt::host::Index type) {
  using namespace det::rt::host;
  using Dims = std::vector<int64_t>;
  RandomGather made;
  Gather &g = made.gather;
  g.elementBytes = elementBytes;
  g.index = type;
  const int64_t rank = random.between(1, 4), batchRank = random.below(3);
  Dims &whole = made.whole;
  Dims batchShape, windowSizes;
  for (int64_t i = 0; i < batchRank; ++i)
    batchShape.push_back(random.between(1, 6));
  g.indexVectorDim = random.between(0, batchRank);
  const bool shard = made.shard = random.below(3) == 0;
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
  return made;
}

} // namespace check

#endif // DET_TEST_UNIT_HOST_RANDOMGATHER_H
