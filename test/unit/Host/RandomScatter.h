// Random scatters: dimension numbers, shards, blocks and nodes of every kind.
#ifndef DET_TEST_UNIT_HOST_RANDOMSCATTER_H
#define DET_TEST_UNIT_HOST_RANDOMSCATTER_H

#include "Check.h"

#include "det/Runtime/Host/Scatter.h"

#include <algorithm>

namespace check {

struct RandomScatter {
  using Dims = std::vector<int64_t>;
  det::rt::host::Scatter scatter;
  det::rt::host::ScatterNode node;
  Dims whole;            ///< shape of the whole operand
  Dims positionShape;    ///< of the updates without their windows
  Dims scatterPositions; ///< which of these dims are no batching dims
  Dims blocks;           ///< as scatter.blocks, or the default
};

inline RandomScatter randomScatter(Random &random, det::rt::host::Element type) {
  using namespace det::rt::host;
  using Dims = std::vector<int64_t>;
  const auto has = [](const Dims &dims, int64_t d) { return std::find(dims.begin(), dims.end(), d) != dims.end(); };
  RandomScatter made;
  Scatter &s = made.scatter;
  s.type = type;
  s.op = random.below(2) ? ScatterOp::add : static_cast<ScatterOp>(random.below(5));
  const int64_t rank = random.between(1, 3), scatterRank = random.below(3);
  Dims &whole = made.whole, &positionShape = made.positionShape;
  Dims windowSizes;
  for (int64_t i = 0; i < scatterRank; ++i)
    positionShape.push_back(i + 1 == scatterRank && random.below(3) == 0 ? random.between(1, 300) : random.between(1, 7));
  int64_t batches = 0;
  s.indexVectorDim = random.between(0, scatterRank);
  const int64_t style = random.below(3); // 0: windows may overlap in part
  for (int64_t d = 0; d < rank; ++d) {
    const int64_t kind = random.below(4);
    int64_t size = random.between(1, 7), window = size;
    if (kind == 0 && batches < scatterRank && positionShape[batches] < 8) { // batching dim
      size = positionShape[batches];
      s.inputBatchingDims.push_back(d);
      s.scatterIndicesBatchingDims.push_back(batches < s.indexVectorDim ? batches : batches + 1);
      ++batches;
    } else if (kind == 1) {
      s.insertedWindowDims.push_back(d);
      s.scatterDimsToOperandDims.push_back(d);
    } else if (kind == 2) {
      window = style == 0 ? random.between(1, size) : 1;
      s.scatterDimsToOperandDims.push_back(d);
      windowSizes.push_back(window);
    } else {
      if (random.below(5) == 0)
        size = window = random.between(250, 300);
      if (style == 0)
        window = std::min(size, random.between(1, 6));
      windowSizes.push_back(window);
    }
    whole.push_back(size);
  }
  for (size_t i = s.scatterDimsToOperandDims.size(); i > 1; --i)
    std::swap(s.scatterDimsToOperandDims[i - 1], s.scatterDimsToOperandDims[random.below(static_cast<int64_t>(i))]);

  // Local boxes: of the operand along indexed dims, of the updates along scatter dims.
  s.operandShape = whole;
  if (random.below(3) == 0) {
    s.operandGlobal = whole;
    s.operandStart.assign(static_cast<size_t>(rank), 0);
    for (int64_t d : s.scatterDimsToOperandDims) {
      const bool wide = !has(s.insertedWindowDims, d) && style == 0;
      if (wide)
        continue;
      s.operandStart[d] = random.below(whole[d]);
      s.operandShape[d] = random.between(0, whole[d] - s.operandStart[d]);
    }
  }
  ScatterNode &node = made.node;
  Dims &scatterPositions = made.scatterPositions;
  for (int64_t i = 0; i < scatterRank; ++i) {
    const int64_t indexDim = i < s.indexVectorDim ? i : i + 1;
    if (!has(s.scatterIndicesBatchingDims, indexDim))
      scatterPositions.push_back(i);
  }
  const size_t scatterDims = scatterPositions.size();
  if (random.below(3) == 0 && scatterDims > 0) {
    s.blocks.assign(scatterDims, 0);
    for (size_t d = 0, big = random.below(static_cast<int64_t>(scatterDims)); d <= big; ++d)
      s.blocks[d] = d == big ? int64_t(1) << random.below(5) : 1;
  }
  Dims &blocks = made.blocks;
  blocks = s.blocks;
  if (blocks.empty() && scatterDims > 0) {
    blocks.assign(scatterDims, 1);
    blocks.back() = 64;
  }
  s.updatesStart.assign(scatterDims, 0);
  for (size_t d = 0; d < scatterDims; ++d) {
    const int64_t unit = std::max(blocks[d], int64_t(1)), size = positionShape[scatterPositions[d]];
    s.updatesStart[d] = unit * random.below(3);
    const bool part = random.below(3) == 0;
    node.start.push_back(s.updatesStart[d] + (part ? random.below(size) / unit * unit : 0));
    node.end.push_back(part ? std::min(node.start[d] + unit * random.between(1, 4), s.updatesStart[d] + size)
                            : s.updatesStart[d] + size);
  }

  s.indicesShape = positionShape;
  s.indicesShape.insert(s.indicesShape.begin() + s.indexVectorDim, static_cast<int64_t>(s.scatterDimsToOperandDims.size()));
  s.updatesShape = positionShape;
  int64_t place = 0;
  for (int64_t size : windowSizes) {
    place = random.between(place, static_cast<int64_t>(s.updatesShape.size()));
    s.updatesShape.insert(s.updatesShape.begin() + place, size);
    s.updateWindowDims.push_back(place++);
  }
  return made;
}

} // namespace check

#endif // DET_TEST_UNIT_HOST_RANDOMSCATTER_H
