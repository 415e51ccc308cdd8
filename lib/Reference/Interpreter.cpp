// The interpreter: ops in program order, values in numbered slots, each freed after its last use.
#include "det/Reference/Interpreter.h"

#include "Registry.h"

#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace det::reference {

namespace {

struct Step {
  ComputeAll compute;
  Operation *op;
  SmallVector<int32_t> operands; ///< and what the op's regions read from outside
  SmallVector<int32_t> results;
  SmallVector<int32_t> lastUses; ///< slots that no later step reads
};

rt::Error errorAt(Operation *op, const std::string &message) {
  std::string text;
  llvm::raw_string_ostream(text) << op->getName() << " at " << op->getLoc() << ": " << message;
  return {text};
}

} // namespace

struct Interpreter::Program {
  SmallVector<RankedTensorType> inputTypes, outputTypes;
  std::vector<Step> steps;
  SmallVector<int32_t> outputs;
  SmallVector<int32_t> unused; ///< inputs that nobody reads
  int32_t slots = 0;
};

Interpreter::Interpreter(std::unique_ptr<Program> program) : program(std::move(program)) {}
Interpreter::Interpreter(Interpreter &&) = default;
Interpreter &Interpreter::operator=(Interpreter &&) = default;
Interpreter::~Interpreter() = default;

ArrayRef<RankedTensorType> Interpreter::inputTypes() const { return program->inputTypes; }
ArrayRef<RankedTensorType> Interpreter::outputTypes() const { return program->outputTypes; }

rt::Result<Interpreter> Interpreter::create(ModuleOp module, Limits limits) {
  auto function = module.lookupSymbol<func::FuncOp>("main");
  if (!function) {
    auto functions = module.getOps<func::FuncOp>();
    if (!llvm::hasSingleElement(functions))
      return rt::Error{"expected a function main, or one function"};
    function = *functions.begin();
  }
  return create(function, limits);
}

/// Marks, walking backwards, where each slot is read last.
static void findLastUses(std::vector<Step> &steps, ArrayRef<int32_t> outputs, ArrayRef<int32_t> inputs,
                         SmallVectorImpl<int32_t> &unused) {
  llvm::DenseSet<int32_t> live(outputs.begin(), outputs.end());
  for (Step &step : llvm::reverse(steps)) {
    for (int32_t slot : step.results)
      if (!live.contains(slot))
        step.lastUses.push_back(slot);
    for (int32_t slot : step.operands)
      if (live.insert(slot).second)
        step.lastUses.push_back(slot);
  }
  for (int32_t slot : inputs)
    if (!live.contains(slot))
      unused.push_back(slot);
}

rt::Result<Interpreter> Interpreter::create(func::FuncOp function, Limits limits) {
  if (!function.getBody().hasOneBlock())
    return errorAt(function, "expected a body of one block");
  return create(function.getBody().front(), {}, limits);
}

rt::Result<Interpreter> Interpreter::create(Block &block, ArrayRef<Value> outside, Limits limits) {
  auto program = std::make_unique<Program>();
  llvm::DenseMap<Value, int32_t> slots;
  auto addSlot = [&](Value value) -> std::optional<int32_t> {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!type || !type.hasStaticShape() || sizeInBytes(type) < 0)
      return std::nullopt;
    return slots[value] = program->slots++;
  };
  auto typeError = [&](Operation *op, Type type) {
    std::string text;
    llvm::raw_string_ostream(text) << "expected a tensor of booleans, integers of 8 to 64 bits or floats, got " << type;
    return errorAt(op, text);
  };

  SmallVector<int32_t> inputs;
  SmallVector<Value> arguments(block.getArguments());
  llvm::append_range(arguments, outside);
  for (Value argument : arguments) {
    auto slot = addSlot(argument);
    if (!slot)
      return typeError(block.getParentOp(), argument.getType());
    inputs.push_back(*slot);
    program->inputTypes.push_back(cast<RankedTensorType>(argument.getType()));
  }
  Registry registry = Registry::create(limits);
  for (Operation &op : block.without_terminator()) {
    Step step;
    step.op = &op;
    for (Value operand : op.getOperands())
      step.operands.push_back(slots.at(operand));
    llvm::SetVector<Value> captured;
    getUsedValuesDefinedAbove(op.getRegions(), captured);
    for (Value value : captured)
      step.operands.push_back(slots.at(value));
    for (Value result : op.getResults()) {
      auto slot = addSlot(result);
      if (!slot)
        return typeError(&op, result.getType());
      step.results.push_back(*slot);
    }
    auto compute = registry.prepare(&op);
    if (!compute)
      return errorAt(&op, compute.error().message);
    step.compute = std::move(*compute);
    program->steps.push_back(std::move(step));
  }
  for (Value value : block.getTerminator()->getOperands()) {
    program->outputs.push_back(slots.at(value));
    program->outputTypes.push_back(cast<RankedTensorType>(value.getType()));
  }
  findLastUses(program->steps, program->outputs, inputs, program->unused);
  return Interpreter(std::move(program));
}

rt::Result<std::vector<Tensor>> Interpreter::run(std::vector<Tensor> inputs) const {
  if (inputs.size() != program->inputTypes.size())
    return rt::Error{"expected " + std::to_string(program->inputTypes.size()) + " inputs, got " + std::to_string(inputs.size())};
  std::vector<Tensor> values(program->slots);
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i].type() != program->inputTypes[i]) {
      std::string text;
      llvm::raw_string_ostream(text) << "expected input " << i << " of type " << program->inputTypes[i] << ", got "
                                     << inputs[i].type();
      return rt::Error{text};
    }
    values[i] = std::move(inputs[i]); // arguments have the first slots
  }
  for (int32_t slot : program->unused)
    values[slot] = Tensor();
  SmallVector<Tensor> operands;
  for (const Step &step : program->steps) {
    for (int32_t slot : step.operands)
      operands.push_back(values[slot]);
    auto results = step.compute(operands);
    if (!results)
      return errorAt(step.op, results.error().message);
    for (auto [slot, result] : llvm::zip_equal(step.results, *results))
      values[slot] = std::move(result);
    operands.clear();
    for (int32_t slot : step.lastUses)
      values[slot] = Tensor();
  }
  std::vector<Tensor> outputs;
  for (int32_t slot : program->outputs)
    outputs.push_back(values[slot]);
  return outputs;
}

} // namespace det::reference
