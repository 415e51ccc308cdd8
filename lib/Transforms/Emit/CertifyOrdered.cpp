// The ordered part of a certificate: the graph and its orders, from the ordered module.
#include "det/Transforms/Emit/Certificate.h"

#include "det/Dialect/Det/Levels.h"
#include "det/Dialect/Det/Loops.h"
#include "det/Dialect/Det/Numbers.h"
#include "det/Dialect/Det/OrderModel.h"
#include "det/Math/Version.h"
#include "det/Order/Hash.h"

using namespace mlir;
using llvm::json::Array;
using llvm::json::Object;

namespace det {

template <class T> static std::string textOf(T value) {
  std::string text;
  llvm::raw_string_ostream(text) << value;
  return text;
}

/// `f32[8,64]`
static std::string typeText(Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  std::string text = typeName(type.getElementType()) + "[";
  llvm::raw_string_ostream os(text);
  llvm::interleave(type.getShape(), os, ",");
  os << ']';
  return text;
}

static Array numbersOf(ValueRange values) {
  Array numbers;
  for (Value value : values)
    numbers.push_back(numberOf(value));
  return numbers;
}

static Array typesOf(ValueRange values) {
  Array types;
  for (Value value : values)
    types.push_back(typeText(value));
  return types;
}

/// The ops of a body with their inputs, as the plan lists those of a kernel.
static Object codeOf(Block &body) {
  DenseMap<Value, int64_t> numbers;
  for (BlockArgument argument : body.getArguments())
    numbers[argument] = -1 - static_cast<int64_t>(argument.getArgNumber());
  auto inputsOf = [&](Operation &op) {
    Array inputs;
    for (Value operand : op.getOperands())
      inputs.push_back(numbers.lookup(operand));
    return inputs;
  };
  Array ops;
  for (Operation &op : body.without_terminator()) {
    numbers[op.getResult(0)] = ops.size();
    ops.push_back(Object{{"does", describe(&op)}, {"in", inputsOf(op)}});
  }
  return Object{{"ops", std::move(ops)}, {"results", inputsOf(*body.getTerminator())}};
}

/// Attributes that say where elements lie: integers, truths, and lists of them.
static Object placesOf(Operation *op) {
  Object places;
  for (NamedAttribute attr : op->getAttrDictionary()) {
    if (attr.getName() == kNumberAttr)
      continue;
    if (auto list = dyn_cast<DenseI64ArrayAttr>(attr.getValue()))
      places[attr.getName().getValue()] = Array(list.asArrayRef());
    else if (auto truths = dyn_cast<DenseBoolArrayAttr>(attr.getValue()))
      places[attr.getName().getValue()] = Array(SmallVector<int64_t>(truths.asArrayRef()));
    else if (isa<UnitAttr>(attr.getValue()))
      places[attr.getName().getValue()] = 1;
    else if (auto integer = dyn_cast<IntegerAttr>(attr.getValue()))
      places[attr.getName().getValue()] = integer.getValue().getSExtValue();
  }
  return places;
}

static Object graphOp(Operation *op) {
  Object record{{"op", op->getName().stripDialect()}, {"does", describe(op)},           {"in", numbersOf(op->getOperands())},
                {"out", numbersOf(op->getResults())}, {"types", typesOf(op->getResults())}};
  if (Object places = placesOf(op); !places.empty())
    record["places"] = std::move(places);
  if (auto loop = dyn_cast<WhileOp>(op)) {
    record["condition"] = numbersOf(loop.getCondition().front().getArguments());
    record["body"] = numbersOf(loop.getBody().front().getArguments());
    record["predicate"] = numberOf(loop.getCondition().front().getTerminator()->getOperand(0));
    record["next"] = numbersOf(loop.getBody().front().getTerminator()->getOperands());
  } else if (op->getNumRegions() == 1) {
    record["code"] = codeOf(op->getRegion(0).front());
  }
  return record;
}

static Object graphOf(func::FuncOp main) {
  Block &block = main.getBody().front();
  Array ops, argumentNames, resultNames;
  walkGraph(block, [&](Operation *op) { ops.push_back(graphOp(op)); });
  // As the plan calls its tensors: kind and name.
  auto tensorName = [](Attribute kind, Attribute name, StringRef otherKind, Twine otherName) {
    auto text = [](Attribute attr) { return dyn_cast_or_null<StringAttr>(attr); };
    return (text(kind) ? text(kind).getValue() : otherKind).str() + ":" + (text(name) ? text(name).str() : otherName.str());
  };
  for (unsigned i = 0; i < main.getNumArguments(); ++i)
    argumentNames.push_back(tensorName(main.getArgAttr(i, kKindAttr), main.getArgAttr(i, kNameAttr), "batch", "arg" + Twine(i)));
  for (unsigned i = 0; i < main.getNumResults(); ++i)
    resultNames.push_back(tensorName(main.getResultAttr(i, kKindAttr), main.getResultAttr(i, kNameAttr), "metric", "result" + Twine(i)));
  return Object{{"arguments", typesOf(block.getArguments())},
                {"argument_names", std::move(argumentNames)},
                {"ops", std::move(ops)},
                {"results", numbersOf(block.getTerminator()->getOperands())},
                {"result_names", std::move(resultNames)}};
}

static Object orderedOp(OrderedOpInterface op) {
  order::Order order = toModel(op.getFixedOrder());
  SmallVector<int64_t> box = op.getBoxSizes();
  std::string terms = op.getTerms();
  std::string result = typeName(getElementTypeOrSelf(op->getResult(0).getType()));
  bool init = op.getInit() != nullptr;
  Array levels;
  for (order::Level at : order.levels)
    levels.push_back(Array{at.dim, at.block});
  return Object{{"value", numberOf(op->getResult(0))},
                {"name", nameOf(op->getLoc())},
                {"kind", op->getName().stripDialect()},
                {"level", getLevel(op)},
                {"order", order::toString(order)},
                {"levels", std::move(levels)},
                {"leaf", order::leafName(order)},
                {"acc", order.acc},
                {"combiner", stringifyCombiner(op.getCombiner())},
                {"box", Array(box)},
                {"terms", terms},
                {"result", result},
                {"init", init},
                {"hash", order::orderHash(order, box, terms, result, init)}};
}

/// A value below the module's level: for the sake of which results, and what asked for it.
static Object belowOf(OrderedOpInterface op) {
  auto stated = op->getAttrOfType<DictionaryAttr>(kBelowAttr);
  auto results = stated ? stated.getAs<ArrayAttr>("results") : ArrayAttr();
  auto why = stated ? stated.getAs<StringAttr>("why") : StringAttr();
  Array names;
  for (Attribute name : results ? results.getValue() : ArrayRef<Attribute>())
    if (auto text = dyn_cast<StringAttr>(name))
      names.push_back(text.getValue());
  return Object{{"value", numberOf(op->getResult(0))},
                {"name", nameOf(op->getLoc())},
                {"level", getLevel(op)},
                {"results", std::move(names)},
                {"why", why ? why.getValue() : "the graph states its level"}};
}

llvm::json::Object certifyOrdered(ModuleOp module) {
  auto main = module.lookupSymbol<func::FuncOp>("main");
  StringRef level = getLevel(main);
  Array ops, below;
  module.walk([&](OrderedOpInterface op) {
    ops.push_back(orderedOp(op));
    if (getLevel(op) != level)
      below.push_back(belowOf(op));
  });
  llvm::json::Value graph = graphOf(main);
  std::string hash = order::digest(textOf(graph));
  Attribute recipe = module->getAttr(kRecipeAttr);
  return Object{{"level", level},
                {"recipe", recipe ? textOf(recipe) : ""},
                {"numerics", math::kNumericsVersion},
                {"elementary", math::kElementaryVersion},
                {"graph_hash", hash},
                {"graph", std::move(graph)},
                {"ops", std::move(ops)},
                {"below", std::move(below)}};
}

} // namespace det
