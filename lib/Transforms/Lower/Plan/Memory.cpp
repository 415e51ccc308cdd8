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

std::vector<LoopSpan> loopsIn(const std::vector<Step> &steps) {
  std::vector<LoopSpan> loops, open;
  for (auto [index, step] : llvm::enumerate(steps)) {
    int at = index;
    if (step.mark == LoopMark::Begin) {
      open.push_back({at, at, at});
    } else if (step.mark == LoopMark::Test) {
      open.back().test = at;
    } else if (step.mark == LoopMark::End) {
      open.back().end = at;
      loops.push_back(open.back());
      open.pop_back();
    }
  }
  return loops;
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
  // What a GPU does at once reads and writes all the while; only what stays inside needs no place beyond its two steps.
  for (auto [index, step] : llvm::enumerate(steps)) {
    if (!step.entry.fusion)
      continue;
    const int first = index, last = first + step.entry.fusion->entries - 1;
    for (int i = first; i <= last; ++i)
      for (const BufferUse &use : steps[i].uses)
        if (use.buffer != step.uses[2].buffer)
          lifetimes[use.buffer] = {std::min(lifetimes[use.buffer].first, first), std::max(lifetimes[use.buffer].last, last)};
  }
  // What is there before the first step must outlive every loop that reads it.
  for (auto [life, buffer] : llvm::zip(lifetimes, buffers))
    if (!life.isEmpty() && (buffer.kind == BufferKind::Batch || buffer.kind == BufferKind::State))
      life.first = -1;
  for (const LoopSpan &loop : loopsIn(steps))
    for (Lifetime &life : lifetimes)
      if (!life.isEmpty() && life.overlaps({loop.begin, loop.end}) && (life.first < loop.begin || life.last > loop.end))
        life = {std::min(life.first, loop.begin), std::max(life.last, loop.end)};
  return lifetimes;
}

Sharing::Sharing(std::vector<Buffer> &buffers, const std::vector<Step> &steps)
    : buffers(buffers), steps(steps), lifetimes(lifetimesOf(buffers, steps)), members(buffers.size()) {
  for (int buffer = 0, e = buffers.size(); buffer < e; ++buffer)
    members[rootOf(buffers, buffer)].push_back(buffer);
}

/// True if the step may write `fresh` over `old`: it reads old only where it allows it.
bool Sharing::allowsInPlace(const Step &step, int fresh, int old) const {
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

/// True if every use of `old`'s memory lies before `fresh` is first written, or in that step and allowed.
bool Sharing::isOver(int fresh, int old) const {
  int firstWrite = lifetimes[fresh].first;
  return llvm::all_of(members[old], [&](int member) {
    const Lifetime &life = lifetimes[member];
    return life.isEmpty() || life.last < firstWrite ||
           (life.last == firstWrite && allowsInPlace(steps[firstWrite], fresh, member));
  });
}

bool Sharing::shareIfPossible(int fresh, int old) {
  // What shares `fresh`'s memory already would be in the way of the others, if it is older.
  auto isYounger = [&](int member) { return lifetimes[member].isEmpty() || lifetimes[member].first >= lifetimes[fresh].first; };
  if (buffers[fresh].kind != BufferKind::Temporary || buffers[fresh].alias >= 0 || fresh == old ||
      buffers[fresh].bytes != buffers[old].bytes || lifetimes[fresh].isEmpty() || !llvm::all_of(members[fresh], isYounger) ||
      !isOver(fresh, old))
    return false;
  merge(fresh, old);
  return true;
}

void Sharing::merge(int fresh, int old) {
  buffers[fresh].alias = old;
  members[old].append(members[fresh]);
  members[fresh].clear();
}

/// True if in one iteration every use of the carried value's memory comes before `fresh` is first written, or in that step and
/// allowed, and `fresh` and what shares its memory is used nowhere but in the body.
bool Sharing::isOverInBody(int fresh, int carried, const LoopSpan &loop, int handOver) const {
  int firstWrite = lifetimes[fresh].first;
  auto isInside = [&](int member) {
    const Lifetime &life = lifetimes[member];
    return life.isEmpty() || (life.first >= firstWrite && life.last < loop.end);
  };
  if (firstWrite <= loop.test || !llvm::all_of(members[fresh], isInside))
    return false;
  for (int index = loop.test + 1; index < loop.end; ++index) {
    if (index == handOver)
      continue;
    for (const BufferUse &use : steps[index].uses)
      if (llvm::is_contained(members[carried], use.buffer) && index >= firstWrite &&
          (index > firstWrite || !allowsInPlace(steps[index], fresh, use.buffer)))
        return false;
  }
  return true;
}

void Sharing::shareCarried() {
  for (const LoopSpan &loop : loopsIn(steps))
    for (int index = loop.test + 1; index < loop.end; ++index) {
      const Step &step = steps[index];
      if (!step.handsOver)
        continue;
      int fresh = step.uses[0].buffer, carried = rootOf(buffers, step.uses[1].buffer);
      if (buffers[fresh].kind == BufferKind::Temporary && buffers[fresh].alias < 0 && fresh != carried &&
          buffers[fresh].bytes == buffers[carried].bytes && isOverInBody(fresh, carried, loop, index))
        merge(fresh, carried);
    }
}

void Sharing::shareInPlace() {
  for (auto [index, step] : llvm::enumerate(steps))
    for (auto [read, written] : step.inPlace) {
      const BufferUse &from = step.uses[read], &to = step.uses[written];
      int root = rootOf(buffers, from.buffer);
      if (buffers[root].kind == BufferKind::Temporary && from.bytes == 0 && to.bytes == 0 &&
          lifetimes[to.buffer].first == static_cast<int>(index))
        shareIfPossible(to.buffer, root);
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
