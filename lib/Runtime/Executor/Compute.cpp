// Computing operations: which member does what. Who does it never changes the bits.
#include "Compute.h"
#include "Resolve/Narrow.h"

#include <algorithm>

namespace det::rt {

Share shareOf(int64_t total, int64_t grain, const host::Team &team) {
  const int64_t units = (total + grain - 1) / grain;
  return {std::min(total, units * team.rank / team.size * grain), std::min(total, units * (team.rank + 1) / team.size * grain)};
}

void run(const LaunchOp &op, host::Team &team, const Scratch &scratch) {
  const Share share = shareOf(op.extent, op.grain, team);
  if (share.begin < share.end)
    op.kernel(op.buffers.data(), op.params.data(), share.begin, share.end, scratch.thread);
}

void run(const ProductOp &op, host::Team &team, const Scratch &scratch) {
  host::runProduct(op.product, op.a, op.b, op.c, team, scratch.team);
}

void run(const CopyOp &op, host::Team &team) {
  const Share share = shareOf(op.copy.units, 1, team);
  if (share.begin < share.end)
    host::runCopy(op.copy, op.from, op.to, share.begin, share.end);
}

void run(const GatherOp &op, host::Team &team) {
  const Share share = shareOf(op.gather.rows, 1, team);
  if (share.begin < share.end)
    host::runGather(op.gather, op.operand, op.indices, op.result, share.begin, share.end);
}

void run(const ScatterOp &op, host::Team &team, const Scratch &scratch) {
  const Share share = shareOf(op.scatter.rows, 1, team);
  if (share.begin >= share.end)
    return;
  for (size_t i = 0; i < op.nodes.size(); ++i) {
    uint8_t *out = op.result + int64_t(i) * op.nodeBytes;
    // Overwriting applies its nodes one after the other to one result.
    const void *operand = i > 0 && op.nodeBytes == 0 ? out : op.operand;
    host::runScatter(op.scatter, op.nodes[i], operand, op.indices, op.updates, out, share.begin, share.end, scratch.thread);
  }
}

void run(const JoinOp &op, host::Team &team) {
  // Shares at multiples of a cache line's elements keep members off each other's lines.
  const Share share = shareOf(op.elements, 64, team);
  if (share.begin >= share.end)
    return;
  if (elementBytes(op.result) == host::elementSize(op.element))
    return host::joinNodes(op.combine, op.element, op.nodes, op.elements, op.pops.data(), op.count, op.init, op.out, share.begin,
                           share.end);
  joinAndRound(op, share.begin, share.end);
}

void run(const FeedOp &op, host::Team &team, const BatchPointers &batch) {
  const Share share = shareOf(op.copy.units, 1, team);
  if (share.begin < share.end)
    host::runCopy(op.copy, batch[op.batch] + op.offset, op.to, share.begin, share.end);
}

} // namespace det::rt
