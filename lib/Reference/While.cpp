// Loops: the condition and the body are programs of their own, run in turn.
#include "Registry.h"

#include "det/Dialect/Det/Det.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace det::reference {

static rt::Result<ComputeAll> prepareWhile(WhileOp op, Limits limits) {
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(op->getRegions(), captured);
  auto condition = Interpreter::create(op.getCondition().front(), captured.getArrayRef(), limits);
  if (!condition)
    return condition.error();
  auto body = Interpreter::create(op.getBody().front(), captured.getArrayRef(), limits);
  if (!body)
    return body.error();
  size_t carried = op.getInits().size();
  // Functions are copied; programs are not.
  auto programs = std::make_shared<std::pair<Interpreter, Interpreter>>(std::move(*condition), std::move(*body));
  return ComputeAll([programs, carried, limits](ArrayRef<Tensor> operands) -> rt::Result<std::vector<Tensor>> {
    std::vector<Tensor> values(operands.begin(), operands.begin() + carried);
    ArrayRef<Tensor> outside = operands.drop_front(carried);
    auto run = [&](const Interpreter &program) {
      std::vector<Tensor> inputs = values;
      inputs.insert(inputs.end(), outside.begin(), outside.end());
      return program.run(std::move(inputs));
    };
    for (int64_t trips = 0;; ++trips) {
      auto holds = run(programs->first);
      if (!holds)
        return holds.error();
      if (holds->front().data()[0] == std::byte(0))
        return values;
      if (trips == limits.maxTrips)
        return rt::Error{"has run " + std::to_string(trips) + " times and goes on; if it should, give a larger --max-trip-count"};
      auto next = run(programs->second);
      if (!next)
        return next.error();
      values = std::move(*next);
    }
  });
}

void registerWhile(Registry &registry, Limits limits) {
  registry.add<WhileOp>(std::function([limits](WhileOp op) { return prepareWhile(op, limits); }));
}

} // namespace det::reference
