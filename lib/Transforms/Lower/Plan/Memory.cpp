// Lifetimes, sharing, and offsets in the arena.
#include "Memory.h"

#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <numeric>

namespace det::plan {

int rootOf(const std::vector<Buffer> &buffers, int buffer) {
  while (buffers[buffer].alias >= 0)
    buffer = buffers[buffer].alias;
  return buffer;
}

std::vector<Lifetime> lifetimesOf(const std::vector<Buffer> &buffers, const std::vector<Step> &steps) {
  std::vector<Lifetime> lifetimes(buffers.size());
  for (auto [index, step] : llvm::enumerate(steps))
    for (const BufferUse &use : step.uses) {
      Lifetime &life = lifetimes[use.buffer];
      if (life.isEmpty())
        life.first = index;
      life.last = index;
    }
  return lifetimes;
}

/// True if the step may write `fresh` over `old`: it reads old only where it allows it.
static bool allowsInPlace(const Step &step, int fresh, int old) {
  for (auto [index, use] : llvm::enumerate(step.uses)) {
    if (use.buffer != old)
      continue;
    bool allowed = llvm::any_of(step.inPlace, [&](std::pair<unsigned, unsigned> pair) {
      const BufferUse &written = step.uses[pair.second];
      return pair.first == index && written.buffer == fresh && written.bytes == use.bytes;
    });
    if (!allowed)
      return false;
  }
  return true;
}

/// True if every use of `old`'s memory (alias group) lies before `fresh` is first written, or in that step and allowed.
static bool isOver(int fresh, llvm::ArrayRef<int> old, int firstWrite, const std::vector<Step> &steps,
                   const std::vector<Lifetime> &lifetimes) {
  return llvm::all_of(old, [&](int member) {
    const Lifetime &life = lifetimes[member];
    return life.isEmpty() || life.last < firstWrite || (life.last == firstWrite && allowsInPlace(steps[firstWrite], fresh, member));
  });
}

bool shareIfPossible(int fresh, int old, std::vector<Buffer> &buffers, const std::vector<Step> &steps) {
  if (buffers[fresh].alias >= 0 || buffers[fresh].kind != BufferKind::Temporary || buffers[fresh].bytes != buffers[old].bytes)
    return false;
  std::vector<Lifetime> lifetimes = lifetimesOf(buffers, steps);
  llvm::SmallVector<int> group;
  for (int buffer = 0, e = buffers.size(); buffer < e; ++buffer)
    if (rootOf(buffers, buffer) == old)
      group.push_back(buffer);
  // What shares `fresh`'s memory already must not be in the way either.
  for (int buffer = 0, e = buffers.size(); buffer < e; ++buffer)
    if (buffer != fresh && rootOf(buffers, buffer) == fresh)
      return false;
  if (lifetimes[fresh].isEmpty() || !isOver(fresh, group, lifetimes[fresh].first, steps, lifetimes))
    return false;
  buffers[fresh].alias = old;
  return true;
}

void shareInPlace(std::vector<Buffer> &buffers, const std::vector<Step> &steps) {
  std::vector<Lifetime> lifetimes = lifetimesOf(buffers, steps);
  // The last step of a whole alias group, kept at its root.
  std::vector<int> lastOfGroup(buffers.size(), -1);
  for (int buffer = 0, e = buffers.size(); buffer < e; ++buffer) {
    int &last = lastOfGroup[rootOf(buffers, buffer)];
    last = std::max(last, lifetimes[buffer].last);
  }
  for (auto [index, step] : llvm::enumerate(steps))
    for (auto [read, written] : step.inPlace) {
      int old = step.uses[read].buffer, fresh = step.uses[written].buffer;
      int root = rootOf(buffers, old);
      if (buffers[fresh].kind != BufferKind::Temporary || buffers[root].kind != BufferKind::Temporary ||
          buffers[fresh].alias >= 0 || root == fresh || buffers[fresh].bytes != buffers[root].bytes || step.uses[read].bytes != 0 ||
          step.uses[written].bytes != 0 || lifetimes[fresh].first != static_cast<int>(index) ||
          lastOfGroup[root] != static_cast<int>(index))
        continue;
      // Nothing may share `fresh` already (it would be in the group's way), and all reads of the group here must allow it.
      bool isRoot = false, allowed = true;
      for (int buffer = 0, e = buffers.size(); buffer < e; ++buffer) {
        isRoot |= buffer != fresh && buffers[buffer].alias == fresh;
        if (rootOf(buffers, buffer) == root && lifetimes[buffer].last == static_cast<int>(index))
          allowed &= allowsInPlace(step, fresh, buffer);
      }
      if (isRoot || !allowed)
        continue;
      buffers[fresh].alias = root;
      lastOfGroup[root] = lifetimes[fresh].last;
    }
}

static uint64_t alignmentOf(uint64_t bytes) { return bytes >= (1 << 16) ? 4096 : 64; }
static uint64_t roundUp(uint64_t value, uint64_t to) { return (value + to - 1) / to * to; }

ArenaSize placeBuffers(std::vector<Buffer> &buffers, const std::vector<Step> &steps) {
  std::vector<Lifetime> lifetimes = lifetimesOf(buffers, steps);
  int end = steps.size();
  for (int buffer = 0, e = buffers.size(); buffer < e; ++buffer) {
    Lifetime &life = lifetimes[buffer];
    if (buffers[buffer].kind == BufferKind::Batch)
      life = {-1, std::max(life.last, -1)};
    if (buffers[buffer].kind == BufferKind::Metric)
      life = {life.isEmpty() ? -1 : life.first, end};
    int root = rootOf(buffers, buffer);
    if (root != buffer && !life.isEmpty()) {
      Lifetime &whole = lifetimes[root];
      whole = whole.isEmpty() ? life : Lifetime{std::min(whole.first, life.first), std::max(whole.last, life.last)};
    }
  }

  // State lies at the front, in the order of its tensors.
  uint64_t persistent = 0;
  for (Buffer &buffer : buffers)
    if (buffer.kind == BufferKind::State && buffer.alias < 0) {
      persistent = roundUp(persistent, alignmentOf(buffer.bytes));
      buffer.offset = persistent;
      persistent += buffer.bytes;
    }
  persistent = roundUp(persistent, 4096);

  std::vector<int> order;
  for (int buffer = 0, e = buffers.size(); buffer < e; ++buffer)
    if (buffers[buffer].alias < 0 && buffers[buffer].kind != BufferKind::State && buffers[buffer].kind != BufferKind::Constant &&
        !lifetimes[buffer].isEmpty())
      order.push_back(buffer);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return buffers[a].bytes > buffers[b].bytes; });

  uint64_t total = persistent;
  std::vector<int> placed; // by offset
  for (int buffer : order) {
    uint64_t bytes = buffers[buffer].bytes, alignment = alignmentOf(bytes);
    uint64_t cursor = persistent, best = UINT64_MAX, bestGap = UINT64_MAX;
    for (int other : placed) {
      if (!lifetimes[buffer].overlaps(lifetimes[other]))
        continue;
      uint64_t start = roundUp(cursor, alignment);
      if (buffers[other].offset > start && buffers[other].offset - start >= bytes && buffers[other].offset - start < bestGap) {
        bestGap = buffers[other].offset - start;
        best = start;
      }
      cursor = std::max(cursor, buffers[other].offset + buffers[other].bytes);
    }
    buffers[buffer].offset = best == UINT64_MAX ? roundUp(cursor, alignment) : best;
    total = std::max(total, buffers[buffer].offset + bytes);
    auto at = std::upper_bound(placed.begin(), placed.end(), buffer,
                               [&](int a, int b) { return buffers[a].offset < buffers[b].offset; });
    placed.insert(at, buffer);
  }
  for (int buffer = 0, e = buffers.size(); buffer < e; ++buffer)
    buffers[buffer].offset = buffers[rootOf(buffers, buffer)].offset;
  return {roundUp(total, 4096), persistent};
}

} // namespace det::plan
