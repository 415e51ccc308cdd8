// Elementwise ops: their own scalar computation, as a tape over all elements.
#include "Registry.h"
#include "ScalarTape.h"
#include "Values.h"

#include "det/Dialect/Det/Det.h"

using namespace mlir;

namespace det::reference {

/// The type of an element in scalar code: integers lose their signedness.
static Type signless(Type type) {
  auto integer = dyn_cast<IntegerType>(type);
  return integer ? IntegerType::get(type.getContext(), integer.getWidth()) : type;
}

rt::Result<Tape> tapeOf(Operation *op) {
  Block block;
  for (Value operand : op->getOperands())
    block.addArgument(signless(tensorType(operand).getElementType()), op->getLoc());
  OpBuilder builder(op->getContext());
  builder.setInsertionPointToEnd(&block);
  SmallVector<Value> arguments(block.args_begin(), block.args_end());
  Value result = cast<ScalarOpInterface>(op).buildScalar(builder, op->getLoc(), arguments);
  if (!result)
    return rt::Error{"expected an element type for which the op is defined"};
  return tapeOf(block, result);
}

rt::Result<Compute> prepareElementwise(Operation *op) {
  auto tape = tapeOf(op);
  if (!tape)
    return tape.error();
  return Compute([tape = std::move(*tape), type = tensorType(op->getResult(0))](ArrayRef<Tensor> operands) -> rt::Result<Tensor> {
    Tensor out = Tensor::allocate(type);
    std::vector<const std::byte *> inputs;
    for (const Tensor &operand : operands)
      inputs.push_back(operand.data());
    tape.run(inputs, out.mutableData(), out.size());
    return out;
  });
}

} // namespace det::reference
