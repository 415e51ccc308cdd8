// Small questions about operations of the input dialects.
#ifndef DET_LIB_TRANSFORMS_IMPORT_INPUTOPS_H
#define DET_LIB_TRANSFORMS_IMPORT_INPUTOPS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

namespace det::import {

/// Whether an operation belongs to a dialect that is only read.
bool isInputOp(mlir::Operation *op);

/// The name of an operation without the two dialects that share their names: `add` of `stablehlo.add` and `mhlo.add`;
/// other names stay whole (`chlo.erf`, `sdy.mesh`).
llvm::StringRef inputName(mlir::Operation *op);

/// The terminator of a region's only block, or null.
mlir::Operation *regionReturn(mlir::Region &region);

/// The operations of a region's only block before its return, which is not registered as a terminator.
inline auto withoutReturn(mlir::Region &region) {
  return llvm::make_range(region.front().begin(), std::prev(region.front().end()));
}

/// Emits `'NAME' is not supported: WHAT` at the operation.
mlir::LogicalResult refuse(mlir::Operation *op, const llvm::Twine &what);

/// Emits that a custom call is not supported, and what to do.
mlir::LogicalResult refuseCustomCall(mlir::Operation *op);

/// A type as a tensor that det can hold: static, no encoding, elements are integers, floats or complex numbers.
/// Null for others; `why` then says what is wrong and what to do.
mlir::RankedTensorType supportedType(mlir::Type type, std::string &why);

/// Whether a type is `!stablehlo.token`.
bool isToken(mlir::Type type);

/// Whether a type is a supported tensor, a token, or a tuple of such; else `why` says what is wrong.
bool supportedValue(mlir::Type type, std::string &why);

/// The entry function after inlining.
mlir::func::FuncOp mainFunction(mlir::ModuleOp module);

} // namespace det::import

#endif // DET_LIB_TRANSFORMS_IMPORT_INPUTOPS_H
