// Ops that move elements over one more dim.
#include "det/Dialect/Det/Det.h"
#include "mlir/IR/Builders.h"

using namespace mlir;

namespace det {

FailureOr<SmallVector<Value>> BroadcastInDimOp::buildBatched(OpBuilder &builder, ValueRange operands) { return emitOpError("cannot stand in a manual region"), failure(); }

FailureOr<SmallVector<Value>> ReshapeOp::buildBatched(OpBuilder &builder, ValueRange operands) { return emitOpError("cannot stand in a manual region"), failure(); }

FailureOr<SmallVector<Value>> TransposeOp::buildBatched(OpBuilder &builder, ValueRange operands) { return emitOpError("cannot stand in a manual region"), failure(); }

FailureOr<SmallVector<Value>> SliceOp::buildBatched(OpBuilder &builder, ValueRange operands) { return emitOpError("cannot stand in a manual region"), failure(); }

FailureOr<SmallVector<Value>> ConcatenateOp::buildBatched(OpBuilder &builder, ValueRange operands) { return emitOpError("cannot stand in a manual region"), failure(); }

FailureOr<SmallVector<Value>> PadOp::buildBatched(OpBuilder &builder, ValueRange operands) { return emitOpError("cannot stand in a manual region"), failure(); }

FailureOr<SmallVector<Value>> ReverseOp::buildBatched(OpBuilder &builder, ValueRange operands) { return emitOpError("cannot stand in a manual region"), failure(); }

FailureOr<SmallVector<Value>> DynamicSliceOp::buildBatched(OpBuilder &builder, ValueRange operands) { return emitOpError("cannot stand in a manual region"), failure(); }

FailureOr<SmallVector<Value>> DynamicUpdateSliceOp::buildBatched(OpBuilder &builder, ValueRange operands) { return emitOpError("cannot stand in a manual region"), failure(); }

FailureOr<SmallVector<Value>> GatherOp::buildBatched(OpBuilder &builder, ValueRange operands) { return emitOpError("cannot stand in a manual region"), failure(); }

FailureOr<SmallVector<Value>> IotaOp::buildBatched(OpBuilder &builder, ValueRange operands) { return emitOpError("cannot stand in a manual region"), failure(); }

FailureOr<SmallVector<Value>> WindowsOp::buildBatched(OpBuilder &builder, ValueRange operands) { return emitOpError("cannot stand in a manual region"), failure(); }

FailureOr<SmallVector<Value>> RealOp::buildBatched(OpBuilder &builder, ValueRange operands) { return emitOpError("cannot stand in a manual region"), failure(); }

FailureOr<SmallVector<Value>> ImagOp::buildBatched(OpBuilder &builder, ValueRange operands) { return emitOpError("cannot stand in a manual region"), failure(); }

FailureOr<SmallVector<Value>> ComplexOp::buildBatched(OpBuilder &builder, ValueRange operands) { return emitOpError("cannot stand in a manual region"), failure(); }

} // namespace det
