// Memory: which buffers share, and where each lies in the arena.
#ifndef DET_LIB_TRANSFORMS_LOWER_PLAN_MEMORY_H
#define DET_LIB_TRANSFORMS_LOWER_PLAN_MEMORY_H

#include "Step.h"
#include <optional>

namespace det::plan {

/// First and last step that touches a buffer; empty if none does.
struct Lifetime {
  int first = -1, last = -2;
  bool isEmpty() const { return last < first; }
  bool overlaps(const Lifetime &other) const { return first <= other.last && other.first <= last; }
};

/// The buffer whose memory a buffer has, through aliases.
int rootOf(const std::vector<Buffer> &buffers, int buffer);

/// A loop among the steps: the positions of its marks.
struct LoopSpan {
  int begin, test, end;
};

/// The loops, inner ones before those around them.
std::vector<LoopSpan> loopsIn(const std::vector<Step> &steps);

/// The lifetime of each buffer in its own right (aliases not followed). What is used both in a loop and outside lives as long as
/// the loop.
std::vector<Lifetime> lifetimesOf(const std::vector<Buffer> &buffers, const std::vector<Step> &steps);

/// Finds buffers that can share memory. Steps must not change while it lives.
class Sharing {
public:
  Sharing(std::vector<Buffer> &buffers, const std::vector<Step> &steps);

  /// Lets the temporary `fresh` have the memory of `old`, both of equal size, if every read of `old` is over when `fresh` is
  /// first written, or is by the very step that writes it and allows that. False if they must be apart.
  bool shareIfPossible(int fresh, int old);

  /// Lets what a loop's body makes for the next iteration be made where the carried value lies, if that is read no more.
  void shareCarried();

  /// Lets temporaries take over the memory of operands that die in the step that writes them.
  void shareInPlace();

private:
  bool allowsInPlace(const Step &step, int fresh, int old) const;
  bool isOver(int fresh, int old) const;
  bool isOverInBody(int fresh, int carried, const LoopSpan &loop, int handOver) const;
  void merge(int fresh, int old);

  std::vector<Buffer> &buffers;
  const std::vector<Step> &steps;
  std::vector<Lifetime> lifetimes;
  std::vector<llvm::SmallVector<int, 2>> members; ///< at each root: the buffers that have its memory, itself included
};

struct ArenaSize {
  uint64_t bytes, persistentBytes;
};

/// Gives every buffer of the arena its offset: state first, then the others by first fit in the order of falling size.
/// Buffers that live at the same time do not overlap. Offsets are multiples of 64, of 4096 for large buffers.
ArenaSize placeBuffers(std::vector<Buffer> &buffers, const std::vector<Step> &steps);

} // namespace det::plan

#endif // DET_LIB_TRANSFORMS_LOWER_PLAN_MEMORY_H
