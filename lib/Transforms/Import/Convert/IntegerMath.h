// Integer arithmetic as StableHLO defines it, for constants.
#ifndef DET_LIB_TRANSFORMS_IMPORT_CONVERT_INTEGERMATH_H
#define DET_LIB_TRANSFORMS_IMPORT_CONVERT_INTEGERMATH_H

#include "mlir/IR/Types.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"
#include <optional>

namespace det::import {

/// Whether values of an integer type are compared and extended without a sign: `ui32`, and booleans.
bool isUnsignedInteger(mlir::Type element);

/// The value of the integer operation `name` (`add`, `shift_left`, ...: StableHLO's and det's names are the same).
/// Nothing if the operation has no exact integer value here. Operands have the width of `element`.
std::optional<llvm::APInt> evaluateInteger(llvm::StringRef name, llvm::ArrayRef<llvm::APInt> operands, mlir::Type element);

/// The value of a comparison; `direction` is EQ, NE, LT, LE, GT or GE in either case.
std::optional<bool> compareIntegers(llvm::StringRef direction, const llvm::APInt &a, const llvm::APInt &b, mlir::Type element);
std::optional<bool> compareFloats(llvm::StringRef direction, const llvm::APFloat &a, const llvm::APFloat &b);

/// Converts between integer types: wraps; a boolean result is `!= 0`.
llvm::APInt convertInteger(const llvm::APInt &value, mlir::Type from, mlir::Type to);

} // namespace det::import

#endif // DET_LIB_TRANSFORMS_IMPORT_CONVERT_INTEGERMATH_H
