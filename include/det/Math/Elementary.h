// Elementary functions as MLIR, written once for every device.
#ifndef DET_MATH_ELEMENTARY_H
#define DET_MATH_ELEMENTARY_H

#include "det/Math/Function.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Value.h"

namespace det::math {

/// True when `buildElementary` can build the function on values of `type`, a scalar or a vector of any static shape.
bool isSupported(Function function, mlir::Type type);

/// Builds straight-line code for the function at the builder's insertion point and returns its value, which has the operands'
/// type.
///
/// Operands are all of one type: f32, f64 or a vector of these. Returns a null value, and builds nothing, where `isSupported` is
/// false: the caller reports the error. The code has no branches, loads or calls and uses only: arith.constant, addf, subf, mulf,
/// divf, cmpf, cmpi, select, addi, subi, muli, andi, ori, xori, shli, shrsi, shrui, bitcast, sitofp, extf, truncf, extsi, extui,
/// trunci; math.fma, math.sqrt. Each float operation must be evaluated in IEEE 754 round-to-nearest-even, with subnormals,
/// uncontracted and in the order written; then the bits are the same everywhere, up to the payload and sign of NaNs
/// (`buildCanonicalNaN`). docs/elementary.md lists the measured errors.
mlir::Value buildElementary(mlir::OpBuilder &builder, mlir::Location loc, Function function, mlir::ValueRange operands);

} // namespace det::math

#endif
