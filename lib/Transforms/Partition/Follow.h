// From cuts of an op's factors to layouts of its operands and results, and back.
#ifndef DET_LIB_TRANSFORMS_PARTITION_FOLLOW_H
#define DET_LIB_TRANSFORMS_PARTITION_FOLLOW_H

#include "Graph.h"

namespace det {

/// Per factor: its cut in elements of the factor, null where it is not cut.
using FactorCuts = llvm::SmallVector<DimLayoutAttr, 6>;

/// The layout of operand or result `tensor` (operands first) of an op whose factors are cut so. Results of an op with a cut
/// reduced factor are partial.
LayoutAttr layoutUnder(const OpNode &node, const FactorCuts &cuts, size_t tensor);

/// The same, but what is read through the window of a factor that is not cut is the one interval that every rank reads: what an
/// operand needs to be brought from elsewhere. (One that is there as a whole is read as it is.)
LayoutAttr readsUnder(const OpNode &node, const FactorCuts &cuts, size_t operand);

/// The cuts that give the results these layouts; failure if there are none.
mlir::FailureOr<FactorCuts> cutsBehind(const OpNode &node, llvm::ArrayRef<LayoutAttr> results);

/// The layout of a whole value by what `layout` says of its dims.
LayoutAttr withoutPartial(LayoutAttr layout);

} // namespace det

#endif // DET_LIB_TRANSFORMS_PARTITION_FOLLOW_H
