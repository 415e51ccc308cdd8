// Elementwise ops over one more dim: themselves.
#include "det/Dialect/Det/Det.h"
#include "mlir/IR/Builders.h"

using namespace mlir;

namespace det {

FailureOr<SmallVector<Value>> buildElementwiseBatched(Operation *op, OpBuilder &builder, ValueRange operands) {
  int64_t size = cast<RankedTensorType>(operands[0].getType()).getDimSize(0);
  SmallVector<Type> types;
  for (Type type : op->getResultTypes()) {
    auto tensor = cast<RankedTensorType>(type);
    SmallVector<int64_t> shape{size};
    llvm::append_range(shape, tensor.getShape());
    types.push_back(tensor.clone(shape));
  }
  OperationState state(op->getLoc(), op->getName().getStringRef(), operands, types, op->getAttrs());
  return SmallVector<Value>(builder.create(state)->getResults());
}

} // namespace det
