// Decides how a reduction's tree is walked.
#include "TreeKernel.h"

#include "det/Dialect/Det/OrderModel.h"

using namespace mlir;

namespace det {

/// Iterations above which a reduction to few elements is cut into groups, and how many groups.
static constexpr int64_t minGrouped = 1 << 15, maxGroups = 16;

/// Entries of the stack of nodes: log2 of any number of blocks, per level.
static constexpr int64_t stackEntries = 64;

/// Of a GPU: threads, and warps, that fill it, and the most groups that one thread joins.
static constexpr int64_t fullThreads = 132 * 256, fullWarps = 132 * 8, maxGpuGroups = 256;

/// Cuts the outermost level of blocks into groups, a power of two of them in each, at most `most` for each result.
static void planGroups(TreePlan &plan, const KernelNest &nest, int64_t most) {
  const KernelLoop &outermost = nest.loops[plan.levels[0]];
  int64_t blocks = (outermost.size + outermost.block - 1) / outermost.block;
  plan.groupBlocks = order::pow2((blocks + most - 1) / most * 2 - 1);
  plan.groups = (blocks + plan.groupBlocks - 1) / plan.groupBlocks;
  if (plan.groups == 1)
    plan.groupBlocks = 0;
}

/// How a GPU walks the tree: who walks a leaf, how many groups there are, and what the stack of nodes takes.
static void planGpu(TreePlan &plan, const KernelNest &nest, int64_t results, Type acc) {
  plan.isScalar = true;
  plan.lanes = 1;
  plan.isWarp = !plan.isFold && !nest.loops.empty();
  plan.chunks = plan.isColumns ? nest.loops.back().size : 1;
  for (int loop : plan.reduced)
    if (nest.loops[loop].size != 1 && nest.loops[loop].block != 1)
      plan.inLeaf.push_back(loop);
  int64_t full = plan.isWarp ? fullWarps : fullThreads;
  if (!plan.levels.empty() && nest.points >= minGrouped && results < full)
    planGroups(plan, nest, std::min(maxGpuGroups, (full + results - 1) / results));
  // A tree of n blocks holds at most log2(n) + 1 nodes and one more; a kernel serves up to the next power of two of entries.
  int64_t entries = 2;
  for (int loop : plan.levels)
    entries += llvm::Log2_64_Ceil((nest.loops[loop].size + nest.loops[loop].block - 1) / nest.loops[loop].block) + 1;
  if (plan.groupBlocks)
    entries = std::max<int64_t>(entries, llvm::Log2_64_Ceil(plan.groups) + 3);
  plan.stackOffset = plan.bufferOffset = 0;
  plan.scratchBytes = std::max<int64_t>(8, llvm::PowerOf2Ceil(entries)) * storedBytes(acc);
}

FailureOr<TreePlan> planTree(RegionOp region, const RegionSpace &space, const KernelNest &nest, ScalarOps &ops, KernelUse use) {
  TreePlan plan;
  plan.root = space.getRoot();
  if (!plan.root.getOrderAttr())
    return plan.root.emitOpError() << "expected an order; run det-order first";
  order::Order order = toModel(plan.root.getOrderAttr());
  if (order.leaf == order::Leaf::Mma)
    return plan.root.emitOpError() << "expected leaf fold or lanes<32>, got " << order::leafName(order);
  plan.isPartial = isPartialReduce(plan.root);
  plan.isFold = order.leaf == order::Leaf::Fold;
  int loops = nest.loops.size();
  for (int i = 0; i < loops; ++i) {
    bool isReduced = nest.loops[i].role == LoopRole::Reduced;
    (isReduced ? plan.reduced : plan.kept).push_back(i);
    if (isReduced && nest.loops[i].block && nest.loops[i].block < nest.loops[i].size)
      plan.levels.push_back(i);
  }
  plan.isColumns = loops > 0 && nest.loops.back().role != LoopRole::Reduced;
  int64_t results = 1;
  for (int loop : plan.kept)
    results *= nest.loops[loop].size;

  int64_t cost = 0;
  for (Operation &op : region.getBody().front().without_terminator())
    if (isa<ScalarOpInterface>(op))
      cost += ops.cost(&op);
  Type acc = getAccumulationType(cast<ShapedType>(plan.root.getOperand().getType()).getElementType());
  if (plan.isColumns && !plan.isFold)
    return plan.root.emitOpError() << "expected leaf fold where the innermost dim is kept, got " << order::leafName(order);
  if (use != KernelUse::Host) {
    planGpu(plan, nest, results, acc);
    return plan;
  }
  if (plan.isColumns) {
    int64_t n = nest.loops.back().size;
    plan.lanes = std::min<int64_t>(order::pow2(n), cost <= 4 ? 64 : cost <= 16 ? 32 : 16);
    plan.chunks = (n + plan.lanes - 1) / plan.lanes;
  } else if (loops > 0) {
    const KernelLoop &inner = nest.loops.back();
    int64_t longest = inner.block ? std::min(inner.block, inner.size) : inner.size;
    if (longest < inner.size)
      plan.lanes = std::min<int64_t>(16, order::pow2(longest));
    plan.isPair = plan.lanes == 16 && !plan.isFold;
    // A block of merged dims is any number of elements: its end need not lie at the end of a chunk.
    plan.hasTail = inner.size % plan.lanes != 0 || longest % plan.lanes != 0;
    bool hasRows = llvm::any_of(ArrayRef<int>(plan.reduced).drop_back(), [&](int loop) { return nest.loops[loop].block != 1; });
    plan.isBuffered = hasRows && !plan.isFold && (longest % 32 != 0 || inner.size % 32 != 0);
    if (plan.isBuffered) {
      plan.lanes = 16;
      plan.isPair = plan.hasTail = true;
    }
    // Groups are cut at the outermost level.
    if (!plan.levels.empty() && nest.points >= minGrouped && results < maxGroups)
      planGroups(plan, nest, maxGroups);
    if (plan.isBuffered) {
      int64_t elements = 1;
      for (int loop : plan.reduced) {
        const KernelLoop &info = nest.loops[loop];
        elements *= info.block ? std::min(info.block, info.size) : info.size;
      }
      plan.bufferOffset = plan.scratchBytes;
      plan.scratchBytes += ((elements + 32) * storedBytes(acc) + 63) / 64 * 64;
    }
  }
  plan.stackOffset = plan.scratchBytes;
  plan.scratchBytes += stackEntries * (plan.isColumns ? plan.lanes : 1) * storedBytes(acc);
  return plan;
}

} // namespace det
