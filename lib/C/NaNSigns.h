// What a recorded test may tell apart that det does not: the signs of NaNs.
#ifndef DET_LIB_C_NANSIGNS_H
#define DET_LIB_C_NANSIGNS_H

#include "mlir/IR/BuiltinOps.h"

#include <string>

namespace det {

/// Why a test that does not hold says nothing about det: a constant of it has NaNs of both signs, and something in it puts
/// floats in their total order, where others have one sort of NaN at either end. det has one NaN. Empty for other tests.
std::string doubtOf(mlir::ModuleOp module);

} // namespace det

#endif // DET_LIB_C_NANSIGNS_H
