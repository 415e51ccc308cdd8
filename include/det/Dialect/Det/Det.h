// The det dialect: one umbrella header.
#ifndef DET_DIALECT_DET_DET_H
#define DET_DIALECT_DET_DET_H

#include "det/Dialect/Det/Factors.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "det/Dialect/Det/DetDialect.h.inc"
#include "det/Dialect/Det/DetEnums.h.inc"
#define GET_ATTRDEF_CLASSES
#include "det/Dialect/Det/DetAttrs.h.inc"

namespace det {
/// `buildBatched` of an elementwise op: the op itself, on operands with a leading dim.
llvm::FailureOr<llvm::SmallVector<mlir::Value>> buildElementwiseBatched(mlir::Operation *op, mlir::OpBuilder &builder,
                                                                         mlir::ValueRange operands);
} // namespace det

#include "det/Dialect/Det/DetInterfaces.h.inc"
#define GET_OP_CLASSES
#include "det/Dialect/Det/DetOps.h.inc"

namespace det {

/// The type in which a reduction over `element` accumulates: f64 for f64, f32 for other floats, itself for integers.
mlir::Type getAccumulationType(mlir::Type element);

/// Names of the attributes that phases leave on functions, arguments, results and ops.
inline constexpr llvm::StringLiteral kNameAttr = "det.name";         ///< argument, result: canonical name
inline constexpr llvm::StringLiteral kKindAttr = "det.kind";         ///< argument: "state", "batch"; result: "state", "metric"
inline constexpr llvm::StringLiteral kShardingAttr = "det.sharding"; ///< argument, result: #det.sharding asked for
inline constexpr llvm::StringLiteral kMeshAttr = "det.mesh";         ///< module: #det.mesh
inline constexpr llvm::StringLiteral kRecipeAttr = "det.recipe";     ///< module: #det.recipe
inline constexpr llvm::StringLiteral kLevelAttr = "det.level";       ///< module: "mesh_to_mesh", ...
inline constexpr llvm::StringLiteral kLayoutAttr = "det.layout";     ///< argument, result: #det.layout after partitioning
inline constexpr llvm::StringLiteral kLayoutsAttr = "layouts";       ///< op: array of #det.layout, one per result

} // namespace det

#endif // DET_DIALECT_DET_DET_H
