// Bodies: every op a tape, values in slots.
#include "Body.h"

#include "Registry.h"
#include "ScalarTape.h"
#include "Values.h"

#include "det/Dialect/Det/Det.h"

#include <cstring>

using namespace mlir;

namespace det::reference {

rt::Result<Body> Body::create(Block &block) {
  Body body;
  llvm::DenseMap<Value, int32_t> slots;
  auto addSlot = [&](Value value) {
    int32_t slot = slots[value] = static_cast<int32_t>(body.slotBytes.size());
    body.slotBytes.push_back(elementBytes(tensorType(value).getElementType()));
    return slot;
  };
  for (BlockArgument argument : block.getArguments())
    addSlot(argument);
  body.argumentBytes = body.slotBytes;
  for (Operation &op : block.without_terminator()) {
    if (isa<ConstantOp>(op)) {
      auto compute = Registry::create().prepare(&op);
      auto value = compute ? (*compute)({}) : rt::Result<std::vector<Tensor>>(compute.error());
      if (!value)
        return value.error();
      const std::byte *data = value->front().data();
      int32_t slot = addSlot(op.getResult(0));
      body.constants.push_back({slot, Elements(data, data + body.slotBytes[slot])});
      continue;
    }
    if (!isa<ScalarOpInterface>(op))
      return rt::Error{"expected elementwise ops in the body, got " + op.getName().getStringRef().str()};
    auto tape = tapeOf(&op);
    if (!tape)
      return rt::Error{op.getName().getStringRef().str() + " in the body: " + tape.error().message};
    Step step;
    step.tape = std::move(*tape);
    for (Value operand : op.getOperands())
      step.operands.push_back(slots.at(operand));
    step.result = addSlot(op.getResult(0));
    body.steps.push_back(std::move(step));
  }
  for (Value value : block.getTerminator()->getOperands())
    body.results.push_back(slots.at(value));
  return body;
}

std::vector<Elements> Body::run(ArrayRef<const std::byte *> arguments, int64_t count) const {
  std::vector<Elements> owned(slotBytes.size());
  SmallVector<const std::byte *> slots(arguments);
  slots.resize(slotBytes.size());
  for (const Constant &constant : constants) {
    Elements &elements = owned[constant.slot];
    for (int64_t i = 0; i < count; ++i)
      elements.insert(elements.end(), constant.element.begin(), constant.element.end());
    slots[constant.slot] = elements.data();
  }
  for (const Step &step : steps) {
    std::vector<const std::byte *> operands;
    for (int32_t slot : step.operands)
      operands.push_back(slots[slot]);
    Elements &result = owned[step.result];
    result.resize(count * slotBytes[step.result]);
    step.tape.run(operands, result.data(), count);
    slots[step.result] = result.data();
  }
  std::vector<Elements> yielded;
  for (int32_t slot : results)
    yielded.emplace_back(slots[slot], slots[slot] + count * slotBytes[slot]);
  return yielded;
}

} // namespace det::reference
