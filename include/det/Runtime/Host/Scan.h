// Cumulative reductions in blocks (docs/order.md): a fold inside each block, block totals folded into a carry, result = init +
// (carry + local).
#ifndef DET_RUNTIME_HOST_SCAN_H
#define DET_RUNTIME_HOST_SCAN_H

#include "det/Runtime/Host/Join.h"
#include "det/Runtime/Result.h"

#include <cstddef>

namespace det::rt::host {

/// A dense array [outer, size, inner], cumulated along the middle. `reverse`: from the far end, blocks still at multiples of
/// `block`.
struct Scan {
  JoinOp op = JoinOp::add;
  Element type = Element::f32;
  int64_t outer = 1, size = 0, inner = 1, block = 64;
  bool reverse = false;

  /// Pieces of work: rows, or groups of columns where inner is not 1.
  int64_t units() const;
};

/// Errors: an operation that the type does not have, a block below 1.
Status checkScan(const Scan &scan);

/// Bytes of scratch, per thread.
size_t scanScratch(const Scan &scan);

/// Computes the units [begin, end). `init` is one element. The result may lie on the operand. Needs x86-64-v3.
void runScan(const Scan &scan, const void *operand, const void *init, void *result, int64_t begin, int64_t end, void *scratch);

} // namespace det::rt::host

#endif // DET_RUNTIME_HOST_SCAN_H
