// What the random operations of a graph have in common.
#ifndef DET_LIB_TRANSFORMS_IMPORT_RANDOM_H
#define DET_LIB_TRANSFORMS_IMPORT_RANDOM_H

#include "llvm/ADT/StringRef.h"

namespace det::import {

/// The ordinal of an `rng` among those of the graph.
inline constexpr llvm::StringLiteral kOrdinalAttr = "det.ordinal";

/// Arguments of @main that a graph with `rng` gets: scalars of ui64, of kind "batch". det-run feeds them.
inline constexpr llvm::StringLiteral kSeedName = "det.seed";
inline constexpr llvm::StringLiteral kStepName = "det.step";

} // namespace det::import

#endif // DET_LIB_TRANSFORMS_IMPORT_RANDOM_H
