// Collectives of manual computations as ordinary ops on values of ranks.
#ifndef DET_LIB_TRANSFORMS_IMPORT_MANUAL_COLLECTIVES_H
#define DET_LIB_TRANSFORMS_IMPORT_MANUAL_COLLECTIVES_H

#include "Ranks.h"
#include "llvm/ADT/StringMap.h"

namespace det::import {

/// Computes one collective for all ranks; the operand is null for one that has none.
using Collective = mlir::FailureOr<RankValue> (*)(mlir::Operation *op, const Ranks &ranks, mlir::OpBuilder &b, RankValue operand);

/// Checks that the ranks that a collective names exist, and the dims.
mlir::LogicalResult verifyCollective(mlir::Operation *op, const Ranks &ranks);

/// By the name of the det operation.
llvm::StringMap<Collective> buildCollectives();

} // namespace det::import

#endif // DET_LIB_TRANSFORMS_IMPORT_MANUAL_COLLECTIVES_H
