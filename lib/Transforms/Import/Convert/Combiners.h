// Recognises the region of a reduction or scatter as one of det's combiners.
#ifndef DET_LIB_TRANSFORMS_IMPORT_CONVERT_COMBINERS_H
#define DET_LIB_TRANSFORMS_IMPORT_CONVERT_COMBINERS_H

#include "det/Dialect/Det/Det.h"
#include "mlir/IR/Region.h"
#include <optional>

namespace det::import {

/// The combiner that result `i` of a region with `pairs` pairs of arguments (all left sides first) computes, when it
/// depends on its own pair alone. A region that returns the right side assigns. Sharding constraints on scalars, and
/// barriers, do not count.
std::optional<Combiner> matchCombiner(mlir::Region &region, unsigned i, unsigned pairs);

/// The elementwise det operation that joins two values: `add` of Combiner::Add.
llvm::StringRef combinerOp(Combiner combiner);

} // namespace det::import

#endif // DET_LIB_TRANSFORMS_IMPORT_CONVERT_COMBINERS_H
