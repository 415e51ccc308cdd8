// Regions of the input become bodies of det ops: only what the chosen results need is copied, then converted.
#include "Bodies.h"

#include "det/Dialect/Det/OrderModel.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace det::import {

/// Calls f for every argument of the region that a value depends on.
static void forEachArgument(Value value, Region &region, llvm::function_ref<void(unsigned)> f) {
  SmallVector<Value> stack{value};
  llvm::DenseSet<Value> seen;
  while (!stack.empty()) {
    Value next = stack.pop_back_val();
    if (!seen.insert(next).second)
      continue;
    if (auto argument = dyn_cast<BlockArgument>(next)) {
      if (argument.getOwner() == &region.front())
        f(argument.getArgNumber());
    } else if (Operation *op = next.getDefiningOp(); op->getBlock() == &region.front()) {
      llvm::append_range(stack, op->getOperands());
    }
  }
}

SmallVector<SmallVector<unsigned>> groupResults(Region &region, unsigned pairs) {
  llvm::EquivalenceClasses<unsigned> classes;
  Operation *end = regionReturn(region);
  for (unsigned i = 0; i < pairs; ++i) {
    classes.insert(i);
    forEachArgument(end->getOperand(i), region, [&](unsigned argument) { classes.unionSets(i, argument % pairs); });
  }
  SmallVector<SmallVector<unsigned>> groups;
  for (unsigned i = 0; i < pairs; ++i) {
    auto *found = llvm::find_if(groups, [&](ArrayRef<unsigned> group) { return classes.isEquivalent(group[0], i); });
    if (found == groups.end())
      groups.push_back({i});
    else
      found->push_back(i);
  }
  return groups;
}

SmallVector<unsigned> argumentsOf(ArrayRef<unsigned> pairs, unsigned count) {
  SmallVector<unsigned> arguments(pairs);
  for (unsigned pair : pairs)
    arguments.push_back(count + pair);
  return arguments;
}

static bool isScalar(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.getRank() == 0;
}

namespace {

/// Copies the operations behind a value.
class Copier {
public:
  Copier(const Conversion &c, Region &source, Block &block) : c(c), source(source), builder(OpBuilder::atBlockEnd(&block)) {}

  IRMapping mapping;
  SmallVector<Operation *> copies;

  LogicalResult copy(Value value) {
    if (mapping.contains(value))
      return success();
    Operation *op = value.getDefiningOp();
    if (!op)
      return refuse(c.op, "its region reads a value from outside that is not a constant; make it an operand");
    if (op->getBlock() != &source.front() && op->getNumOperands() == 0 && inputName(op) != "constant" && !isa<ConstantOp>(op))
      return refuse(c.op, "its region reads a value from outside that is not a constant; make it an operand");
    if (op->getBlock() == &source.front())
      for (Value operand : op->getOperands())
        if (!isScalar(operand.getType()) && operand.getParentBlock() != &source.front())
          return refuse(c.op, "its region reads a value from outside that is not a scalar; make it an operand");
    if (op->getNumRegions() != 0 || !llvm::all_of(op->getResultTypes(), isScalar) ||
        !llvm::all_of(op->getOperandTypes(), isScalar))
      return refuse(c.op,
                    Twine("'") + op->getName().getStringRef() + "' in its region is not an elementwise operation on scalars");
    for (Value operand : op->getOperands())
      if (failed(copy(operand)))
        return failure();
    copies.push_back(builder.clone(*op, mapping));
    return success();
  }

private:
  const Conversion &c;
  Region &source;
  OpBuilder builder;
};

} // namespace

FailureOr<SmallVector<Value>> inlineBody(const Conversion &c, Region &source, ArrayRef<Value> arguments,
                                         ArrayRef<unsigned> results, Block &block) {
  Operation *end = regionReturn(source);
  if (!end)
    return c.op->emitError() << "'" << c.op->getName() << "' expected regions of one block that end with a return";
  Copier copier(c, source, block);
  for (auto [argument, value] : llvm::zip_equal(source.getArguments(), arguments))
    if (value)
      copier.mapping.map(argument, value);
  Operation *before = block.empty() ? nullptr : &block.back();
  for (unsigned result : results)
    if (failed(copier.copy(end->getOperand(result))))
      return failure();
  // Hold the results while their operations are replaced.
  OpBuilder builder = OpBuilder::atBlockEnd(&block);
  SmallVector<Value> values;
  for (unsigned result : results)
    values.push_back(copier.mapping.lookup(end->getOperand(result)));
  auto yield = YieldOp::create(builder, c.loc(), values);
  for (Operation *copy : copier.copies)
    if (isInputOp(copy) && failed(convertOp(copy, c.conversions, c.meshes)))
      return failure();
  Block::iterator first = before ? std::next(before->getIterator()) : block.begin();
  for (Operation &op : llvm::make_early_inc_range(llvm::make_range(first, yield->getIterator()))) {
    if (isa<ScalarOpInterface, ConstantOp>(op))
      continue;
    // Reshapes, broadcasts and constraints of a scalar change nothing.
    if (op.getNumOperands() != 1 || op.getNumResults() != 1 || op.getOperand(0).getType() != op.getResult(0).getType())
      return refuse(c.op,
                    Twine("'") + op.getName().getStringRef() + "' in its region is not an elementwise operation on scalars");
    op.getResult(0).replaceAllUsesWith(op.getOperand(0));
    op.erase();
  }
  values.assign(yield.getOperands().begin(), yield.getOperands().end());
  yield.erase();
  return values;
}

LogicalResult convertBody(const Conversion &c, Region &source, ArrayRef<unsigned> arguments, ArrayRef<unsigned> results,
                          Region &target) {
  Block &block = target.empty() ? target.emplaceBlock() : target.front();
  SmallVector<Value> values(source.getNumArguments());
  for (unsigned argument : arguments) {
    Type type = source.getArgument(argument).getType();
    if (!isScalar(type))
      return c.op->emitError() << "'" << c.op->getName() << "' expected a region on scalars, got an argument of type " << type;
    values[argument] = block.addArgument(type, c.loc());
  }
  FailureOr<SmallVector<Value>> yielded = inlineBody(c, source, values, results, block);
  if (failed(yielded))
    return failure();
  OpBuilder builder = OpBuilder::atBlockEnd(&block);
  YieldOp::create(builder, c.loc(), *yielded);
  return success();
}

Value inTypeOf(const Conversion &c, Value value, Type type) {
  RankedTensorType from = Conversion::type(value);
  Type element = getElementTypeOrSelf(type);
  return from.getElementType() == element ? value : c.make("det.convert", value, from.clone(element));
}

SmallVector<Value> inTypesOf(const Conversion &c, ArrayRef<Value> values, Region &region, ArrayRef<unsigned> arguments) {
  SmallVector<Value> converted;
  for (auto [value, argument] : llvm::zip_equal(values, arguments))
    converted.push_back(inTypeOf(c, value, region.getArgument(argument).getType()));
  return converted;
}

Type wideElement(Type element) {
  auto type = dyn_cast<FloatType>(element);
  return type && type.getWidth() < 32 ? Float32Type::get(element.getContext()) : element;
}

OrderAttr foldOrder(Type element, bool isBody) {
  order::Order order;
  order.acc = isBody ? typeName(element) : order::accumulationType(typeName(element));
  return fromModel(element.getContext(), order);
}

} // namespace det::import
