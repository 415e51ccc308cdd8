// Computes cheap values again where they are needed late, instead of storing them.
#ifndef DET_TRANSFORMS_LOWER_COMMON_FUSERECOMPUTE_H
#define DET_TRANSFORMS_LOWER_COMMON_FUSERECOMPUTE_H

#include "FuseGraph.h"

namespace det {

/// Clones cheap elementwise ops for users that another barrier separates from them (a backward pass that reads what the forward
/// pass had), where that stores no other tensor instead: every operand lives as long anyway, or is smaller, or is a stored tensor
/// that only this op reads. An op is its value, so bits stay. Returns true if ops were added; the graph is then out of date.
bool recomputeCheapValues(const FuseGraph &graph);

} // namespace det

#endif // DET_TRANSFORMS_LOWER_COMMON_FUSERECOMPUTE_H
