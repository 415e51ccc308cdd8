// Reducing ops, sorts and scatters over one more dim.
#include "det/Dialect/Det/Det.h"
#include "mlir/IR/Builders.h"

using namespace mlir;

namespace det {

FailureOr<SmallVector<Value>> ReduceOp::buildBatched(OpBuilder &builder, ValueRange operands) { return emitOpError("cannot stand in a manual region"), failure(); }

FailureOr<SmallVector<Value>> DotOp::buildBatched(OpBuilder &builder, ValueRange operands) { return emitOpError("cannot stand in a manual region"), failure(); }

FailureOr<SmallVector<Value>> ScatterOp::buildBatched(OpBuilder &builder, ValueRange operands) { return emitOpError("cannot stand in a manual region"), failure(); }

FailureOr<SmallVector<Value>> ConvolutionOp::buildBatched(OpBuilder &builder, ValueRange operands) { return emitOpError("cannot stand in a manual region"), failure(); }

FailureOr<SmallVector<Value>> ScanOp::buildBatched(OpBuilder &builder, ValueRange operands) { return emitOpError("cannot stand in a manual region"), failure(); }

FailureOr<SmallVector<Value>> GenericReduceOp::buildBatched(OpBuilder &builder, ValueRange operands) { return emitOpError("cannot stand in a manual region"), failure(); }

FailureOr<SmallVector<Value>> GenericScatterOp::buildBatched(OpBuilder &builder, ValueRange operands) { return emitOpError("cannot stand in a manual region"), failure(); }

FailureOr<SmallVector<Value>> SortOp::buildBatched(OpBuilder &builder, ValueRange operands) { return emitOpError("cannot stand in a manual region"), failure(); }

} // namespace det
