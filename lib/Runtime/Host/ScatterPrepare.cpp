// Checks a scatter and builds its tables.
#include "Combine.h"
#include "ScatterOps.h"
#include "Shapes.h"

#include "det/Runtime/Host/Scatter.h"

#include <string>

namespace det::rt::host {

namespace {

Error bad(std::string message) { return Error{"scatter: " + std::move(message)}; }

Status check(const Scatter &s) {
  const int64_t rank = static_cast<int64_t>(s.operandShape.size()), updateRank = static_cast<int64_t>(s.updatesShape.size()),
                indexRank = static_cast<int64_t>(s.indicesShape.size());
  if (std::max({rank, updateRank, indexRank}) > maxRank)
    return bad("expected ranks of at most " + std::to_string(maxRank));
  if (s.indexVectorDim < 0 || s.indexVectorDim > indexRank)
    return bad("expected an index vector dim of at most " + std::to_string(indexRank) + ", got " +
               std::to_string(s.indexVectorDim));
  for (const auto *dims : {&s.insertedWindowDims, &s.inputBatchingDims, &s.scatterDimsToOperandDims})
    if (!within(*dims, rank))
      return bad("expected operand dims below " + std::to_string(rank));
  if (!within(s.updateWindowDims, updateRank) || !within(s.scatterIndicesBatchingDims, indexRank))
    return bad("expected window dims below " + std::to_string(updateRank) + " and batching dims below " +
               std::to_string(indexRank));
  if (s.inputBatchingDims.size() != s.scatterIndicesBatchingDims.size())
    return bad("expected as many batching dims of the indices as of the operand");
  if (static_cast<int64_t>(s.updateWindowDims.size() + s.insertedWindowDims.size() + s.inputBatchingDims.size()) != rank)
    return bad("expected every operand dim to be a window, inserted or batching dim");
  const int64_t vector = s.indexVectorDim < indexRank ? s.indicesShape[s.indexVectorDim] : 1;
  if (vector != static_cast<int64_t>(s.scatterDimsToOperandDims.size()))
    return bad("expected index vectors of " + std::to_string(s.scatterDimsToOperandDims.size()) + ", got " +
               std::to_string(vector));
  for (const auto *place : {&s.operandGlobal, &s.operandStart})
    if (!place->empty() && static_cast<int64_t>(place->size()) != rank)
      return bad("expected the place of the local box for every operand dim, or for none");
  if (s.op != ScatterOp::assign && !combineFor(joinOf(s.op), s.type))
    return bad("the element type does not take this operation");
  return {};
}

// Levels must make every leaf a run of consecutive scatter positions: ones, one larger block, no levels.
Status checkBlocks(const std::vector<int64_t> &blocks) {
  bool outer = true;
  for (int64_t block : blocks) {
    if (block < 0 || (!outer && block != 0))
      return bad("expected blocks 1, ..., 1, b, 0, ..., 0, got a block of " + std::to_string(block) + " behind a larger one");
    outer = outer && block == 1;
  }
  return {};
}

} // namespace

Result<PreparedScatter> prepareScatter(const Scatter &s) {
  if (Status status = check(s); !status)
    return status.error();
  const int64_t rank = static_cast<int64_t>(s.operandShape.size()), updateRank = static_cast<int64_t>(s.updatesShape.size()),
                indexRank = static_cast<int64_t>(s.indicesShape.size());
  const std::vector<int64_t> operand = denseStrides(s.operandShape), updates = denseStrides(s.updatesShape),
                             indices = denseStrides(s.indicesShape);
  PreparedScatter p;
  p.windowed = s.byElement;
  p.op = s.op;
  p.type = s.type;
  p.index = s.index;
  p.componentStride = s.indexVectorDim < indexRank ? indices[s.indexVectorDim] : 0;

  // Window dims: the update's window dims are those of the operand, in order, without inserted and batching ones.
  size_t windowDim = 0;
  std::vector<int64_t> windowOf(static_cast<size_t>(rank), -1); // position in p.window of an operand dim
  for (int64_t d = 0; d < rank; ++d) {
    if (contains(s.insertedWindowDims, d) || contains(s.inputBatchingDims, d))
      continue;
    const int64_t at = s.updateWindowDims[windowDim++];
    const bool indexed = contains(s.scatterDimsToOperandDims, d);
    if (s.updatesShape[at] > s.operandShape[d] && !(indexed && s.updatesShape[at] == 1))
      return bad("expected a window of at most " + std::to_string(s.operandShape[d]) + " along dim " + std::to_string(d) +
                 ", got " + std::to_string(s.updatesShape[at]));
    p.windowed |= indexed ? s.updatesShape[at] != 1 : s.updatesShape[at] != s.operandShape[d];
    windowOf[d] = static_cast<int64_t>(p.window.size());
    p.window.push_back({s.updatesShape[at], updates[at], operand[d], -1, s.operandShape[d]});
  }

  // Rows: all operand dims where windows overlap in part, else those that are not window dims.
  std::vector<int64_t> rowStride(static_cast<size_t>(rank), 0);
  p.rows = 1;
  for (int64_t d = rank; d-- > 0;) {
    const bool isRow = p.windowed || windowOf[d] < 0 || contains(s.scatterDimsToOperandDims, d);
    if (!isRow)
      continue;
    rowStride[d] = p.rows;
    p.rows *= s.operandShape[d];
    p.rowDims.insert(p.rowDims.begin(), {s.operandShape[d], operand[d]});
  }
  for (size_t i = 0; i < s.scatterDimsToOperandDims.size(); ++i) {
    const int64_t d = s.scatterDimsToOperandDims[i];
    if (windowOf[d] >= 0)
      p.window[windowOf[d]].component = static_cast<int64_t>(i);
    p.components.push_back({rowStride[d], s.operandGlobal.empty() ? s.operandShape[d] : s.operandGlobal[d],
                            s.operandStart.empty() ? 0 : s.operandStart[d], s.operandShape[d]});
  }

  // Positions: the update's other dims, in order, are those of the indices without the index vector dim.
  int64_t indexDim = 0;
  size_t scatterDim = 0;
  p.items = 1;
  const size_t scatterDims = static_cast<size_t>(updateRank) - s.updateWindowDims.size() - s.scatterIndicesBatchingDims.size();
  std::vector<int64_t> blocks = s.blocks;
  if (blocks.empty() && scatterDims > 0) {
    blocks.assign(scatterDims, 1);
    blocks.back() = 64;
  }
  if (blocks.size() != scatterDims || (!s.updatesStart.empty() && s.updatesStart.size() != scatterDims))
    return bad("expected a block and a start for each of the " + std::to_string(scatterDims) + " scatter dims");
  if (Status status = checkBlocks(blocks); !status)
    return status.error();
  for (int64_t d = 0; d < updateRank; ++d) {
    if (contains(s.updateWindowDims, d))
      continue;
    indexDim += indexDim == s.indexVectorDim;
    if (indexDim >= indexRank || s.indicesShape[indexDim] != s.updatesShape[d])
      return bad("expected update dim " + std::to_string(d) + " to be a dim of the indices, got extent " +
                 std::to_string(s.updatesShape[d]));
    PreparedScatter::Position position{s.updatesShape[d], updates[d], indices[indexDim], 0, true, 0, 0};
    for (size_t i = 0; i < s.scatterIndicesBatchingDims.size(); ++i)
      if (s.scatterIndicesBatchingDims[i] == indexDim) {
        position.scatter = false;
        position.row = rowStride[s.inputBatchingDims[i]];
      }
    if (position.scatter) {
      position.start = s.updatesStart.empty() ? 0 : s.updatesStart[scatterDim];
      position.block = blocks[scatterDim++];
    }
    p.positions.push_back(position);
    p.items *= position.size;
    ++indexDim;
  }

  // In rows, a window that an index moves has extent 1 and is covered by the row; merge what is left.
  if (!p.windowed) {
    std::vector<PreparedScatter::Window> merged;
    for (const PreparedScatter::Window &w : p.window) {
      if (w.component >= 0 || w.size == 1)
        continue;
      if (!merged.empty() && merged.back().updates == w.size * w.updates && merged.back().operand == w.size * w.operand)
        merged.back() = {merged.back().size * w.size, w.updates, w.operand, -1, 0};
      else
        merged.push_back(w);
    }
    p.window = std::move(merged);
    for (const PreparedScatter::Window &w : p.window)
      p.rows = w.size == 0 ? 0 : p.rows;
  } else {
    for (const PreparedScatter::Window &w : p.window)
      p.items *= w.size;
  }
  return p;
}

} // namespace det::rt::host
