// Reductions of several arrays at once by a generated body, along the tree of an order.
#ifndef DET_RUNTIME_HOST_GENERICREDUCE_H
#define DET_RUNTIME_HOST_GENERICREDUCE_H

#include "det/Runtime/Host/Body.h"
#include "det/Runtime/Result.h"

namespace det::rt::host {

/// What to reduce. Element (kept index k, box index b) of input i lies at k . keptStrides[i] + b . boxStrides[i]. The body takes
/// left values, then right values, one of each per input, and gives as many results. Results are dense over the kept dims.
struct GenericReduce {
  std::vector<int64_t> kept, box;
  std::vector<std::vector<int64_t>> keptStrides, boxStrides; ///< per input, in elements
  /// The expression: boxes of the leaves, ascending ([begin, end) per box dim), and the joins after each.
  std::vector<std::vector<std::pair<int64_t, int64_t>>> leaves;
  std::vector<uint8_t> pops;
  bool lanes = false; ///< leaves are lanes<32>, else folds
  Body body;

  size_t inputs() const { return keptStrides.size(); }
  int64_t results() const;
};

/// Results that are computed side by side: work is cut at multiples of it.
int64_t genericReduceGrain(const GenericReduce &reduce);

/// Bytes of scratch, per thread.
size_t genericReduceScratch(const GenericReduce &reduce);

/// Computes the results [begin, end). `inits` are single elements, joined once as the left operand of the root; without leaves
/// they are the results. Outputs may not lie on inputs.
void runGenericReduce(const GenericReduce &reduce, const void *const *inputs, const void *const *inits, void *const *outputs,
                      int64_t begin, int64_t end, void *scratch);

} // namespace det::rt::host

#endif // DET_RUNTIME_HOST_GENERICREDUCE_H
