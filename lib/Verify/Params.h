// The parameters of a launch, compared with its claims.
#ifndef DET_LIB_VERIFY_PARAMS_H
#define DET_LIB_VERIFY_PARAMS_H

#include "Walk.h"

#include <array>

namespace det::verify {

/// Loops of a walk through memory: how often, and how far apart.
using Steps = std::vector<std::pair<int64_t, int64_t>>;

/// The elements that a walk meets, in one form for every way to write it.
std::array<std::vector<int64_t>, 2> elementsOf(const Steps &walk);

/// The loops of a generated kernel as its launch gives them. What the numbers mean follows from how many tensors there are and
/// from the kind that the kernel's name begins with: per loop its size, per loop the elements of a block of its order, per tensor
/// and loop a stride in elements, per loop the global index of its first iteration; kernels that walk a tree (columns, inner,
/// groups) add chunks of the innermost loop, groups, and blocks per group.
class Params {
public:
  /// `tensors`: uses that the kernel reads or writes element by element, results from `outputs` on. Throws where there are not as
  /// many numbers as that takes.
  Params(const EntryAt &entry, const artifact::LaunchT &launch, size_t outputs, size_t tensors);

  size_t loops = 0;
  int64_t size(size_t loop) const { return params[loop]; }
  int64_t block(size_t loop) const { return params[loops + loop]; }
  int64_t stride(size_t tensor, size_t loop) const { return params[(2 + tensor) * loops + loop]; }
  int64_t base(size_t loop) const { return params[(2 + tensors) * loops + loop]; }
  int64_t extra(size_t i) const { return params[(3 + tensors) * loops + i]; }

  /// Loops walk through all elements of each tensor's claim, the extent is that of the loops, blocks are those of the order.
  void check() const;
  /// The same for a kernel without a shape of its own, which walks through as many dense elements as its extent says.
  void checkBody() const;
  /// Loops that no output varies along: those of a sum.
  bool isReduced(size_t loop) const;
  /// Iterations that tell how loops correspond: corners. `at` is by loop.
  std::vector<Index> corners() const;
  /// The address that a tensor has in an iteration.
  int64_t addressAt(size_t tensor, const Index &at) const;

private:
  void checkWalk(size_t tensor) const;
  void checkExtent() const;
  void checkBlocks() const;
  void checkBases() const;

  const EntryAt &entry;
  const artifact::LaunchT &launch;
  const size_t outputs, tensors;
  std::string kind; ///< what the kernel's name begins with
  std::vector<int64_t> params;
};

} // namespace det::verify

#endif // DET_LIB_VERIFY_PARAMS_H
