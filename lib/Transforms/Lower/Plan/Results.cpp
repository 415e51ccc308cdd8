// Arguments and results of @main: tensors, their buffers, and the new state in the place of the old one.
#include "Results.h"

#include "Memory.h"

using namespace mlir;

namespace det::plan {

static Operation *returnOf(func::FuncOp function) { return function.getBody().front().getTerminator(); }

static artifact::TensorKind kindOf(StringAttr attr, artifact::TensorKind other) {
  return attr && attr.getValue() == "state" ? artifact::TensorKind::state : other;
}

FailureOr<TensorNumbers> addTensors(func::FuncOp function, const Placements &placements, Tables &tables, artifact::PlanT &plan) {
  TensorNumbers numbers;
  llvm::StringMap<uint32_t> byName[3]; // per kind
  auto add = [&](Value value, StringRef name, artifact::TensorKind kind) -> FailureOr<uint32_t> {
    auto [found, isNew] = byName[static_cast<int>(kind)].try_emplace(name, plan.tensors.size());
    if (!isNew)
      return function.emitError() << "has two tensors with the name '" << name << "'", failure();
    auto tensor = std::make_unique<artifact::TensorT>();
    ArrayRef<int64_t> shape = globalShape(value);
    tensor->name = name.str();
    tensor->kind = kind;
    tensor->type = elementTypeOf(cast<RankedTensorType>(value.getType()).getElementType());
    tensor->shape.assign(shape.begin(), shape.end());
    tensor->layout = tables.layout(placements.layout(value), shape);
    plan.tensors.push_back(std::move(tensor));
    return found->second;
  };
  for (BlockArgument argument : function.getArguments()) {
    unsigned i = argument.getArgNumber();
    auto name = function.getArgAttrOfType<StringAttr>(i, kNameAttr);
    FailureOr<uint32_t> number = add(argument, name ? name.getValue().str() : ("arg" + Twine(i)).str(),
                                     kindOf(function.getArgAttrOfType<StringAttr>(i, kKindAttr), artifact::TensorKind::batch));
    if (failed(number))
      return failure();
    numbers.arguments.push_back(*number);
  }
  llvm::DenseSet<uint32_t> written;
  for (auto [i, value] : llvm::enumerate(returnOf(function)->getOperands())) {
    auto attr = function.getResultAttrOfType<StringAttr>(i, kNameAttr);
    std::string name = attr ? attr.getValue().str() : ("result" + Twine(i)).str();
    auto kind = kindOf(function.getResultAttrOfType<StringAttr>(i, kKindAttr), artifact::TensorKind::metric);
    auto &ofKind = byName[static_cast<int>(kind)];
    auto found = ofKind.find(name);
    bool replacesArgument = kind == artifact::TensorKind::state && found != ofKind.end() && written.insert(found->second).second;
    if (!replacesArgument) {
      FailureOr<uint32_t> number = add(value, name, kind);
      if (failed(number))
        return failure();
      written.insert(*number);
      numbers.results.push_back(*number);
      continue;
    }
    const artifact::TensorT &tensor = *plan.tensors[found->second];
    uint32_t layout = tables.layout(placements.layout(value), globalShape(value));
    if (ArrayRef<int64_t>(tensor.shape) != globalShape(value) || tensor.layout != layout) {
      function.emitError() << "expected the new value of state '" << name << "' to have the shape and the layout of the old one";
      return failure();
    }
    numbers.results.push_back(found->second);
  }
  return numbers;
}

static int addTensorBuffer(uint32_t number, Value value, const artifact::PlanT &plan, ProgramBuilder &builder) {
  artifact::TensorKind kind = plan.tensors[number]->kind;
  BufferKind bufferKind = kind == artifact::TensorKind::state   ? BufferKind::State
                          : kind == artifact::TensorKind::batch ? BufferKind::Batch
                                                                : BufferKind::Metric;
  return builder.addBuffer(bufferKind, elementsOf(builder.localShape(value)) * bytesOf(value));
}

void addArguments(func::FuncOp function, const TensorNumbers &numbers, const artifact::PlanT &plan, ProgramBuilder &builder,
                  DenseMap<uint32_t, int> &bufferOfTensor) {
  for (auto [argument, number] : llvm::zip(function.getArguments(), numbers.arguments)) {
    int buffer = addTensorBuffer(number, argument, plan, builder);
    bufferOfTensor[number] = buffer;
    builder.setView(argument, View::dense(buffer, builder.localShape(argument)));
  }
}

/// True if the view is a temporary buffer, all of it, in order: then the buffer can simply become the result's.
static bool isWholeTemporary(const View &view, int64_t elementBytes, const ProgramBuilder &builder) {
  const Buffer &buffer = builder.buffers[view.buffer];
  return buffer.kind == BufferKind::Temporary && buffer.alias < 0 && view.offset == 0 && view.terms.empty() && view.isDense() &&
         buffer.bytes == static_cast<uint64_t>(view.elements() * elementBytes);
}

void addResults(func::FuncOp function, const TensorNumbers &numbers, const artifact::PlanT &plan, ProgramBuilder &builder,
                DenseMap<uint32_t, int> &bufferOfTensor) {
  struct Result {
    View from;
    int64_t bytes;
    int buffer;
    uint32_t label;
  };
  std::vector<Result> states, metrics;
  for (auto [value, number] : llvm::zip(returnOf(function)->getOperands(), numbers.results)) {
    bool isState = plan.tensors[number]->kind == artifact::TensorKind::state;
    auto [found, isNew] = bufferOfTensor.try_emplace(number, -1);
    if (isNew)
      found->second = addTensorBuffer(number, value, plan, builder);
    uint32_t label = builder.tables.label(plan.tensors[number]->name + ": result");
    Result result{builder.view(value), bytesOf(value), found->second, label};
    if (result.from.isEmpty() || (result.from.buffer == result.buffer && result.from.offset == 0 && result.from.isDense()))
      continue;
    (isState ? states : metrics).push_back(std::move(result));
  }
  // Old state that becomes other state is put aside before anything is overwritten at the end.
  for (Result &result : states)
    if (builder.buffers[result.from.buffer].kind == BufferKind::State) {
      View aside = builder.allocate(result.from.shape, result.bytes);
      aside.value = result.from.value;
      builder.copy(result.from, aside, result.bytes, result.label);
      result.from = aside;
    }
  auto copyOut = [&](const Result &result) {
    View to = View::dense(result.buffer, result.from.shape);
    to.value = result.from.value;
    builder.copy(result.from, to, result.bytes, result.label);
  };
  // A metric that shows state gets a copy of its own; others become their buffer.
  llvm::DenseSet<int> taken;
  for (Result &result : metrics) {
    if (isWholeTemporary(result.from, result.bytes, builder) && taken.insert(result.from.buffer).second) {
      builder.buffers[result.buffer].alias = result.from.buffer;
      builder.buffers[result.from.buffer].kind = BufferKind::Metric;
    } else {
      copyOut(result);
    }
  }
  SmallVector<const Result *> apart;
  Sharing sharing(builder.buffers, builder.steps);
  for (const Result &result : states)
    if (!isWholeTemporary(result.from, result.bytes, builder) || !sharing.shareIfPossible(result.from.buffer, result.buffer))
      apart.push_back(&result);
  for (const Result *result : apart)
    copyOut(*result);
}

} // namespace det::plan
